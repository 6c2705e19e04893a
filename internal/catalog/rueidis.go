package catalog

import (
	"slices"
	"strings"
	"time"
)

const (
	rueidisPkg     = "github.com/redis/rueidis"
	rueidisCmdsPkg = rueidisPkg + "/internal/cmds"
	rueidisLockPkg = rueidisPkg + "/rueidislock"
)

// rueidisEntries describes rueidis: a command is built word by word and then given to Do.
func rueidisEntries() []Entry {
	return slices.Concat(rueidisClient(), rueidisAnswers(), rueidisWords(), rueidisHelpers(), rueidisLock())
}

// In newer versions the methods that send commands are declared by an interface of their own, CommandClient.
func rueidisClient() []Entry {
	do := Entry{Pkg: rueidisPkg, Recv: []string{"CoreClient", "CommandClient"}, Role: Command, Store: Redis, Handle: Recv, Ctx: Arg(0), Built: Arg(1), Err: failed, Busy: "Nil", Terminal: true, Answer: Later}
	dedicated := Entry{Pkg: rueidisPkg, Recv: []string{"Client"}, Role: RunPinned, Store: Redis, Handle: Recv, Func: Arg(0), Tx: ArgOf(0, 0), Err: Result(0)}
	dedicate := Entry{Pkg: rueidisPkg, Recv: []string{"Client"}, Role: Pin, Store: Redis, Handle: Recv, Tx: Result(0)}
	script := Entry{Pkg: rueidisPkg, Role: Script, Store: Redis, SQL: Arg(0)}
	exec := Entry{Pkg: rueidisPkg, Recv: []string{"Lua"}, Role: Script, Store: Redis, SQL: Recv, Handle: Arg(1), Ctx: Arg(0), Key: Arg(2), Token: Arg(3), Err: failed, Terminal: true, Answer: Later}
	return slices.Concat(
		each(do, "Do", "DoMulti"), each(do.on("Client"), "DoCache"),
		each(dedicated, "Dedicated"), each(dedicate, "Dedicate"),
		each(script, "NewLuaScript", "NewLuaScriptNoSha", "NewLuaScriptReadOnly", "NewLuaScriptReadOnlyNoSha"), each(exec, "Exec"),
		[]Entry{
			{Pkg: rueidisPkg, Name: "NewClient", Role: Open, Store: Redis, Err: Result(1)},
			{Pkg: rueidisPkg, Recv: []string{"CoreClient"}, Name: "Close", Role: Close, Store: Redis, Handle: Recv},
			{Pkg: rueidisPkg, Recv: []string{"CoreClient", "CommandClient"}, Name: "B", Role: Word},
		})
}

func rueidisAnswers() []Entry {
	recv := []string{"RedisResult", "RedisMessage"}
	both := Entry{Pkg: rueidisPkg, Recv: recv, Role: Accessor, Returns: []Place{Recv.Dot("ok"), Recv.Dot("err")}}
	err := Entry{Pkg: rueidisPkg, Recv: recv, Role: Accessor, Returns: []Place{Recv.Dot("err")}}
	decode := Entry{Pkg: rueidisPkg, Recv: recv, Role: Scan, Store: Redis, Handle: Recv, Into: Pointee(0), Err: Result(0), Outcome: []string{"Nil"}}
	return slices.Concat(
		each(both, "AsBool", "AsBoolSlice", "AsBytes", "AsFloat64", "AsFloatSlice", "AsInt64", "AsIntMap", "AsIntSlice", "AsMap", "AsStrMap", "AsStrSlice", "AsUint64",
			"ToAny", "ToArray", "ToBool", "ToFloat64", "ToInt64", "ToMap", "ToString"),
		each(both.on("RedisResult"), "ToMessage"),
		each(err, "Error"), each(err.on("RedisResult"), "NonRedisError"),
		each(decode, "DecodeJSON"))
}

// A chain is the builder of one command: the methods of the types that follow each other, each with its words.
// "$0" is the first argument.
var rueidisChains = [][3]string{
	{"Set", "Key", "$0"}, {"SetKey", "Value", "$0"},
	{"SetValue", "Nx", "NX"}, {"SetValue", "Xx", "XX"},
	{"Setnx", "Key", "$0"}, {"SetnxKey", "Value", "$0"},
	{"Setex", "Key", "$0"}, {"SetexKey", "Seconds", "$0"}, {"SetexSeconds", "Value", "$0"},
	{"Psetex", "Key", "$0"}, {"PsetexKey", "Milliseconds", "$0"}, {"PsetexMilliseconds", "Value", "$0"},
	{"Del", "Key", "$0"}, {"DelKey", "Key", "$0"}, {"Unlink", "Key", "$0"}, {"UnlinkKey", "Key", "$0"}, {"Getdel", "Key", "$0"},
	{"Get", "Key", "$0"}, {"Exists", "Key", "$0"}, {"Incr", "Key", "$0"}, {"Decr", "Key", "$0"},
	{"Incrby", "Key", "$0"}, {"IncrbyKey", "Increment", "$0"},
	{"Hget", "Key", "$0"}, {"HgetKey", "Field", "$0"}, {"Hset", "Key", "$0"}, {"HsetKey", "FieldValue", ""},
	{"Expire", "Key", "$0"}, {"ExpireKey", "Seconds", "$0"}, {"Pexpire", "Key", "$0"}, {"PexpireKey", "Milliseconds", "$0"},
	{"Eval", "Script", "$0"}, {"EvalScript", "Numkeys", "$0"}, {"EvalNumkeys", "Key", "$0"}, {"EvalNumkeys", "Arg", "$0"}, {"EvalKey", "Key", "$0"}, {"EvalKey", "Arg", "$0"}, {"EvalArg", "Arg", "$0"},
	{"Evalsha", "Sha1", "$0"}, {"EvalshaSha1", "Numkeys", "$0"}, {"EvalshaNumkeys", "Key", "$0"}, {"EvalshaNumkeys", "Arg", "$0"}, {"EvalshaKey", "Key", "$0"}, {"EvalshaKey", "Arg", "$0"}, {"EvalshaArg", "Arg", "$0"},
	{"Arbitrary", "Keys", "$0"}, {"Arbitrary", "Args", "$0"},
}

