package catalog

import (
	"slices"
	"time"
)

const (
	zeroRedisPkg = "github.com/zeromicro/go-zero/core/stores/redis"
	zeroSQLPkg   = "github.com/zeromicro/go-zero/core/stores/sqlx"
	zeroCachePkg = "github.com/zeromicro/go-zero/core/stores/sqlc"
)

// goZeroEntries describes go-zero's stores: a Redis client with a lock, and a layer over database/sql, with a cache
// in front of it if wanted.
func goZeroEntries() []Entry {
	return slices.Concat(goZeroLock(), goZeroRedis(), goZeroSQL(), goZeroCache())
}

// withCtx adds to each entry its twin that takes a ctx first and has Ctx at the end of its name.
func withCtx(entries []Entry) []Entry {
	out := slices.Clone(entries)
	for _, e := range entries {
		e.Returns = slices.Clone(e.Returns)
		for _, p := range e.places() {
			if p.Kind == AtArg || p.Kind == AtPointee || p.Kind == AtArgOf {
				p.Index++
			}
		}
		if e.Args > 0 {
			e.Args++
		}
		e.Ctx = Arg(0)
		e.Name += "Ctx"
		out = append(out, e)
	}
	return out
}

// goZeroLock: the lease lives half a second unless SetExpire is called; the value is a token of the lock's own.
func goZeroLock() []Entry {
	lock := Entry{Pkg: zeroRedisPkg, Recv: []string{"RedisLock"}, Kind: Lease, Store: Redis, Lock: Recv, OK: Result(0), Err: Result(1)}
	acquire, release := lock, lock
	acquire.Role, release.Role = TryAcquire, Release
	return slices.Concat(
		[]Entry{
			{Pkg: zeroRedisPkg, Name: "NewRedisLock", Role: NewLock, Kind: Lease, Store: Redis, Handle: Arg(0), Key: Arg(1), Lock: Result(0), DefaultTTL: 500 * time.Millisecond},
			{Pkg: zeroRedisPkg, Recv: []string{"RedisLock"}, Name: "SetExpire", Role: SetTTL, Kind: Lease, Store: Redis, Handle: Recv, TTL: Arg(0), TTLUnit: time.Second},
		},
		withCtx(each(acquire, "Acquire")), withCtx(each(release, "Release")))
}

func goZeroRedis() []Entry {
	cmd := func(role Role, names ...string) []Entry {
		return each(Entry{Pkg: zeroRedisPkg, Recv: []string{"Redis"}, Role: role, Store: Redis, Handle: Recv, Key: Arg(0), Err: Result(1), Terminal: true}, names...)
	}
	change := func(entries []Entry, f func(*Entry)) []Entry {
		for i := range entries {
			f(&entries[i])
		}
		return entries
	}
	onlyErr := func(e *Entry) { e.Err = Result(0) }
	setNX := change(cmd(TryAcquire, "Setnx", "SetnxEx"), func(e *Entry) {
		e.Kind, e.Token, e.Value, e.OK = Lease, Arg(1), Arg(1), Result(0)
	})
	setNX[1].TTL, setNX[1].TTLUnit = Arg(2), time.Second
	return withCtx(slices.Concat(
		setNX,
		change(cmd(Delete, "Del"), func(e *Entry) { e.Kind = Lease }),
		change(cmd(Extend, "Expire"), func(e *Entry) { e.Kind, e.TTL, e.TTLUnit, e.Err = Lease, Arg(1), time.Second, Result(0) }),
		change(cmd(Extend, "Expireat"), func(e *Entry) { e.Kind, e.Err = Lease, Result(0) }),
		change(cmd(Write, "Set"), func(e *Entry) { e.Value, e.Err = Arg(1), Result(0) }),
		change(cmd(Write, "Setex"), func(e *Entry) { e.Value, e.TTL, e.TTLUnit, e.Err = Arg(1), Arg(2), time.Second, Result(0) }),
		change(cmd(Write, "Hset", "Hmset", "Ltrim"), onlyErr),
		change(cmd(Write, "Hsetnx"), func(e *Entry) { e.Guarded, e.Value, e.OK = true, Arg(2), Result(0) }),
		change(cmd(Write, "GetSet", "SetBit", "Lrem", "Persist"), func(e *Entry) {}),
		change(cmd(Write, "Decr", "Decrby", "Incr", "Incrby", "IncrbyFloat", "Hincrby", "HincrbyFloat", "Hdel", "Lpop", "Lpush", "Rpop", "Rpush", "Sadd", "Srem", "Spop",
			"Zadd", "Zadds", "Zincrby", "Zrem", "Zremrangebyrank", "Zremrangebyscore"), func(e *Entry) { e.Atomic = true }),
		change(cmd(Read, "Exists", "Get", "GetBit", "Hexists", "Hget", "Hgetall", "Hkeys", "Hlen", "Hmget", "Hvals", "Keys", "Lindex", "Llen", "Lrange", "Mget", "Scard",
			"Sismember", "Smembers", "Ttl", "Zcard", "Zcount", "Zrange", "Zrank", "Zscore"), func(e *Entry) { e.Into, e.Answer = Result(0), Direct }),
		change(cmd(Script, "Eval", "EvalSha", "ScriptRun"), func(e *Entry) {
			e.SQL, e.Key, e.Token, e.Answer = Arg(0), Arg(1), Arg(2), Later
			if e.Name == "EvalSha" {
				e.SQL = Place{}
			}
		}),
		change(cmd(RunPinned, "Pipelined"), func(e *Entry) { e.Key, e.Func, e.Tx, e.Err = Place{}, Arg(0), ArgOf(0, 0), Result(0) })),
	)
}

