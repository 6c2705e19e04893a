// Package outline leaves of the source of a file what types depend on, before it is parsed.
//
// That is a small part of most files, and the parser has no mode that skips the rest. gopls does the same with a scanner
// for its own cache, in an internal package.
package outline

import "bytes"

// An Outline is what is left of a file.
type Outline struct {
	Text []byte

	// Qualifiers are the names that a dot follows: a package that is imported under none of them is named nowhere in
	// the text. Nil if that is not known.
	Qualifiers map[string]bool
}

// Of leaves out what no type depends on: comments, the bodies of functions, and what is between the braces of composite
// literals. What is left keeps its lines and columns. A mistake in what is left out is gone with it; of a text that ends too
// early, or closes more than it opens, all is left.
//
// The literals of a declaration are left as they are where the length of one is part of a type, and so is all before
// the package clause, which may hold build constraints, and a file whose places //line comments move.
func Of(src []byte) Outline {
	if bytes.Contains(src, []byte("//line ")) || bytes.Contains(src, []byte("/*line ")) {
		return Outline{Text: src}
	}
	o := outliner{src: src, out: make([]byte, 0, len(src)/2), names: map[string]bool{}}
	if o.header(); !o.declarations() {
		return Outline{Text: src}
	}
	return Outline{o.out, o.names}
}

// An outliner reads a file once, byte by byte.
type outliner struct {
	src   []byte
	out   []byte
	names map[string]bool
	at    int
	last  token
	word  []byte // the last token, if it was a word
	open  int    // braces and brackets of all kinds, and a comment that does not end
	keep  bool   // the declaration has an array type whose length follows from a literal
}

// A token is what the meaning of the next one depends on.
type token uint8

const (
	other    token = iota
	typeWord       // struct or interface: the brace behind it belongs to it
	ellipsis       // ...: in front of a bracket, the length of an array follows from a literal
	word           // any other word
)

// header copies all in front of the package clause.
func (o *outliner) header() {
	if bytes.HasPrefix(o.src, []byte("\ufeff")) { // a byte order mark
		o.copy(3)
	}
	for o.at < len(o.src) {
		start := o.at
		if !o.comment() && !o.space() {
			return
		}
		o.out = append(o.out, o.src[start:o.at]...)
	}
}

// declarations copies what is to be kept of the rest. It is false for a file that ends too early.
func (o *outliner) declarations() bool {
	for o.at < len(o.src) {
		start := o.at
		if o.space() {
			o.out = append(o.out, o.src[start:o.at]...)
			continue
		}
		if o.comment() {
			if o.src[start+1] == '*' { // nothing has a column behind the other kind
				o.blank(start)
			}
			continue
		}
		switch b := o.src[o.at]; {
		case isWord(b):
			o.copyWord()
		case b == '"' || b == '\'' || b == '`':
			if !o.quoted() {
				return false
			}
			o.out = append(o.out, o.src[start:o.at]...)
			o.last = other
		case b == '{' && o.last != typeWord && !o.keep:
			if !o.braces() {
				return false
			}
			o.last = other
		default:
			o.copyOperator(b)
		}
	}
	return o.open == 0
}

// copy keeps the next n bytes.
func (o *outliner) copy(n int) {
	o.out = append(o.out, o.src[o.at:o.at+n]...)
	o.at += n
}

// copyWord keeps a name, a keyword or a number.
func (o *outliner) copyWord() {
	end := o.at + 1
	for end < len(o.src) && isWord(o.src[end]) {
		end++
	}
	o.word, o.last = o.src[o.at:end], word
	switch string(o.word) {
	case "struct", "interface":
		o.last = typeWord
	case "func", "var", "const", "type":
		// Where a line begins so, a declaration does: what the last one had to keep ends with it.
		if o.keep && o.open == 0 && o.src[o.at-1] == '\n' && o.closed() {
			o.keep = false
		}
	}
	o.copy(len(o.word))
}

// closed tells that the last token was a closing brace or bracket: behind chan, the end of a line ends nothing.
func (o *outliner) closed() bool {
	out := bytes.TrimRight(o.out, " \t\r\n")
	return len(out) > 0 && bytes.IndexByte([]byte(")]}"), out[len(out)-1]) >= 0
}

// copyOperator keeps a byte of anything else.
func (o *outliner) copyOperator(b byte) {
	before := o.last
	o.last = other
	switch b {
	case '(', '{', '[':
		o.open++
	case ']':
		o.open--
		o.keep = o.keep || before == ellipsis
	case ')', '}':
		o.open--
	case '.':
		switch {
		case bytes.HasPrefix(o.src[o.at:], []byte("...")):
			o.copy(2)
			o.last = ellipsis
		case before == word && !o.names[string(o.word)]:
			o.names[string(o.word)] = true
		}
	}
	o.copy(1)
}

// braces leaves out all between a brace and the one that belongs to it. It is false where there is none.
func (o *outliner) braces() bool {
	start := o.at
	for depth := 0; o.at < len(o.src); {
		switch o.src[o.at] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				o.out = append(o.out, '{')
				o.blank(start + 1)
				o.copy(1)
				return true
			}
		case '"', '\'', '`':
			if !o.quoted() {
				return false
			}
			continue
		case '/':
			if o.comment() {
				continue
			}
		}
		o.at++
	}
	return false
}

// quoted goes behind a string or a rune. It is false where that does not end.
func (o *outliner) quoted() bool {
	quote := o.src[o.at]
	for o.at++; o.at < len(o.src); o.at++ {
		switch b := o.src[o.at]; {
		case b == quote:
			o.at++
			return true
		case quote == '`':
		case b == '\\':
			o.at++
		case b == '\n':
			return false
		}
	}
	return false
}

// comment goes behind a comment, if one begins here. The line break behind one is not part of it.
func (o *outliner) comment() bool {
	rest := o.src[o.at:]
	end := len(rest)
	switch {
	case bytes.HasPrefix(rest, []byte("//")):
		if i := bytes.IndexByte(rest, '\n'); i >= 0 {
			end = i
		}
	case bytes.HasPrefix(rest, []byte("/*")):
		if i := bytes.Index(rest[2:], []byte("*/")); i >= 0 {
			end = i + 4
		} else {
			o.open++
		}
	default:
		return false
	}
	o.at += end
	return true
}

// space goes behind white space, if there is some.
func (o *outliner) space() bool {
	start := o.at
	for o.at < len(o.src) && (o.src[o.at] == ' ' || o.src[o.at] == '\t' || o.src[o.at] == '\n' || o.src[o.at] == '\r') {
		o.at++
	}
	return o.at > start
}

// blank leaves of what was read since start the ends of its lines, and as many columns of the last one.
func (o *outliner) blank(start int) {
	gone := o.src[start:o.at]
	for range bytes.Count(gone, []byte("\n")) {
		o.out = append(o.out, '\n')
	}
	for range len(gone) - (bytes.LastIndexByte(gone, '\n') + 1) {
		o.out = append(o.out, ' ')
	}
}

// isWord tells of a byte of a name, a keyword or a number.
func isWord(b byte) bool {
	return 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z' || '0' <= b && b <= '9' || b == '_' || b >= 0x80
}
