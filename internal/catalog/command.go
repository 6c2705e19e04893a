package catalog

import (
	"strings"
	"time"
)

// Command is what the command does that is sent as words by a call of a function with the role Command.
// words are the arguments from e.Args on; an empty word is one that is not known. The places of the answer
// count arguments (from 0, the receiver not counted) as if the variadic ones had been written one by one. It is nil if nothing is known of the command.
func (e *Entry) Command(words []string) *Entry {
	if e.Role != Command || len(words) == 0 {
		return nil
	}
	out := *e
	out.Role, out.Args, out.OK, out.Busy, out.Built = Write, 0, Place{}, "", Place{}
	at := func(i int) Place {
		if i >= len(words) {
			return Place{}
		}
		return Arg(e.Args + i)
	}
	out.Key = at(1)
	switch name := strings.ToUpper(words[0]); name {
	case "":
		return nil
	case "SET":
		out.set(e, words, at)
	case "SETNX":
		out.Role, out.Kind, out.Token, out.Value, out.OK = TryAcquire, Lease, at(2), at(2), e.okPlace()
	case "SETEX", "PSETEX":
		out.TTL, out.TTLUnit, out.Value = at(2), commandUnit(name), at(3)
	case "DEL", "UNLINK", "GETDEL":
		out.Role, out.Kind = Delete, Lease
	case "EXPIRE", "PEXPIRE":
		out.Role, out.Kind, out.TTL, out.TTLUnit, out.OK = Extend, Lease, at(2), commandUnit(name), e.okPlace()
	case "EVAL", "EVALSHA":
		out.script(name, words, at)
	case "GET", "MGET", "EXISTS", "TTL", "PTTL", "HGET", "HGETALL", "HMGET", "HEXISTS", "LRANGE", "LLEN", "SMEMBERS", "SISMEMBER", "ZSCORE", "ZRANGE":
		out.Role = Read
	case "INCR", "INCRBY", "DECR", "DECRBY", "HINCRBY", "INCRBYFLOAT", "APPEND", "LPUSH", "RPUSH", "LPOP", "RPOP", "SADD", "SREM", "ZADD", "ZINCRBY":
		out.Atomic = true
	case "PING", "INFO", "AUTH", "SELECT", "PUBLISH", "TIME", "ECHO":
		return nil
	default:
		out.Value = at(2)
	}
	return &out
}

// okPlace is the answer of a raw command: 1 or 0.
func (e *Entry) okPlace() Place { return Result(0).Dot("ok") }

// set reads SET key value [NX] [EX n | PX n].
func (e *Entry) set(do *Entry, words []string, at func(int) Place) {
	e.Value = at(2)
	for i := 3; i < len(words); i++ {
		switch option := strings.ToUpper(words[i]); option {
		case "NX":
			e.Role, e.Kind, e.Token, e.OK, e.Busy = TryAcquire, Lease, at(2), do.OK, do.Busy
			if e.Busy == "" {
				e.Busy = "Nil"
			}
		case "XX", "IFEQ":
			e.Guarded = true
		case "EX", "PX":
			e.TTL, e.TTLUnit = at(i+1), commandUnit(option)
			i++
		}
	}
}

// script reads EVAL text numkeys key ... arg ...
func (e *Entry) script(name string, words []string, at func(int) Place) {
	e.Role, e.Key = Script, Place{}
	if name == "EVAL" {
		e.SQL = at(1)
	}
	if len(words) > 3 && words[2] == "1" {
		e.Key, e.Token = at(3), at(4)
	}
}

// commandUnit is the unit of the time that a command or option takes.
func commandUnit(name string) time.Duration {
	if strings.HasPrefix(name, "P") {
		return time.Millisecond
	}
	return time.Second
}

// Taking is the entry of a script that takes a lock: its answer says whether it did. Where it answers what SET does, a busy
// lock is a nil, of which the commands of go-redis and rueidis make an error.
func (e *Entry) Taking(answersSet bool) *Entry {
	take := *e
	take.Role, take.Kind, take.OK = TryAcquire, Lease, Result(0).Dot("ok")
	if answersSet && e.Err == failed {
		take.OK, take.Busy = Place{}, "Nil"
	}
	return &take
}