// goZeroRedisOpen comes without ctx.
func goZeroRedisOpen() []Entry {
	open := Entry{Pkg: zeroRedisPkg, Role: Open, Store: Redis}
	return slices.Concat(each(open, "New", "MustNewRedis"), each(open.resultError(1), "NewRedis"),
		[]Entry{{Pkg: zeroRedisPkg, Name: "NewScript", Role: Script, Store: Redis, SQL: Arg(0)}})
}

// goZeroSQL: QueryRow fills its first argument; the session of Transact is the transaction.
func goZeroSQL() []Entry {
	session := Entry{Pkg: zeroSQLPkg, Recv: []string{"Session", "commonSqlConn", "txSession"}, Role: Statement, Store: SQL, Handle: Recv, Terminal: true}
	exec, query, prepare := session, session, session
	exec.SQL, exec.Args, exec.Err = Arg(0), 1, Result(1)
	query.SQL, query.Args, query.Into, query.Answer, query.Err = Arg(1), 2, Pointee(0), Direct, Result(0)
	row := query
	row.Outcome = []string{"ErrNotFound"}
	prepare.SQL, prepare.Terminal, prepare.Answer, prepare.Err = Arg(0), false, Later, Result(1)
	stmt := func(e Entry) Entry { // all arguments but the target are SQL arguments
		e.Recv, e.SQL, e.Args = []string{"StmtSession"}, Place{}, e.Args-1
		return e
	}
	stmtExec := withCtx(each(stmt(exec), "Exec"))
	stmtExec[1].Args = 1 // without a ctx they begin at 0, which says none
	run := Entry{Pkg: zeroSQLPkg, Recv: []string{"SqlConn", "commonSqlConn"}, Role: RunInTx, Store: SQL, Handle: Recv, Func: Arg(0), Tx: ArgOf(0, 0), Err: Result(0)}
	runCtx := run
	runCtx.Ctx, runCtx.Func, runCtx.Tx = Arg(0), Arg(1), ArgOf(1, 1)
	end := Entry{Pkg: zeroSQLPkg, Recv: []string{"trans"}, Store: SQL, Tx: Recv, Err: Result(0)}
	commit, rollback := end, end
	commit.Role, rollback.Role = Commit, Rollback
	wrap := Entry{Pkg: zeroSQLPkg, Role: Derive, Store: SQL, Handle: Arg(0)}
	return slices.Concat(
		withCtx(each(exec, "Exec")), withCtx(each(query, "QueryRows", "QueryRowsPartial")), withCtx(each(row, "QueryRow", "QueryRowPartial")), withCtx(each(prepare, "Prepare")),
		stmtExec, withCtx(each(stmt(query), "QueryRows", "QueryRowsPartial")), withCtx(each(stmt(row), "QueryRow", "QueryRowPartial")),
		each(run, "Transact"), each(runCtx, "TransactCtx"), each(commit, "Commit"), each(rollback, "Rollback"),
		each(wrap, "NewSessionFromTx", "NewSqlConnFromDB", "NewSqlConnFromSession"),
		[]Entry{
			{Pkg: zeroSQLPkg, Recv: []string{"SqlConn", "commonSqlConn"}, Name: "RawDB", Role: Derive, Store: SQL, Handle: Recv, Err: Result(1)},
			{Pkg: zeroSQLPkg, Name: "NewSqlConn", Role: Open, Store: SQL, Driver: Arg(0)},
			{Pkg: zeroSQLPkg, Name: "NewMysql", Role: Open, Store: SQL},
		},
		goZeroRedisOpen())
}

