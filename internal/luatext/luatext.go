// Package luatext recognises what short Redis Lua scripts do with a key that serves as a lock. It
// looks at the commands that a script calls and at what it compares, not at its flow: such scripts
// are a few lines long and come in a few shapes.
package luatext

import "strings"

// A Kind is what a script does.
type Kind uint8

// The kinds.
const (
	Unknown          Kind = iota // no command was recognised, or the text is not all known
	Read                         // only reads
	Write                        // writes something else
	SetNX                        // sets the key only where nobody holds it
	CompareAndDelete             // deletes the key only if it holds the caller's token
	CompareAndExpire             // renews the key only if it holds the caller's token
	Delete                       // deletes the key, whoever holds it
)

func (k Kind) String() string {
	return [...]string{"unknown", "read", "write", "setnx", "compareanddelete", "compareandexpire", "delete"}[k]
}

// Classify says what script does. A script with a hole ({}) in its text is Unknown.
func Classify(script string) Kind {
	s := scan(script)
	switch {
	case s.hole || len(s.calls) == 0:
		return Unknown
	case s.setsNew:
		return SetNX
	case s.deletes && s.compares:
		return CompareAndDelete
	case s.deletes && !s.tests:
		return Delete
	case s.expires && s.compares && !s.deletes:
		return CompareAndExpire
	case s.writes || s.deletes || s.expires:
		return Write
	}
	return Read
}

// Affirms tells that script returns 1, true or "OK" on some way, or what a SET answered: a script that acquires says
// so when it worked. One that answers nil then, as Redisson's does, does not.
func Affirms(script string) bool {
	toks := lex(script)
	set := map[string]bool{} // variables that hold the answer of a SET
	for i, t := range toks {
		if t == "=" && i > 0 && i+1 < len(toks) && setsAt(toks, i+1) {
			set[toks[i-1]] = true
		}
	}
	for i, t := range toks {
		if t != "return" || i+1 >= len(toks) {
			continue
		}
		switch strings.Trim(toks[i+1], `'"`) {
		case "1", "true", "ok":
			return true
		}
		if set[toks[i+1]] || setsAt(toks, i+1) {
			return true
		}
	}
	return false
}

// AnswersSet tells that script returns what a SET answered, and nothing else: nil where NX or XX refused it.
func AnswersSet(script string) bool {
	toks := lex(script)
	set := false
	for i, t := range toks {
		if t == "return" {
			if set = i+1 < len(toks) && setsAt(toks, i+1); !set {
				return false
			}
		}
	}
	return set
}

// setsAt tells that the tokens at i call a command that sets a value.
func setsAt(toks []string, i int) bool {
	switch c, _ := called(toks, i); c {
	case "set", "setnx", "setex", "psetex", "hsetnx":
		return true
	}
	return false
}

// Expires tells that script gives a key that it sets a limited life.
func Expires(script string) bool { return scan(script).expires }

type summary struct {
	calls    []string
	hole     bool
	compares bool // the stored value with an argument
	tests    bool // has a condition at all
	setsNew  bool
	deletes  bool
	expires  bool
	writes   bool
}

const (
	readCommands = " get mget hget hgetall hmget hexists hlen exists ttl pttl type strlen keys scan smembers sismember scard zscore zrange zrangebyscore zcard zcount llen lrange lindex time getrange "
	deletes      = " del unlink getdel "
	expires      = " expire pexpire expireat pexpireat setex psetex "
)

func scan(script string) summary {
	toks := lex(script)
	s := summary{hole: strings.Contains(script, "{}") && !onlyTables(toks)}
	var absent, reads bool // EXISTS == 0 or a missing value; a value that can be compared
	equality, argument := false, false
	for i, t := range toks {
		switch t {
		case "if", "while", "and", "or":
			s.tests = true
			absent = absent || t == "if" && i+3 < len(toks) && toks[i+2] == "then" && toks[i+3] == "return" // if v then return 0
		case "==", "~=":
			equality = true
			absent = absent || near(toks, i, "0") || near(toks, i, "false") || near(toks, i, "nil")
		case "not":
			absent = true
		case "argv":
			argument = true
		}
		if command, ok := called(toks, i); ok {
			s.command(command, arguments(toks, i))
			reads = reads || command == "get" || command == "hget" || command == "mget"
		}
	}
	s.compares = s.compares || reads && equality && argument
	has := func(c string) bool { return strings.Contains(" "+strings.Join(s.calls, " ")+" ", " "+c+" ") }
	sets := has("set") || has("setex") || has("psetex") || has("hset") || has("hincrby")
	if sets && !s.deletes && absent && s.tests && (has("exists") || has("get")) {
		s.setsNew = true
	}
	return s
}

// command notes one redis.call.
func (s *summary) command(name string, args []string) {
	s.calls = append(s.calls, name)
	padded := " " + name + " "
	argv := false
	for _, a := range args {
		switch strings.Trim(a, `'"`) {
		case "nx":
			s.setsNew = s.setsNew || name == "set"
		case "px", "ex", "pxat", "exat":
			s.expires = s.expires || name == "set"
		case "argv":
			argv = true
		}
	}
	switch {
	case name == "setnx" || name == "hsetnx":
		s.setsNew = true
	case name == "hexists" && argv: // a reentrant lock keeps its holders as fields
		s.compares = true
	case strings.Contains(deletes, padded):
		s.deletes = true
	case strings.Contains(expires, padded):
		s.expires = true
	}
	if !strings.Contains(readCommands, padded) {
		s.writes = true
	}
}

// called is the command of redis.call("get", ...) at i.
func called(toks []string, i int) (string, bool) {
	if toks[i] != "redis" || i+4 >= len(toks) || toks[i+1] != "." || toks[i+2] != "call" && toks[i+2] != "pcall" || toks[i+3] != "(" {
		return "", false
	}
	c := toks[i+4]
	if c[0] != '"' && c[0] != '\'' {
		return "", false
	}
	return strings.Trim(c, `'"`), true
}

// arguments are the tokens of the call at i behind the command.
func arguments(toks []string, i int) []string {
	const most = 40
	depth := 1
	for j := i + 5; j < len(toks) && j < i+most; j++ {
		switch toks[j] {
		case "(":
			depth++
		case ")":
			if depth--; depth == 0 {
				return toks[i+5 : j]
			}
		}
	}
	return nil
}

// near tells that text stands beside the operator at i.
func near(toks []string, i int, text string) bool {
	return i+1 < len(toks) && toks[i+1] == text || i > 0 && toks[i-1] == text
}

// onlyTables tells that each {} of the text is an empty Lua table, as in "local t = {}".
func onlyTables(toks []string) bool {
	for i, t := range toks {
		if strings.Contains(t, "{}") && t != "{}" || t == "{}" && (i == 0 || toks[i-1] != "=") {
			return false
		}
	}
	return true
}
