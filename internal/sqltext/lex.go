package sqltext

import (
	"strconv"
	"strings"
)

type kind uint8

const (
	word        kind = iota // text is lower case
	quoted                  // a quoted identifier, text without the quotes
	str                     // text without quotes
	number                  //
	placeholder             // arg or name
	hole                    //
	op                      //
	open                    //
	closing                 //
	semicolon               //
)

type token struct {
	kind kind
	text string
	raw  string // as written
	arg  int    // placeholder: index of the SQL argument, -1 if it has a name
}

func (t token) is(s string) bool    { return t.kind == word && t.text == s }
func (t token) isOp(s string) bool  { return t.kind == op && t.text == s }
func (t token) name() bool          { return t.kind == word || t.kind == quoted || t.kind == hole }
func (t token) among(m string) bool { return t.kind == word && strings.Contains(m, " "+t.text+" ") }

type lexer struct {
	s       string
	i       int
	toks    []token
	ordinal int  // how many ? so far
	dollars bool // the text has $1: then ? is an operator
}

func lex(s string) []token {
	l := lexer{s: s}
	for i := 0; i+1 < len(s); i++ {
		if s[i] == '$' && digit(s[i+1]) && (i == 0 || !identByte(s[i-1])) {
			l.dollars = true
			break
		}
	}
	for l.i < len(s) {
		l.next()
	}
	return l.toks
}

func (l *lexer) emit(k kind, text string, start int) {
	l.toks = append(l.toks, token{kind: k, text: text, raw: l.s[start:l.i], arg: -1})
}

func (l *lexer) at(n int) byte {
	if l.i+n < len(l.s) {
		return l.s[l.i+n]
	}
	return 0
}

func (l *lexer) prev() byte {
	if l.i > 0 {
		return l.s[l.i-1]
	}
	return 0
}

func (l *lexer) next() {
	start, c := l.i, l.s[l.i]
	switch {
	case c <= ' ':
		l.i++
	case c == '-' && l.at(1) == '-', c == '#' && (l.prev() == 0 || l.prev() == '\n'):
		l.skipTo("\n")
	case c == '/' && l.at(1) == '*':
		l.comment()
	case c == '\'':
		l.quotedText(str, '\'', false)
	case c == '"' || c == '`':
		l.quotedText(quoted, c, false)
	case c == '[' && l.bracketed() > 0:
		l.i += l.bracketed()
		l.emit(quoted, l.s[start+1:l.i-1], start)
	case c == '{' && l.at(1) == '}':
		l.hole()
	case identStart(c):
		l.word()
	case digit(c), c == '.' && digit(l.at(1)) && !identByte(l.prev()):
		l.number()
	case c == '$':
		l.dollar()
	case c == '?' || c == ':' || c == '@':
		l.mark(c)
	default:
		l.operator(c)
	}
}

// skipTo moves behind the next end, or to the end of the text.
func (l *lexer) skipTo(end string) {
	if n := strings.Index(l.s[l.i:], end); n >= 0 {
		l.i += n + len(end)
	} else {
		l.i = len(l.s)
	}
}

func (l *lexer) comment() {
	depth := 0
	for l.i < len(l.s) {
		switch {
		case l.s[l.i] == '/' && l.at(1) == '*':
			depth++
			l.i += 2
		case l.s[l.i] == '*' && l.at(1) == '/':
			depth--
			l.i += 2
			if depth == 0 {
				return
			}
		default:
			l.i++
		}
	}
}

// quotedText reads up to the closing quote; a doubled quote stands for itself. A backslash before
// the quote escapes it where escapes says so, and where a letter follows: 'it\'s' is MySQL,
// 'C:\' is not.
func (l *lexer) quotedText(k kind, q byte, escapes bool) {
	start := l.i
	l.i++
	for l.i < len(l.s) {
		switch c := l.s[l.i]; {
		case c == '\\' && (escapes || l.at(1) == q && identByte(l.at(2))):
			l.i = min(l.i+2, len(l.s))
		case c == q && l.at(1) == q:
			l.i += 2
		case c == q:
			l.i++
			l.emit(k, l.s[start+1:l.i-1], start)
			return
		default:
			l.i++
		}
	}
	l.emit(k, l.s[start+1:l.i], start)
}

