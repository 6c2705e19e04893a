package catalog

import "slices"

const xormPkg = "xorm.io/xorm"

// xormEntries describes xorm. A session is its own transaction: Begin opens one on it, Close rolls it back if it is
// still open. A method of the engine makes a session for one statement.
func xormEntries() []Entry {
	begin := Entry{Pkg: xormPkg, Recv: []string{"Session"}, Role: Begin, Store: SQL, Handle: Recv, Tx: Recv, Err: Result(0)}
	end := Entry{Pkg: xormPkg, Recv: []string{"Session"}, Store: SQL, Tx: Recv, Err: Result(0)}
	commit, rollback := end, end
	back := end
	commit.Role, rollback.Role, back.Role = Commit, Rollback, Unpin
	run := Entry{Pkg: xormPkg, Recv: []string{"Engine"}, Role: RunInTx, Store: SQL, Handle: Recv, Func: Arg(0), Tx: ArgOf(0, 0), Err: Result(1)}
	session := Entry{Pkg: xormPkg, Recv: []string{"Engine", "EngineGroup", "EngineInterface"}, Role: Pin, Store: SQL, Handle: Recv, Tx: Result(0)}
	open := Entry{Pkg: xormPkg, Role: Open, Store: SQL, Driver: Arg(0), Err: Result(1)}
	closing := Entry{Pkg: xormPkg, Recv: []string{"Engine", "EngineGroup"}, Role: Close, Store: SQL, Handle: Recv, Err: Result(0)}
	group := open
	group.Driver = Place{}
	return slices.Concat(
		each(begin, "Begin"), each(commit, "Commit"), each(rollback, "Rollback"), each(back, "Close"), each(run, "Transaction"),
		each(session, "NewSession"), each(open, "NewEngine", "NewEngineWithParams"), each(group, "NewEngineGroup"), each(closing, "Close"),
		xormBuilders(), xormRuns())
}

func xormBuilders() []Entry {
	b := Entry{Pkg: xormPkg, Recv: []string{"Session", "Engine", "Interface"}, Role: Derive, Store: SQL, Handle: Recv}
	cond, table, only, lock, sql := b, b, b.on("Session", "Engine"), b.on("Session"), b
	cond.Cond, cond.Args = Arg(0), 1
	table.Table = Arg(0)
	more := cond.on("Session")
	lock.SQL = Constant("FOR UPDATE")
	sql.Role, sql.SQL, sql.Args, sql.Answer = Statement, Arg(0), 1, Later
	ctx := b.on("Session", "Engine", "EngineGroup", "EngineInterface")
	ctx.Ctx = Arg(0)
	return slices.Concat(
		each(cond, "Where"), each(more, "And", "Or"), each(table, "Table"), each(sql, "SQL"), each(lock, "ForUpdate"), each(ctx, "Context"),
		each(b, "ID", "In", "NotIn", "Cols", "AllCols", "MustCols", "Omit", "Asc", "Desc", "OrderBy", "GroupBy", "Limit", "Join", "Distinct", "Select", "Alias", "Incr", "Decr",
			"SetExpr", "Unscoped", "UseBool", "Nullable", "NoAutoCondition"),
		each(only, "Having", "NoAutoTime", "NoCascade"))
}

func xormRuns() []Entry {
	r := Entry{Pkg: xormPkg, Recv: []string{"Session", "Engine", "Interface"}, Store: SQL, Handle: Recv, Terminal: true}
	get, find, count, insert, update, remove, iterate, ddl := r, r, r, r, r, r, r, r
	get.Role, get.Into, get.Answer, get.Table, get.Err = Read, Pointee(0), Direct, Arg(0), Result(1)
	find.Role, find.Into, find.Answer, find.Table, find.Err = Read, Pointee(0), Direct, Arg(0), Result(0)
	findCount := find
	findCount.Err = Result(1)
	count.Role, count.Into, count.Answer, count.Table, count.Err = Read, Result(0), Direct, Arg(0), Result(1)
	insert.Role, insert.Value, insert.Table, insert.Err = Write, Arg(0), Arg(0), Result(1)
	update.Role, update.Value, update.Table, update.Cond, update.Err = Write, Arg(0), Arg(0), Arg(1), Result(1)
	remove.Role, remove.Table, remove.Cond, remove.Err = Write, Arg(0), Arg(0), Result(1)
	iterate.Role, iterate.Table, iterate.Func, iterate.Err = Read, Arg(0), Arg(1), Result(0)
	ddl.Role, ddl.Table, ddl.Err = Write, Arg(0), Result(0)
	// The text is the first of the variadic arguments.
	exec, query := r, r.on("Session", "Engine", "EngineGroup", "Interface")
	exec.Role, exec.SQL, exec.Err = Statement, Arg(0), Result(1)
	query.Role, query.SQL, query.Answer, query.Err = Statement, Arg(0), Later, Result(1)
	rows := r.on("Session", "Engine", "EngineGroup", "Interface")
	rows.Role, rows.Reads, rows.Returns, rows.Table, rows.Err = Accessor, true, []Place{Recv, Recv.Dot("err")}, Arg(0), Result(1)
	return slices.Concat(
		each(get, "Get"), each(find, "Find"), each(findCount, "FindAndCount"), each(count, "Count", "Exist", "Sum", "SumInt"), each(iterate, "Iterate"),
		each(insert, "Insert", "InsertOne"), each(insert.on("Session"), "InsertMulti"), each(update, "Update"), each(remove, "Delete", "Truncate"),
		each(exec, "Exec"), each(query, "Query", "QueryString", "QueryInterface"), each(rows, "Rows"),
		each(ddl.on("Session", "Engine", "EngineInterface"), "Sync", "Sync2"),
		[]Entry{
			{Pkg: xormPkg, Recv: []string{"Rows"}, Name: "Scan", Role: Scan, Store: SQL, Handle: Recv, Into: Pointee(0), Err: Result(0)},
			{Pkg: xormPkg, Recv: []string{"Rows"}, Name: "Next", Role: Next, Store: SQL, Handle: Recv},
			{Pkg: xormPkg, Recv: []string{"Rows"}, Name: "Err", Role: Accessor, Returns: []Place{Recv.Dot("err")}},
		})
}

func xormTypes() []TypeEntry {
	return []TypeEntry{
		{Pkg: xormPkg, Name: "Engine", Scope: PoolScope, Store: SQL},
		{Pkg: xormPkg, Name: "EngineGroup", Scope: PoolScope, Store: SQL, Same: []string{"Engine"}},
		{Pkg: xormPkg, Name: "EngineInterface", Scope: PoolScope, Store: SQL},
		{Pkg: xormPkg, Name: "Session", Store: SQL}, // a transaction between Begin and Commit
		{Pkg: xormPkg, Name: "Interface", Store: SQL},
	}
}
