package catalog

import "slices"

const (
	redis9 = "github.com/redis/go-redis/v9"
	redis8 = "github.com/go-redis/redis/v8"
	redis7 = "github.com/go-redis/redis/v7"
	redis6 = "github.com/go-redis/redis"
)

// What go-redis returns is a command that has an answer and an error.
var (
	answer = Result(0).Dot("ok")
	failed = Result(0).Dot("err")
)

// A redisAPI is one major version of go-redis. The commands are methods of the function type cmdable, which
// the clients embed, and of interfaces: of one up to v8, of one for each kind of data in v9. v6 and v7 take no
// contexts: everything stands one place further to the left, which whoever reads an entry sees at the function.
type redisAPI struct {
	pkg   string
	major int
}

func (v redisAPI) v9() bool { return v.major == 9 }

func (v redisAPI) iface(group string) string {
	if v.v9() {
		return group + "Cmdable"
	}
	return "Cmdable"
}

func (v redisAPI) scripter() string {
	if v.major < 8 {
		return "scripter"
	}
	return "Scripter"
}

var goRedisVersions = []redisAPI{{redis9, 9}, {redis8, 8}, {redis7, 7}, {redis6, 6}}

// later lists what a version does not have yet, as "Name" or "Recv.Name".
var later = map[int][]string{
	7: {"SetArgs", "GetDel", "SetEX", "GetEx", "LPos", "SMIsMember", "LMove", "NewFailoverClusterClient", "StringCmd.Bool",
		"Cmd.Slice", "Cmd.StringSlice", "Cmd.Int64Slice", "SliceCmd.Scan", "StringStringMapCmd.Scan"},
	6: {"UniversalClient.Do", "Client.Do", "Client.WithTimeout", "Client.Conn", "IntSliceCmd.Result",
		"IntSliceCmd.Val", "Cmd.Text", "StringCmd.Time", "IntCmd.Uint64"},
}

func goRedisEntries() []Entry {
	var out []Entry
	for _, v := range goRedisVersions {
		var missing []string
		for major := v.major; major <= 7; major++ {
			missing = append(missing, later[major]...)
		}
		for _, e := range v.entries() {
			if slices.Contains(missing, e.Name) {
				continue
			}
			function := len(e.Recv) == 0
			e.Recv = slices.DeleteFunc(slices.Clone(e.Recv), func(r string) bool { return slices.Contains(missing, r+"."+e.Name) })
			if function || len(e.Recv) > 0 {
				out = append(out, e)
			}
		}
	}
	return out
}

func (v redisAPI) entries() []Entry {
	return slices.Concat(v.locks(), v.data(), v.scripts(), v.pipelines(), v.clients(), v.commands())
}

// cmd is a command of a group whose key is the argument behind the ctx.
func (v redisAPI) cmd(group string, role Role) Entry {
	return Entry{Pkg: v.pkg, Recv: []string{"cmdable", v.iface(group)}, Role: role, Store: Redis, Handle: Recv, Ctx: Arg(0),
		Key: Arg(1), Err: failed, Terminal: true, Answer: Later}
}

// locks describes the commands of which locks are made.
func (v redisAPI) locks() []Entry {
	setNX, setArgs := v.cmd("String", TryAcquire), v.cmd("String", TryAcquire)
	setNX.Kind, setNX.Token, setNX.Value, setNX.TTL, setNX.OK = Lease, Arg(2), Arg(2), Arg(3), answer
	setArgs.Kind, setArgs.Token, setArgs.Value, setArgs.TTL, setArgs.Busy = Lease, Arg(2), Arg(2), Arg(3).Dot("TTL"), "Nil"
	setArgs.If, setArgs.IfText, setArgs.Else = Arg(3).Dot("Mode"), "NX", Write
	del := v.cmd("Generic", Delete)
	del.Kind = Lease
	getDel := v.cmd("String", Delete)
	getDel.Kind, getDel.Outcome = Lease, []string{"Nil"}
	expire, expireAt := v.cmd("Generic", Extend), v.cmd("Generic", Extend)
	expire.Kind, expire.TTL, expire.OK = Lease, Arg(2), answer
	expireAt.Kind, expireAt.OK = Lease, answer // at a time, not after one
	out := slices.Concat(
		each(setNX, "SetNX"), each(setArgs, "SetArgs"),
		each(del, "Del"), each(del.on("cmdable", "Cmdable"), "Unlink"), each(getDel, "GetDel"),
		each(expire, "Expire", "PExpire"), each(expireAt, "ExpireAt", "PExpireAt"))
	if v.v9() {
		compare := v.cmd("String", Release) // DELEX key IFEQ token
		compare.Kind, compare.Token = Lease, Arg(2).Dot("MatchValue")
		compare.If, compare.IfText, compare.Else = Arg(2).Dot("Mode"), "IFEQ", Delete
		keep := v.cmd("Generic", Extend)
		keep.Kind, keep.TTL, keep.OK = Lease, Arg(2), answer
		out = slices.Concat(out, each(compare, "DelExArgs"), each(keep, "ExpireXX", "ExpireGT", "ExpireLT", "ExpireNX"))
	}
	return out
}

