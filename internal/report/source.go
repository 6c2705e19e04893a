package report

import (
	"bytes"
	"go/token"
	"os"
	"unicode/utf16"
)

// sources are files that were read, by name; nil for those that cannot be.
type sources map[string][]byte

func (s sources) file(name string) []byte {
	data, ok := s[name]
	if !ok {
		data, _ = os.ReadFile(name) // without it the report shows less
		s[name] = data
	}
	return data
}

// line is a line of a file without its end; false if there is none.
func (s sources) line(name string, line int) (string, bool) {
	rest := s.file(name)
	for n := 1; len(rest) > 0; n++ {
		text, after, _ := bytes.Cut(rest, []byte("\n"))
		if n == line {
			return string(bytes.TrimSuffix(text, []byte("\r"))), true
		}
		rest = after
	}
	return "", false
}

// utf16Column is the column as programs count that keep text in UTF-16; Go counts bytes.
func (s sources) utf16Column(pos token.Position) int {
	line, ok := s.line(pos.Filename, pos.Line)
	if !ok || pos.Column < 1 || pos.Column > len(line)+1 {
		return pos.Column
	}
	return len(utf16.Encode([]rune(line[:pos.Column-1]))) + 1
}

// position is the place of a byte.
func (s sources) position(name string, offset int) (token.Position, bool) {
	data := s.file(name)
	if offset < 0 || offset > len(data) {
		return token.Position{}, false
	}
	before := data[:offset]
	return token.Position{
		Filename: name, Offset: offset,
		Line:   bytes.Count(before, []byte("\n")) + 1,
		Column: offset - bytes.LastIndexByte(before, '\n'),
	}, true
}
