package catalog

import (
	"slices"
	"time"
)

const (
	gfDBPkg    = "github.com/gogf/gf/v2/database/gdb"
	gfRedisPkg = "github.com/gogf/gf/v2/database/gredis"
	gfFramePkg = "github.com/gogf/gf/v2/frame/g"
	gfVarPkg   = "github.com/gogf/gf/v2/container/gvar"
)

// gfEntries describes GoFrame v2: its ORM, whose statements join the transaction that their ctx carries, and its Redis client.
func gfEntries() []Entry {
	return slices.Concat(gfDB(), gfTx(), gfModel(), gfRedis(), gfFrame())
}

func gfDB() []Entry {
	db := Entry{Pkg: gfDBPkg, Recv: []string{"DB", "Core"}, Store: SQL, Handle: Recv, Ctx: Arg(0), Within: Arg(0), Terminal: true}
	run, begin, exec, query, scan, insert, update, remove := db, db, db, db, db, db, db, db
	run.Role, run.Func, run.Tx, run.Err, run.Savepoint, run.Terminal = RunInTx, Arg(1), ArgOf(1, 1), Result(0), true, false
	begin.Role, begin.Tx, begin.Err, begin.Terminal, begin.Within = Begin, Result(0), Result(1), false, Place{}
	exec.Role, exec.SQL, exec.Args, exec.Err = Statement, Arg(1), 2, Result(1)
	query.Role, query.SQL, query.Args, query.Err, query.Answer = Statement, Arg(1), 2, Result(1), Later
	scan.Role, scan.SQL, scan.Args, scan.Into, scan.Answer, scan.Err, scan.Outcome = Statement, Arg(2), 3, Pointee(1), Direct, Result(0), []string{errNoRows}
	insert.Role, insert.Table, insert.Value, insert.Err = Write, Arg(1), Arg(2), Result(1)
	update.Role, update.Table, update.Value, update.Cond, update.Args, update.Err = Write, Arg(1), Arg(2), Arg(3), 4, Result(1)
	remove.Role, remove.Table, remove.Cond, remove.Args, remove.Err = Write, Arg(1), Arg(2), 3, Result(1)
	same := Entry{Pkg: gfDBPkg, Recv: []string{"DB", "Core"}, Role: Derive, Store: SQL, Handle: Recv}
	model, raw, ctx := same, same, same
	model.Table = Arg(0)
	raw.Role, raw.SQL, raw.Args, raw.Answer = Statement, Arg(0), 1, Later
	ctx.Ctx, ctx.Within = Arg(0), Arg(0)
	open := Entry{Pkg: gfDBPkg, Role: Open, Store: SQL, Err: Result(1)}
	return slices.Concat(
		each(run, "Transaction"), each(begin, "Begin"), each(exec, "Exec"), each(query, "Query", "GetAll", "GetOne", "GetValue", "GetArray", "GetCount"), each(scan, "GetScan"),
		each(insert, "Insert", "InsertIgnore", "InsertAndGetId", "Replace", "Save"), each(update, "Update"), each(remove, "Delete"),
		each(model, "Model"), each(same, "With", "Schema", "GetCore"), each(raw, "Raw"), each(ctx, "Ctx"),
		each(open, "New", "NewByGroup", "Instance"),
		[]Entry{
			{Pkg: gfDBPkg, Recv: []string{"DB", "Core"}, Name: "Close", Role: Close, Store: SQL, Handle: Recv, Err: Result(0)},
			{Pkg: gfDBPkg, Recv: []string{"DB", "Core"}, Name: "Master", Role: Derive, Store: SQL, Handle: Recv, Err: Result(1)},
			{Pkg: gfDBPkg, Recv: []string{"DB", "Core"}, Name: "Slave", Role: Derive, Store: SQL, Handle: Recv, Err: Result(1)},
		})
}

