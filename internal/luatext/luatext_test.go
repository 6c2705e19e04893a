package luatext

import (
	"strings"
	"testing"
)

func TestClassify(t *testing.T) {
	tests := []struct {
		want   Kind
		script string
	}{
		{CompareAndDelete, `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`},
		{CompareAndDelete, `local v = redis.call('get', KEYS[1]) -- who
			if v == ARGV[1] then redis.call('unlink', KEYS[1]) return 1 else return 0 end`},
		{CompareAndDelete, `if redis.pcall("get",KEYS[1]) ~= ARGV[1] then return 0 end return redis.call("del",KEYS[1])`},
		{CompareAndDelete, `if (redis.call('hexists', KEYS[1], ARGV[3]) == 0) then return nil end;
			local n = redis.call('hincrby', KEYS[1], ARGV[3], -1);
			if (n > 0) then redis.call('pexpire', KEYS[1], ARGV[2]); return 0; else redis.call('del', KEYS[1]); return 1; end`},
		{CompareAndExpire, `if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("pexpire", KEYS[1], ARGV[2]) else return 0 end`},
		{CompareAndExpire, `if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("set", KEYS[1], ARGV[1], "PX", ARGV[2]) end`},
		{SetNX, `return redis.call("set", KEYS[1], ARGV[1], "NX", "PX", ARGV[2])`},
		{SetNX, `if redis.call('setnx', KEYS[1], ARGV[1]) == 1 then return redis.call('expire', KEYS[1], ARGV[2]) end return 0`},
		{SetNX, `if redis.call("GET", KEYS[1]) == ARGV[1] then redis.call("SET", KEYS[1], ARGV[1], "PX", ARGV[2]) return "OK"
			else return redis.call("SET", KEYS[1], ARGV[1], "NX", "PX", ARGV[2]) end`},
		{SetNX, `if (redis.call('exists', KEYS[1]) == 0) then redis.call('hincrby', KEYS[1], ARGV[2], 1); redis.call('pexpire', KEYS[1], ARGV[1]); return nil; end`},
		{SetNX, `if not redis.call('get', KEYS[1]) then redis.call('setex', KEYS[1], 10, ARGV[1]) return 1 end return 0`},
		{SetNX, `local v = redis.call('get', KEYS[1]) if v then return 0 else local r = redis.call('setex', KEYS[1], ARGV[2], ARGV[1]) return r end`},
		{Delete, `return redis.call("del", KEYS[1])`},
		{Write, `local n = tonumber(redis.call('get', KEYS[1])) if n > 0 then return redis.call('decr', KEYS[1]) end return -1`},
		{Write, `if redis.call('llen', KEYS[1]) == 0 then redis.call('del', KEYS[2]) end`},
		{Read, `local t = {} return redis.call('mget', KEYS[1])`},
		{Unknown, `return 1`},
		{Unknown, ``},
		{Unknown, `if redis.call("get", KEYS[1]) == ARGV[1] then {} end`},
		{Unknown, `-- redis.call("del", KEYS[1])`},
	}
	for _, tt := range tests {
		if got := Classify(tt.script); got != tt.want {
			t.Errorf("Classify(%q) = %v, want %v", tt.script, got, tt.want)
		}
	}
}

func TestAffirms(t *testing.T) {
	for script, want := range map[string]bool{
		`if redis.call('setnx', KEYS[1], ARGV[1]) == 1 then redis.call('expire', KEYS[1], ARGV[2]) return 1 end return 0`:            true,
		`return redis.call("set", KEYS[1], ARGV[1], "NX", "PX", ARGV[2])`:                                                            true,
		`local r = redis.call('setex', KEYS[1], ARGV[2], ARGV[1]) return r`:                                                          true,
		`if redis.call('exists', KEYS[1]) == 0 then redis.call('set', KEYS[1], 1) return nil end return redis.call('pttl', KEYS[1])`: false,
		`if redis.call('exists', KEYS[1]) == 0 then redis.call('set', KEYS[1], 1) return 0 end return -1`:                            false,
	} {
		if Affirms(script) != want {
			t.Errorf("Affirms(%q) = %v", script, !want)
		}
	}
}

func TestExpires(t *testing.T) {
	if Expires(`return redis.call("set", KEYS[1], ARGV[1], "NX")`) || !Expires(`return redis.call("set", KEYS[1], ARGV[1], "NX", "EX", 5)`) {
		t.Error("Expires is wrong about SET NX with and without EX")
	}
}

func TestAnswersSet(t *testing.T) {
	for script, want := range map[string]bool{
		`return redis.call("set", KEYS[1], ARGV[1], "NX", "PX", ARGV[2])`:                                                   true,
		`return redis.call('SET', KEYS[1], ARGV[1], 'NX')`:                                                                  true,
		`if redis.call("set", KEYS[1], ARGV[1], "NX") then return 1 end return 0`:                                           false,
		`if redis.call("exists", KEYS[1]) == 1 then return 0 end return redis.call("set", KEYS[1], ARGV[1], "PX", ARGV[2])`: false,
		`redis.call("set", KEYS[1], ARGV[1], "NX")`:                                                                         false,
		`return`: false,
	} {
		if got := AnswersSet(script); got != want {
			t.Errorf("AnswersSet(%s) = %v", script, got)
		}
	}
}

// The arguments of a call are read up to a limit.
func TestArgumentsAtTheLimit(t *testing.T) {
	const rest = 40 - 6 // of the limit: redis . call ( 'set' before them, and the bracket behind
	for n, want := range map[int]bool{rest: true, rest + 1: false} {
		toks := append([]string{"redis", ".", "call", "(", "'set'"}, strings.Split(strings.Repeat(",", n), "")...)
		if got := arguments(append(toks, ")"), 0); (got != nil) != want || want && len(got) != n {
			t.Errorf("%d tokens: %q", n, got)
		}
	}
}