// data describes what reads and writes values.
func (v redisAPI) data() []Entry {
	read := func(group string, names ...string) []Entry {
		e := v.cmd(group, Read)
		e.Outcome = []string{"Nil"}
		return each(e, names...)
	}
	write := func(group string, names ...string) []Entry {
		e := v.cmd(group, Write)
		e.Value = Arg(2)
		return each(e, names...)
	}
	// atomic commands compute the new value in the store and tell it.
	atomic := func(group string, names ...string) []Entry {
		e := v.cmd(group, Write)
		e.Atomic = true
		return each(e, names...)
	}
	set := v.cmd("String", Write)
	set.Value, set.TTL = Arg(2), Arg(3)
	setEx := "SetEx"
	if !v.v9() {
		setEx = "SetEX"
	}
	setXX := set
	setXX.Guarded, setXX.OK = true, answer
	many := v.cmd("String", Write)
	many.Value, many.Key = Arg(1), Place{}
	persist := v.cmd("Generic", Write)
	hSetNX := v.cmd("Hash", Write)
	hSetNX.Guarded, hSetNX.OK, hSetNX.Value = true, answer, Arg(3)
	return slices.Concat(
		each(set, "Set", setEx), each(setXX, "SetXX"), each(many, "MSet", "MSetNX"), each(hSetNX, "HSetNX"),
		read("String", "Get", "GetEx", "GetRange", "MGet", "StrLen"),
		read("Generic", "Exists", "TTL", "PTTL", "Type", "Keys"),
		read("Hash", "HGet", "HGetAll", "HMGet", "HExists", "HKeys", "HVals", "HLen"),
		read("List", "LRange", "LIndex", "LLen", "LPos"),
		read("Set", "SMembers", "SIsMember", "SMIsMember", "SCard"),
		read("SortedSet", "ZRange", "ZRangeWithScores", "ZRangeByScore", "ZRevRange", "ZScore", "ZRank", "ZCard", "ZCount"),
		write("String", "GetSet", "SetRange"), write("Hash", "HSet", "HMSet"),
		write("Generic", "Rename", "RenameNX", "Restore"), each(persist, "Persist"),
		write("List", "LSet", "LTrim", "LRem"),
		atomic("String", "Append", "Incr", "IncrBy", "IncrByFloat", "Decr", "DecrBy"),
		atomic("Hash", "HIncrBy", "HIncrByFloat", "HDel"),
		atomic("List", "LPush", "RPush", "LPop", "RPop", "LPushX", "RPushX", "RPopLPush", "LMove"),
		atomic("Set", "SAdd", "SRem", "SPop", "SPopN", "SMove"),
		atomic("SortedSet", "ZAdd", "ZAddNX", "ZIncrBy", "ZRem", "ZPopMin", "ZPopMax", "ZRemRangeByScore", "ZRemRangeByRank"))
}