// gfTx: Begin on a transaction counts one up, and the Commit that follows one down: both are left out, so that the
// end of such a pair is taken for the end of the whole.
func gfTx() []Entry {
	tx := Entry{Pkg: gfDBPkg, Recv: []string{"TX", "TXCore"}, Store: SQL, Handle: Recv, Terminal: true}
	exec, query, scan, insert, update, remove := tx, tx, tx, tx, tx, tx
	exec.Role, exec.SQL, exec.Args, exec.Err = Statement, Arg(0), 1, Result(1)
	query.Role, query.SQL, query.Args, query.Err, query.Answer = Statement, Arg(0), 1, Result(1), Later
	scan.Role, scan.SQL, scan.Args, scan.Into, scan.Answer, scan.Err, scan.Outcome = Statement, Arg(1), 2, Pointee(0), Direct, Result(0), []string{errNoRows}
	insert.Role, insert.Table, insert.Value, insert.Err = Write, Arg(0), Arg(1), Result(1)
	update.Role, update.Table, update.Value, update.Cond, update.Args, update.Err = Write, Arg(0), Arg(1), Arg(2), 3, Result(1)
	remove.Role, remove.Table, remove.Cond, remove.Args, remove.Err = Write, Arg(0), Arg(1), 2, Result(1)
	run := Entry{Pkg: gfDBPkg, Recv: []string{"TX", "TXCore"}, Role: RunInTx, Store: SQL, Handle: Recv, Ctx: Arg(0), Func: Arg(1), Tx: ArgOf(1, 1), Err: Result(0), Savepoint: true}
	end := Entry{Pkg: gfDBPkg, Recv: []string{"TX", "TXCore"}, Store: SQL, Tx: Recv, Err: Result(0)}
	commit, rollback := end, end
	commit.Role, rollback.Role = Commit, Rollback
	same := Entry{Pkg: gfDBPkg, Recv: []string{"TX", "TXCore"}, Role: Derive, Store: SQL, Handle: Recv}
	model, raw, ctx := same, same, same
	model.Table = Arg(0)
	raw.Role, raw.SQL, raw.Args, raw.Answer = Statement, Arg(0), 1, Later
	ctx.Ctx = Arg(0)
	return slices.Concat(
		each(exec, "Exec"), each(query, "Query", "GetAll", "GetOne", "GetValue", "GetCount"), each(scan, "GetScan", "GetStruct", "GetStructs"),
		each(insert, "Insert", "InsertIgnore", "InsertAndGetId", "Replace", "Save"), each(update, "Update"), each(remove, "Delete"),
		each(run, "Transaction"), each(commit, "Commit"), each(rollback, "Rollback"),
		each(model, "Model"), each(same, "With", "GetSqlTX"), each(raw, "Raw"), each(ctx, "Ctx"),
		[]Entry{
			{Pkg: gfDBPkg, Name: "WithTX", Role: Carry, Store: SQL, Ctx: Arg(0), Handle: Arg(1)},
			{Pkg: gfDBPkg, Name: "TXFromCtx", Role: Derive, Store: SQL, Handle: Arg(0)},
		})
}

