package luatext

import (
	"strings"
	"testing"
)

// noise would be a deletion where it is read.
const noise = `redis.call("del", KEYS[1])`

// meaning is all that is said of a script.
type meaning struct {
	kind                         Kind
	affirms, answersSet, expires bool
}

func meaningOf(s string) meaning {
	return meaning{Classify(s), Affirms(s), AnswersSet(s), Expires(s)}
}

func FuzzClassify(f *testing.F) {
	for _, s := range []string{
		`redis.call("get", KEYS[1]) == ARGV[1]`, `--[[ ]] redis.call('`, `[[`, `"\`, `redis.call("")`, strings.Repeat("redis.call('a',", 30),
		`if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("del", KEYS[1]) end return 0`, `return redis.call("set", KEYS[1], ARGV[1], "NX", "PX", ARGV[2])`,
		`local t = {} if not redis.call('get', KEYS[1]) then redis.call('setex', KEYS[1], 10, ARGV[1]) return 1 end`, `return redis.pcall("del", KEYS[1])`, noise,
	} {
		f.Add(s, noise)
		f.Add(s, "it's "+noise)
	}
	f.Fuzz(func(t *testing.T, s, other string) {
		want := meaningOf(s)
		if want.kind > Delete || want.kind.String() == "" || meaningOf(s) != want {
			t.Errorf("%q is %+v, and then %+v", s, want, meaningOf(s))
		}
		var same []string
		if !strings.Contains(other, "{}") { // a hole
			same = append(same, "local x = "+quote(other)+"\n"+s)
			if !strings.Contains(other, "]]") && !strings.HasSuffix(other, "]") {
				same = append(same, "local x = [["+other+"]]\n"+s)
			}
		}
		if !strings.Contains(other, "]]") && !strings.HasSuffix(other, "]") {
			same = append(same, "--[["+other+"]]"+s)
		}
		if !strings.Contains(other, "\n") && !strings.HasPrefix(other, "[[") {
			same = append(same, "--"+other+"\n"+s)
		}
		if ascii(s) {
			same = append(same, strings.ToUpper(s))
		}
		if strings.IndexFunc(s, func(r rune) bool { return strings.ContainsRune("\"'\\[-", r) }) < 0 {
			same = append(same, strings.ReplaceAll(s, " ", "\n--[[ "+noise+" ]]\t"))
		}
		for _, x := range same {
			if got := meaningOf(x); got != want {
				t.Errorf("%q is %+v, want %+v as of %q", x, got, want, s)
			}
		}
		if got := Classify("x {} " + s); got != Unknown {
			t.Errorf("with a hole in front, %q is %v", s, got)
		}
	})
}

// quote is a string of Lua.
func quote(s string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`).Replace(s) + "'"
}

func ascii(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r >= 0x80 }) < 0
}