// scripts: EVALSHA runs a script whose text is not at hand.
func (v redisAPI) scripts() []Entry {
	recv := []string{"cmdable", v.scripter(), v.iface("ScriptingFunctions")}
	eval := Entry{Pkg: v.pkg, Recv: recv, Role: Script, Store: Redis, Handle: Recv, Ctx: Arg(0), SQL: Arg(1), Key: Arg(2), Token: Arg(3),
		Err: failed, OK: Place{}, Terminal: true, Answer: Later}
	sha := eval
	sha.SQL = Place{}
	run := eval.on("Script")
	run.SQL, run.Handle = Recv, Arg(1)
	pending := Entry{Pkg: v.pkg, Role: Script, Store: Redis, SQL: Arg(0)}
	evals, runs, news := []string{"Eval"}, []string{"Run", "Eval", "EvalSha"}, []string{"NewScript"}
	shas := []string{"EvalSha"}
	if v.v9() {
		evals, shas = append(evals, "EvalRO"), append(shas, "EvalShaRO")
		runs, news = append(runs, "RunRO", "EvalRO", "EvalShaRO"), append(news, "NewScriptServerSHA")
	}
	return slices.Concat(each(eval, evals...), each(sha, shas...), each(run, runs...), each(pending, news...))
}

// pipelines: commands given to a pipeline run when its function has returned, or at Exec; in a TxPipeline all or none.
func (v redisAPI) pipelines() []Entry {
	recv := []string{"Client", "ClusterClient", "Ring", "Tx", "Pipeline", "Conn", "Cmdable"}
	run := Entry{Pkg: v.pkg, Recv: recv, Role: RunPinned, Store: Redis, Handle: Recv, Ctx: Arg(0), Func: Arg(1), Tx: ArgOf(1, 0), Err: Result(1)}
	runTx := run
	runTx.Role = RunInTx
	watch := run.on("Client", "ClusterClient", "Ring", "UniversalClient")
	watch.Key, watch.Err, watch.Guarded = Arg(2), Result(0), true
	pipe := Entry{Pkg: v.pkg, Recv: recv, Role: Derive, Store: Redis, Handle: Recv}
	begin := Entry{Pkg: v.pkg, Recv: recv, Role: Begin, Store: Redis, Handle: Recv, Tx: Result(0)}
	exec := Entry{Pkg: v.pkg, Recv: []string{"Pipeline", "Pipeliner"}, Role: Commit, Store: Redis, Tx: Recv, Ctx: Arg(0), Err: Result(1)}
	discard := Entry{Pkg: v.pkg, Recv: []string{"Pipeline", "Pipeliner"}, Role: Rollback, Store: Redis, Tx: Recv}
	return slices.Concat(each(run, "Pipelined"), each(runTx, "TxPipelined"), each(watch, "Watch"),
		each(pipe, "Pipeline"), each(begin, "TxPipeline"), each(exec, "Exec"), each(discard, "Discard"))
}

func (v redisAPI) clients() []Entry {
	open := Entry{Pkg: v.pkg, Role: Open, Store: Redis}
	closing := Entry{Pkg: v.pkg, Role: Close, Store: Redis, Handle: Recv, Err: Result(0)}
	do := Entry{Pkg: v.pkg, Recv: []string{"Pipeline", "Pipeliner", "UniversalClient"}, Role: Command, Store: Redis, Handle: Recv, Ctx: Arg(0), Args: 1,
		Err: failed, Terminal: true, Answer: Later}
	timeout := Entry{Pkg: v.pkg, Recv: []string{"Client"}, Role: Derive, Store: Redis, Handle: Recv}
	closers := []string{"baseClient", "ClusterClient", "Ring", "UniversalClient"}
	if v.v9() {
		do.Recv = append(do.Recv, "cmdable")
	} else {
		do.Recv = append(do.Recv, "Client", "ClusterClient", "Ring")
	}
	if v.major == 6 {
		do.Recv = append(do.Recv, "baseClient")
	}
	return slices.Concat(
		each(open, "NewClient", "NewClusterClient", "NewRing", "NewFailoverClient", "NewFailoverClusterClient", "NewUniversalClient"),
		each(closing.on(closers...), "Close"), each(do, "Do"),
		each(timeout, "WithTimeout", "Conn"))
}

// redisAnswers are the types of commands: all embed the one that has the error.
func redisAnswers() []string {
	return []string{"Cmd", "BoolCmd", "BoolSliceCmd", "DurationCmd", "FloatCmd", "IntCmd", "IntSliceCmd", "SliceCmd", "StatusCmd", "StringCmd",
		"StringSliceCmd", "ZSliceCmd"}
}

