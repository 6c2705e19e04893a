package luatext

import "strings"

// lex splits a script into lower-case tokens; strings keep their quotes, comments are dropped.
func lex(s string) []string {
	var toks []string
	s = strings.ToLower(s)
	for i := 0; i < len(s); {
		c := s[i]
		n := 1
		switch {
		case c <= ' ':
			i++
			continue
		case strings.HasPrefix(s[i:], "--"):
			i += comment(s[i:])
			continue
		case c == '"' || c == '\'':
			n = quoted(s[i:], c)
		case strings.HasPrefix(s[i:], "[["):
			n = until(s[i:], "]]")
			toks = append(toks, `"`+strings.TrimSuffix(s[i+2:i+n], "]]")+`"`)
			i += n
			continue
		case letter(c):
			for i+n < len(s) && letter(s[i+n]) {
				n++
			}
		case strings.HasPrefix(s[i:], "=="), strings.HasPrefix(s[i:], "~="), strings.HasPrefix(s[i:], "{}"):
			n = 2
		}
		toks = append(toks, s[i:i+n])
		i += n
	}
	return toks
}

func comment(s string) int {
	if strings.HasPrefix(s, "--[[") {
		return until(s, "]]")
	}
	return until(s, "\n")
}

// until is the length of s up to and with end.
func until(s, end string) int {
	if n := strings.Index(s, end); n >= 0 {
		return n + len(end)
	}
	return len(s)
}

func quoted(s string, q byte) int {
	for n := 1; n < len(s); n++ {
		switch s[n] {
		case '\\':
			n++
		case q:
			return n + 1
		}
	}
	return len(s)
}

func letter(c byte) bool { return 'a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '_' }