func gfModel() []Entry {
	m := Entry{Pkg: gfDBPkg, Recv: []string{"Model"}, Role: Derive, Store: SQL, Handle: Recv}
	cond, handle, ctx, value, update, share := m, m, m, m, m, m
	cond.Cond, cond.Args = Arg(0), 1
	handle.Handle = Arg(0)
	ctx.Ctx, ctx.Within = Arg(0), Arg(0)
	value.Value = Arg(0)
	update.SQL, share.SQL = Constant("FOR UPDATE"), Constant("LOCK IN SHARE MODE")
	run := Entry{Pkg: gfDBPkg, Recv: []string{"Model"}, Store: SQL, Handle: Recv, Terminal: true}
	read, scan, insert, change, count, remove := run, run, run, run, run, run
	read.Role, read.Into, read.Answer, read.Err = Read, Result(0), Direct, Result(1)
	scan.Role, scan.Into, scan.Reads, scan.Err, scan.Outcome = Scan, Pointee(0), true, Result(0), []string{errNoRows}
	insert.Role, insert.Value, insert.Err = Write, Arg(0), Result(1)
	change.Role, change.Value, change.Err = Write, Arg(0), Result(1)
	count.Role, count.Atomic, count.Value, count.Err = Write, true, Arg(1), Result(1)
	remove.Role, remove.Cond, remove.Err = Write, Arg(0), Result(1)
	runner := Entry{Pkg: gfDBPkg, Recv: []string{"Model"}, Role: RunInTx, Store: SQL, Handle: Recv, Ctx: Arg(0), Func: Arg(1), Tx: ArgOf(1, 1), Err: Result(0), Savepoint: true}
	return slices.Concat(
		each(cond, "Where", "WhereOr", "WherePri", "Wheref", "WhereOrf"), each(handle, "DB", "TX"), each(ctx, "Ctx"), each(value, "Data"), each(update, "LockUpdate"), each(share, "LockShared"),
		each(m, "WhereIn", "WhereNotIn", "WhereGT", "WhereGTE", "WhereLT", "WhereLTE", "WhereNot", "WhereNull", "WhereNotNull", "WhereLike", "WhereBetween", "Fields", "FieldsEx", "Order", "OrderAsc", "OrderDesc",
			"Group", "Having", "Limit", "Offset", "Page", "LeftJoin", "RightJoin", "InnerJoin", "As", "Distinct", "Unscoped", "Clone", "Safe", "Batch", "Cache", "OmitEmpty", "OmitNil", "OmitEmptyData", "OmitEmptyWhere",
			"OmitNilData", "OmitNilWhere", "With", "WithAll", "Handler", "OnDuplicate", "OnConflict", "Master", "Slave"),
		each(read, "All", "One", "Array", "Value", "Count", "CountColumn", "Max", "Min", "Sum", "Avg"), each(scan, "Scan"),
		each(insert, "Insert", "InsertIgnore", "InsertAndGetId", "Replace", "Save"), each(change, "Update", "UpdateAndGetAffected"), each(count, "Increment", "Decrement"), each(remove, "Delete"),
		each(runner, "Transaction"))
}