// commands describes how a command's answer is looked at. Result and Val exist for each type of command.
func (v redisAPI) commands() []Entry {
	val, err := Recv.Dot("ok"), Recv.Dot("err")
	types, maps := redisAnswers(), v.maps()
	accessor := Entry{Pkg: v.pkg, Role: Accessor}
	result, value, failure, typed := accessor, accessor, accessor, accessor
	result.Returns, value.Returns, failure.Returns, typed.Returns = []Place{val, err}, []Place{val}, []Place{err}, []Place{val, err}
	scan := Entry{Pkg: v.pkg, Role: Scan, Store: Redis, Handle: Recv, Into: Pointee(0), Err: Result(0), Outcome: []string{"Nil"}}
	return slices.Concat(
		each(result.on(append([]string{maps}, types...)...), "Result"), each(value.on(append([]string{maps}, types...)...), "Val"),
		each(failure.on("baseCmd", "Cmder"), "Err"),
		each(typed.on("Cmd", "StringCmd"), "Int", "Int64", "Uint64", "Float32", "Float64", "Bool"),
		each(typed.on("Cmd"), "Text", "Slice", "StringSlice", "Int64Slice"),
		each(typed.on("StringCmd"), "Bytes", "Time"),
		each(typed.on("IntCmd"), "Uint64"),
		each(scan.on("StringCmd", "SliceCmd", maps), "Scan"))
}

// maps is the type of a command whose answer is a map.
func (v redisAPI) maps() string {
	if v.v9() {
		return "MapStringStringCmd"
	}
	return "StringStringMapCmd"
}

func goRedisTypes() []TypeEntry {
	var out []TypeEntry
	for _, v := range goRedisVersions {
		conn := []string{"baseClient", "cmdable", "statefulCmdable"}
		cluster, ring := []string{"cmdable"}, []string{"cmdable"}
		if v.major == 7 || v.major == 8 {
			cluster, ring = append(cluster, "clusterClient"), append(ring, "ring")
			out = append(out, TypeEntry{Pkg: v.pkg, Name: "conn", Scope: PinnedScope, Store: Redis, Same: conn})
			conn = []string{"conn"}
		}
		tx := []string{"baseClient", "cmdable", "statefulCmdable"}
		if v.major == 6 {
			conn, tx = []string{"baseClient", "statefulCmdable"}, []string{"baseClient", "statefulCmdable"}
			out = append(out, TypeEntry{Pkg: v.pkg, Name: "statefulCmdable", Store: Redis, Same: []string{"cmdable"}})
		}
		out = append(out,
			TypeEntry{Pkg: v.pkg, Name: "Client", Scope: PoolScope, Store: Redis, Same: []string{"baseClient", "cmdable"}},
			TypeEntry{Pkg: v.pkg, Name: "ClusterClient", Scope: PoolScope, Store: Redis, Same: cluster},
			TypeEntry{Pkg: v.pkg, Name: "Ring", Scope: PoolScope, Store: Redis, Same: ring},
			TypeEntry{Pkg: v.pkg, Name: "Conn", Scope: PinnedScope, Store: Redis, Same: conn},
			TypeEntry{Pkg: v.pkg, Name: "Tx", Scope: PinnedScope, Store: Redis, Same: tx},
			TypeEntry{Pkg: v.pkg, Name: "Pipeline", Store: Redis, Buffered: true, Same: tx[1:]},
			TypeEntry{Pkg: v.pkg, Name: "Pipeliner", Store: Redis, Buffered: true},
			TypeEntry{Pkg: v.pkg, Name: "Cmdable", Store: Redis},
			TypeEntry{Pkg: v.pkg, Name: "UniversalClient", Scope: PoolScope, Store: Redis},
			TypeEntry{Pkg: v.pkg, Name: v.scripter(), Store: Redis})
		for _, name := range append(redisAnswers(), v.maps()) {
			if v.major == 6 && name == "IntSliceCmd" {
				continue
			}
			out = append(out, TypeEntry{Pkg: v.pkg, Name: name, Store: Redis, Same: []string{"baseCmd"}})
		}
	}
	return out
}