// bracketed is the length of a SQL Server name like [order items], 0 if this is a subscript.
func (l *lexer) bracketed() int {
	if p := l.prev(); identByte(p) || p == ']' || p == ')' || !identStart(l.at(1)) {
		return 0
	}
	for n := 1; l.i+n < len(l.s); n++ {
		switch c := l.s[l.i+n]; {
		case c == ']':
			return n + 1
		case !identByte(c) && c != ' ':
			return 0
		}
	}
	return 0
}

// hole reads {}, alone or as the beginning of a name: {}_items.
func (l *lexer) hole() {
	if identByte(l.at(2)) {
		l.word()
		return
	}
	l.i += 2
	l.emit(hole, "{}", l.i-2)
}

// word reads a keyword or a name, which may have holes: orders_{}.
func (l *lexer) word() {
	start := l.i
	for l.i < len(l.s) {
		if c := l.s[l.i]; c == '{' && l.at(1) == '}' {
			l.i += 2
		} else if identByte(c) || c == '$' {
			l.i++
		} else {
			break
		}
	}
	text := strings.ToLower(l.s[start:l.i])
	if l.at(0) == '\'' && (len(text) == 1 && strings.Contains("enxb", text) || text[0] == '_') { // E'..', N'..', _utf8'..'
		l.quotedText(str, '\'', text == "e")
		return
	}
	l.emit(word, text, start)
}

func (l *lexer) number() {
	start := l.i
	for l.i < len(l.s) && (identByte(l.s[l.i]) || l.s[l.i] == '.') {
		l.i++
	}
	l.emit(number, l.s[start:l.i], start)
}

// dollar reads $1 and $tag$ ... $tag$.
func (l *lexer) dollar() {
	start := l.i
	l.i++
	if digit(l.at(0)) {
		for digit(l.at(0)) {
			l.i++
		}
		l.param(start, l.s[start+1:l.i])
		return
	}
	for identByte(l.at(0)) {
		l.i++
	}
	if l.at(0) != '$' {
		l.emit(op, "$", start)
		return
	}
	l.i++
	tag, body := l.s[start:l.i], l.i
	l.skipTo(tag)
	end := max(body, l.i-len(tag))
	if !strings.HasSuffix(l.s[body:l.i], tag) {
		end = l.i
	}
	l.emit(str, l.s[body:end], start)
}

// mark reads ?, ?1, :name, :1, @name, and the operators that begin like them.
func (l *lexer) mark(c byte) {
	start := l.i
	before := l.prev()
	l.i++
	switch {
	case c == ':' && (l.at(0) == ':' || l.at(0) == '='):
		l.i++
		l.emit(op, l.s[start:l.i], start)
		return
	case c == '?' && l.dollars, c == ':' && (identByte(before) || before == ']'), c == '@' && l.at(0) == '@':
		l.emit(op, string(c), start)
		return
	}
	for digit(l.at(0)) || c != '?' && (identByte(l.at(0)) || c == ':' && l.at(0) == '.' && identStart(l.at(1))) {
		l.i++
	}
	name := l.s[start+1 : l.i]
	switch {
	case c == '?' && name == "":
		l.ordinal++
		l.emit(placeholder, "", start)
		l.toks[len(l.toks)-1].arg = l.ordinal - 1
	case name == "":
		l.emit(op, string(c), start)
	default:
		l.param(start, name)
	}
}

// param emits a placeholder with a number (12, p12) or a name.
func (l *lexer) param(start int, name string) {
	digits := name
	if l.s[start] == '@' && (name[0] == 'p' || name[0] == 'P') {
		digits = name[1:]
	}
	n, err := strconv.Atoi(digits)
	if err == nil && n >= 1 {
		l.emit(placeholder, "", start)
		l.toks[len(l.toks)-1].arg = n - 1
		return
	}
	l.emit(placeholder, name, start)
}

func (l *lexer) operator(c byte) {
	start := l.i
	l.i++
	switch c {
	case '(':
		l.emit(open, "(", start)
		return
	case ')':
		l.emit(closing, ")", start)
		return
	case ';':
		l.emit(semicolon, ";", start)
		return
	}
	for _, long := range [...]string{"->>", "#>>", "<=", ">=", "<>", "!=", "||", "->", "#>", "@>", "<@"} {
		if strings.HasPrefix(l.s[start:], long) {
			l.i = start + len(long)
			break
		}
	}
	l.emit(op, l.s[start:l.i], start)
}

func digit(c byte) bool      { return '0' <= c && c <= '9' }
func identStart(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' || c == '_' || c >= 0x80 }
func identByte(c byte) bool  { return identStart(c) || digit(c) }