// gfRedis: the commands are methods of one interface for each kind of data.
func gfRedis() []Entry {
	cmd := func(group string, role Role, names ...string) []Entry {
		return each(Entry{Pkg: gfRedisPkg, Recv: []string{"IGroup" + group}, Role: role, Store: Redis, Handle: Recv, Ctx: Arg(0), Key: Arg(1), Err: Result(1), Terminal: true}, names...)
	}
	change := func(entries []Entry, f func(*Entry)) []Entry {
		for i := range entries {
			f(&entries[i])
		}
		return entries
	}
	direct := func(e *Entry) { e.Into, e.Answer = Result(0), Direct }
	atomic := func(e *Entry) { e.Atomic = true }
	do := Entry{Pkg: gfRedisPkg, Recv: []string{"Redis", "AdapterOperation", "Conn"}, Role: Command, Store: Redis, Handle: Recv, Ctx: Arg(0), Args: 1, OK: answer, Err: Result(1), Terminal: true, Answer: Later}
	mustDo := do.on("Redis")
	mustDo.Err = Place{}
	open := Entry{Pkg: gfRedisPkg, Role: Open, Store: Redis}
	pin := Entry{Pkg: gfRedisPkg, Recv: []string{"Redis", "AdapterOperation"}, Role: Pin, Store: Redis, Handle: Recv, Ctx: Arg(0), Tx: Result(0), Err: Result(1)}
	return slices.Concat(
		change(cmd("String", TryAcquire, "SetNX"), func(e *Entry) { e.Kind, e.Token, e.Value, e.OK = Lease, Arg(2), Arg(2), Result(0) }),
		change(cmd("Generic", Delete, "Del", "Unlink"), func(e *Entry) { e.Kind = Lease }), change(cmd("String", Delete, "GetDel"), func(e *Entry) { e.Kind = Lease }),
		change(cmd("Generic", Extend, "Expire"), func(e *Entry) { e.Kind, e.TTL, e.TTLUnit = Lease, Arg(2), time.Second }),
		change(cmd("Generic", Extend, "PExpire"), func(e *Entry) { e.Kind, e.TTL, e.TTLUnit = Lease, Arg(2), time.Millisecond }),
		change(cmd("Generic", Extend, "ExpireAt", "PExpireAt"), func(e *Entry) { e.Kind = Lease }),
		change(cmd("String", Write, "Set"), func(e *Entry) { // with an option NX it is a lock
			e.Value, e.Token, e.Kind, e.OK = Arg(2), Arg(2), Lease, answer
			e.Role, e.If, e.IfText, e.Else = TryAcquire, Arg(3).Dot("NX"), "true", Write
		}),
		change(cmd("String", Write, "SetEX"), func(e *Entry) { e.Value, e.TTL, e.TTLUnit, e.Err = Arg(2), Arg(3), time.Second, Result(0) }),
		change(cmd("String", Write, "GetSet", "SetRange"), func(e *Entry) {}), change(cmd("String", Write, "MSet"), func(e *Entry) { e.Key, e.Value, e.Err = Place{}, Arg(1), Result(0) }),
		change(cmd("Hash", Write, "HSet", "HSetNX"), func(e *Entry) {}), change(cmd("Hash", Write, "HMSet"), func(e *Entry) { e.Err = Result(0) }),
		change(cmd("String", Write, "Append", "Incr", "IncrBy", "IncrByFloat", "Decr", "DecrBy"), atomic), change(cmd("Hash", Write, "HIncrBy", "HIncrByFloat", "HDel"), atomic),
		change(cmd("List", Write, "LPush", "RPush", "LPop", "RPop"), atomic), change(cmd("Set", Write, "SAdd", "SRem", "SPop"), atomic), change(cmd("SortedSet", Write, "ZAdd", "ZIncrBy", "ZRem"), atomic),
		change(cmd("String", Read, "Get", "GetEX", "GetRange", "MGet", "StrLen"), direct), change(cmd("Generic", Read, "Exists", "TTL", "PTTL", "Keys", "Type"), direct),
		change(cmd("Hash", Read, "HGet", "HGetAll", "HMGet", "HExists", "HKeys", "HVals", "HLen"), direct), change(cmd("List", Read, "LRange", "LLen", "LIndex"), direct),
		change(cmd("Set", Read, "SMembers", "SIsMember", "SCard"), direct), change(cmd("SortedSet", Read, "ZRange", "ZScore", "ZCard", "ZCount"), direct),
		change(cmd("Script", Script, "Eval"), func(e *Entry) { e.SQL, e.Key, e.Token, e.Answer = Arg(1), Arg(3), Arg(4), Later }),
		change(cmd("Script", Script, "EvalSha"), func(e *Entry) { e.Key, e.Token, e.Answer = Arg(3), Arg(4), Later }),
		each(do, "Do"), each(mustDo, "MustDo"), each(open.resultError(1), "New"), each(open, "Instance"), each(pin, "Conn"),
		each(Entry{Pkg: gfRedisPkg, Recv: []string{"AdapterGroup"}, Role: Derive, Store: Redis, Handle: Recv}, "GroupGeneric", "GroupHash", "GroupList", "GroupScript", "GroupSet", "GroupSortedSet", "GroupString"),
		[]Entry{{Pkg: gfRedisPkg, Recv: []string{"Conn"}, Name: "Close", Role: Unpin, Store: Redis, Tx: Recv, Ctx: Arg(0), Err: Result(0)}})
}

func gfFrame() []Entry {
	// What Redis answers comes as a value that is read in one way or another.
	answered := Entry{Pkg: gfVarPkg, Recv: []string{"Var"}, Role: Accessor, Returns: []Place{Recv.Dot("ok")}}
	return slices.Concat([]Entry{
		{Pkg: gfFramePkg, Name: "DB", Role: Open, Store: SQL},
		{Pkg: gfFramePkg, Name: "Model", Role: Open, Store: SQL, Table: Arg(0)},
		{Pkg: gfFramePkg, Name: "Redis", Role: Open, Store: Redis},
	}, each(answered, "Bool", "Int", "Int64", "String", "Val"))
}

func gfTypes() []TypeEntry {
	return []TypeEntry{
		{Pkg: gfDBPkg, Name: "DB", Store: SQL},
		{Pkg: gfDBPkg, Name: "Core", Store: SQL},
		{Pkg: gfDBPkg, Name: "TX", Scope: TxScope, Store: SQL},
		{Pkg: gfDBPkg, Name: "Model", Store: SQL},
		{Pkg: gfRedisPkg, Name: "Redis", Scope: PoolScope, Store: Redis, Same: []string{"localAdapter", "localGroup"}},
		{Pkg: gfRedisPkg, Name: "Conn", Scope: PinnedScope, Store: Redis},
	}
}