// goZeroCache: the functions given to it get the connection below and are called before it returns.
func goZeroCache() []Entry {
	conn := Entry{Pkg: zeroCachePkg, Recv: []string{"CachedConn"}, Store: SQL, Handle: Recv}
	exec, query, run := conn, conn, conn
	exec.Role, exec.Terminal, exec.SQL, exec.Args, exec.Err = Statement, true, Arg(0), 1, Result(1)
	query.Role, query.Terminal, query.SQL, query.Args, query.Into, query.Answer, query.Err = Statement, true, Arg(1), 2, Pointee(0), Direct, Result(0)
	run.Role, run.Func, run.Tx, run.Err = RunInTx, Arg(0), ArgOf(0, 0), Result(0)
	runCtx := run
	runCtx.Ctx, runCtx.Func, runCtx.Tx = Arg(0), Arg(1), ArgOf(1, 1)
	pinned := conn
	pinned.Role, pinned.Func, pinned.Tx, pinned.Err = RunPinned, Arg(0), ArgOf(0, 0), Result(1)
	pinnedCtx := pinned
	pinnedCtx.Ctx, pinnedCtx.Func, pinnedCtx.Tx = Arg(0), Arg(1), ArgOf(1, 1)
	read := conn
	read.Role, read.Func, read.Tx, read.Err = RunPinned, Arg(2), ArgOf(2, 0), Result(0)
	readCtx := read
	readCtx.Ctx, readCtx.Func, readCtx.Tx = Arg(0), Arg(3), ArgOf(3, 1)
	wrap := Entry{Pkg: zeroCachePkg, Role: Derive, Store: SQL, Handle: Arg(0)}
	session := conn
	session.Role, session.Handle = Derive, Arg(0)
	return slices.Concat(
		withCtx(each(exec, "ExecNoCache")), withCtx(each(query, "QueryRowNoCache", "QueryRowsNoCache")),
		each(run, "Transact"), each(runCtx, "TransactCtx"),
		each(pinned, "Exec"), each(pinnedCtx, "ExecCtx"), each(read, "QueryRow"), each(readCtx, "QueryRowCtx"),
		each(wrap, "NewConn", "NewConnWithCache", "NewNodeConn"), each(session, "WithSession"))
}

func goZeroTypes() []TypeEntry {
	return []TypeEntry{
		{Pkg: zeroRedisPkg, Name: "Redis", Scope: PoolScope, Store: Redis},
		{Pkg: zeroRedisPkg, Name: "RedisLock", Kind: Lease, Store: Redis},
		{Pkg: zeroSQLPkg, Name: "SqlConn", Store: SQL}, // of a session too
		{Pkg: zeroSQLPkg, Name: "Session", Store: SQL},
		{Pkg: zeroCachePkg, Name: "CachedConn", Store: SQL},
	}
}
