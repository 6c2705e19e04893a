package report

import (
	"bytes"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf16"
)

// Sources are the files that lines are shown of. Positions alone do not tell which: a //line directive can name any file of
// the machine as the one that some code came from. Only what was analysed anyway is read, and what lies beside it, as the
// original of a generated file does; nothing hidden, no link, no device. Nil has no files.
type Sources struct {
	files, dirs map[string]bool
	read        map[string][]byte // nil for those that cannot be, or must not
}

// Add adds a package.
func (s *Sources) Add(dir string, files []string) {
	if s.read == nil {
		s.files, s.dirs, s.read = map[string]bool{}, map[string]bool{}, map[string][]byte{}
	}
	s.dirs[dir] = true
	for _, name := range files {
		s.files[name] = true
	}
}

// maxSource is how large a file may be that lines are shown of.
const maxSource = 32 << 20

func (s *Sources) mayRead(name string) bool {
	stat := os.Stat // what was analysed may be a link within its module
	if !s.files[name] {
		if !s.dirs[filepath.Dir(name)] || strings.HasPrefix(filepath.Base(name), ".") {
			return false
		}
		stat = os.Lstat
	}
	info, err := stat(name)
	return err == nil && info.Mode().IsRegular() && info.Size() <= maxSource
}

// File is what is in a file, or nil.
func (s *Sources) File(name string) []byte {
	if s == nil || s.read == nil {
		return nil
	}
	data, ok := s.read[name]
	if !ok {
		if s.mayRead(name) {
			data, _ = os.ReadFile(name) // without it the report shows less
		}
		s.read[name] = data
	}
	return data
}

// line is a line of a file without its end; false if there is none.
func (s *Sources) line(name string, line int) (string, bool) {
	rest := s.File(name)
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
func (s *Sources) utf16Column(pos token.Position) int {
	line, ok := s.line(pos.Filename, pos.Line)
	if !ok || pos.Column < 1 || pos.Column > len(line)+1 {
		return pos.Column
	}
	return len(utf16.Encode([]rune(line[:pos.Column-1]))) + 1
}

// position is the place of a byte.
func (s *Sources) position(name string, offset int) (token.Position, bool) {
	data := s.File(name)
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