// rueidisWords describes the builders of the commands of which locks are made, and of some that read and write.
func rueidisWords() []Entry {
	word := func(recv, name string, words ...Place) Entry {
		return Entry{Pkg: rueidisCmdsPkg, Recv: []string{recv}, Name: name, Role: Word, Handle: Recv, Words: words}
	}
	var out []Entry
	for command, name := range map[string]string{"Set": "SET", "Setnx": "SETNX", "Setex": "SETEX", "Psetex": "PSETEX", "Del": "DEL", "Unlink": "UNLINK", "Getdel": "GETDEL",
		"Get": "GET", "Exists": "EXISTS", "Incr": "INCR", "Decr": "DECR", "Incrby": "INCRBY", "Hget": "HGET", "Hset": "HSET", "Expire": "EXPIRE", "Pexpire": "PEXPIRE",
		"Eval": "EVAL", "Evalsha": "EVALSHA"} {
		out = append(out, word("Builder", command, Constant(name)))
	}
	slices.SortFunc(out, func(a, b Entry) int { return strings.Compare(a.Name, b.Name) })
	out = append(out, word("Builder", "Arbitrary", Arg(0)))
	for _, c := range rueidisChains {
		var words []Place
		switch c[2] {
		case "":
		case "$0":
			words = []Place{Arg(0)}
		default:
			words = []Place{Constant(c[2])}
		}
		out = append(out, word(c[0], c[1], words...))
	}
	for _, recv := range []string{"SetValue", "SetConditionNx", "SetConditionXx"} {
		out = append(out, word(recv, "ExSeconds", Constant("EX"), Arg(0)), word(recv, "PxMilliseconds", Constant("PX"), Arg(0)),
			word(recv, "Ex", Constant("EX"), Arg(0)), word(recv, "Px", Constant("PX"), Arg(0)), word(recv, "Get", Constant("GET")))
	}
	out = append(out, word("HsetFieldValue", "FieldValue", Arg(0), Arg(1)))
	for _, recv := range []string{"SetValue", "SetConditionNx", "SetConditionXx", "SetGet", "SetExpirationExSeconds", "SetExpirationPxMilliseconds", "SetExpirationExSecTyped",
		"SetExpirationPxMsTyped", "SetnxValue", "SetexValue", "PsetexValue", "DelKey", "UnlinkKey", "GetdelKey", "GetKey", "ExistsKey", "IncrKey", "DecrKey", "IncrbyIncrement",
		"HgetField", "HsetFieldValue", "ExpireSeconds", "PexpireMilliseconds", "EvalNumkeys", "EvalKey", "EvalArg", "EvalshaNumkeys", "EvalshaKey", "EvalshaArg", "Arbitrary"} {
		out = append(out, word(recv, "Build"))
	}
	return append(out, word("GetKey", "Cache"), word("HgetField", "Cache"))
}

// rueidisHelpers describes functions that send many commands.
func rueidisHelpers() []Entry {
	many := Entry{Pkg: rueidisPkg, Role: Write, Store: Redis, Handle: Arg(0), Ctx: Arg(1), Value: Arg(2), Terminal: true}
	read, del := many, many
	read.Role, read.Value, read.Key, read.Err = Read, Place{}, Arg(2), Result(1)
	del.Role, del.Kind, del.Value, del.Key = Delete, Lease, Place{}, Arg(2)
	return slices.Concat(each(many, "MSet", "MSetNX"), each(read, "MGet"), each(del, "MDel"))
}

// rueidisLock: the lock is a context that ends with it, and a function that gives it back. It is renewed until then.
func rueidisLock() []Entry {
	wait := Entry{Pkg: rueidisLockPkg, Recv: []string{"Locker"}, Role: Acquire, Kind: Lease, Store: Redis, Renews: true, Ctx: Arg(0), Key: Arg(1),
		Signal: Result(0), Unlock: Result(1), Err: Result(2), DefaultTTL: 5 * time.Second}
	try := wait
	try.Role, try.Busy = TryAcquire, "ErrNotLocked"
	return slices.Concat(
		each(wait, "WithContext"), each(try, "TryWithContext", "ForceWithContext"),
		[]Entry{
			{Pkg: rueidisLockPkg, Name: "NewLocker", Role: Open, Store: Redis, TTL: Arg(0).Dot("KeyValidity"), Err: Result(1)},
			{Pkg: rueidisLockPkg, Recv: []string{"Locker"}, Name: "Close", Role: Close, Store: Redis, Handle: Recv},
			{Pkg: rueidisLockPkg, Recv: []string{"Locker"}, Name: "Client", Role: Derive, Store: Redis, Handle: Recv},
		})
}

func rueidisTypes() []TypeEntry {
	return []TypeEntry{
		{Pkg: rueidisPkg, Name: "Client", Scope: PoolScope, Store: Redis},
		{Pkg: rueidisPkg, Name: "CoreClient", Store: Redis},
		{Pkg: rueidisPkg, Name: "DedicatedClient", Scope: PinnedScope, Store: Redis},
		{Pkg: rueidisLockPkg, Name: "Locker", Scope: PoolScope, Store: Redis, Renews: true},
	}
}
