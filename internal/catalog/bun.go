package catalog

import "slices"

const bunPkg = "github.com/uptrace/bun"

var bunHandles = []string{"DB", "Tx", "Conn", "IDB"}

// bunEntries describes bun: builders that run at Exec or Scan.
func bunEntries() []Entry { return slices.Concat(bunHandle(), bunBegin(), bunQueries()) }

func bunHandle() []Entry {
	h := Entry{Pkg: bunPkg, Recv: []string{"DB", "Tx", "Conn", "IConn"}, Handle: Recv}
	noPlain := func(entries []Entry) []Entry { return contextOnly("IConn", contextOnly("Conn", entries)) }
	prepare := statements(h.on("DB"), Later, Result(1), "Prepare")
	for i := range prepare {
		prepare[i].Terminal, prepare[i].Args = false, 0
	}
	conn := Entry{Pkg: bunPkg, Recv: []string{"DB"}, Role: Pin, Store: SQL, Handle: Recv, Ctx: Arg(0), Tx: Result(0), Err: Result(1)}
	scan := Entry{Pkg: bunPkg, Recv: []string{"DB"}, Role: Scan, Store: SQL, Handle: Arg(1), Into: Pointee(2), Err: Result(0)}
	return slices.Concat(
		noPlain(statements(h, NoAnswer, Result(1), "Exec")), noPlain(statements(h, Later, Result(1), "Query")), noPlain(statements(h, Later, Place{}, "QueryRow")),
		prepare, each(conn, "Conn"), each(scan, "ScanRow", "ScanRows"),
		[]Entry{
			{Pkg: bunPkg, Name: "NewDB", Role: Derive, Store: SQL, Handle: Arg(0)},
			{Pkg: bunPkg, Recv: []string{"DB"}, Name: "Close", Role: Close, Store: SQL, Handle: Recv, Err: Result(0)},
		})
}

// bunBegin: on a transaction a begin makes a savepoint.
func bunBegin() []Entry {
	begin := Entry{Pkg: bunPkg, Recv: []string{"DB", "Tx"}, Role: Begin, Store: SQL, Handle: Recv, Tx: Result(0), Err: Result(1), Savepoint: true}
	beginTx := begin.on(bunHandles...)
	beginTx.Ctx, beginTx.Isolation = Arg(0), Arg(1).Dot("Isolation")
	run := Entry{Pkg: bunPkg, Recv: bunHandles, Role: RunInTx, Store: SQL, Handle: Recv, Ctx: Arg(0), Isolation: Arg(1).Dot("Isolation"), Func: Arg(2), Tx: ArgOf(2, 1), Err: Result(0), Savepoint: true}
	end := Entry{Pkg: bunPkg, Recv: []string{"Tx"}, Store: SQL, Tx: Recv, Err: Result(0)}
	commit, rollback := end, end
	commit.Role, rollback.Role = Commit, Rollback
	return slices.Concat(each(begin, "Begin"), each(beginTx, "BeginTx"), each(run, "RunInTx"), each(commit, "Commit"), each(rollback, "Rollback"))
}

func bunQueries() []Entry {
	start := Entry{Pkg: bunPkg, Recv: bunHandles, Role: Derive, Store: SQL, Handle: Recv}
	raw := start
	raw.Role, raw.SQL, raw.Args, raw.Answer = Statement, Arg(0), 1, Later
	write := []string{"InsertQuery", "UpdateQuery", "DeleteQuery", "MergeQuery"}
	conds := []string{"SelectQuery", "UpdateQuery", "DeleteQuery", "InsertQuery"}
	all := append([]string{"SelectQuery", "TruncateTableQuery", "CreateTableQuery", "DropTableQuery"}, write...)
	part := func(recv ...string) Entry {
		return Entry{Pkg: bunPkg, Recv: recv, Role: Derive, Store: SQL, Handle: Recv}
	}
	conn, model, cond, lock, value := part(append(all, "RawQuery")...), part(all...), part(conds...), part("SelectQuery"), part("UpdateQuery", "InsertQuery")
	conn.Handle = Arg(0)
	model.Table = Arg(0)
	cond.Cond, cond.Args = Arg(0), 1
	lock.SQL = Arg(0)
	value.Value = Arg(0)
	run := Entry{Pkg: bunPkg, Store: SQL, Handle: Recv, Ctx: Arg(0), Terminal: true}
	exec, ddl, insert, scan, count := run.on(write...), run.on("TruncateTableQuery", "CreateTableQuery", "DropTableQuery"), run.on(write...), run.on("SelectQuery"), run.on("SelectQuery")
	exec.Role, exec.Err = Write, Result(1)
	ddl.Role, ddl.Err = Write, Result(1)
	insert.Role, insert.Into, insert.Answer, insert.Err, insert.Reads = Write, Pointee(1), Direct, Result(0), true
	scan.Role, scan.Into, scan.Reads, scan.Err, scan.Outcome = Scan, Pointee(1), true, Result(0), []string{errNoRows}
	count.Role, count.Into, count.Answer, count.Err = Read, Result(0), Direct, Result(1)
	scanCount := count
	scanCount.Into = Pointee(1)
	rows := run.on("SelectQuery")
	rows.Role, rows.Reads, rows.Returns, rows.Err = Accessor, true, []Place{Recv, Recv.Dot("err")}, Result(1)
	rawRun, rawScan := run.on("RawQuery"), run.on("RawQuery")
	rawRun.Role, rawRun.Err = Write, Result(1)
	rawScan.Role, rawScan.Into, rawScan.Err, rawScan.Outcome = Scan, Pointee(1), Result(0), []string{errNoRows}
	return slices.Concat(
		each(start, "NewSelect", "NewInsert", "NewUpdate", "NewDelete", "NewMerge"), each(start, "NewTruncateTable", "NewCreateTable", "NewDropTable"), each(raw, "NewRaw"),
		each(conn, "Conn"), each(model, "Model"), each(model, "Table", "TableExpr"),
		each(cond, "Where", "WhereOr"), each(part("SelectQuery", "UpdateQuery", "DeleteQuery"), "WherePK", "WhereGroup"),
		each(lock, "For"), each(part("SelectQuery"), "Column", "ColumnExpr", "Order", "OrderExpr", "Limit", "Offset", "Join", "Group", "Distinct", "Relation"),
		each(value, "Set"), each(part("UpdateQuery"), "Column", "OmitZero"), each(part("InsertQuery", "UpdateQuery", "DeleteQuery"), "Returning"),
		each(func() Entry { e := part("InsertQuery"); e.SQL = Arg(0); return e }(), "On"),
		each(exec, "Exec"), each(ddl, "Exec"), each(insert, "Scan"), each(scan, "Scan"), each(count, "Count", "Exists"), each(scanCount, "ScanAndCount"), each(rows, "Rows"),
		each(rawRun, "Exec"), each(rawScan, "Scan"))
}

func bunTypes() []TypeEntry {
	return []TypeEntry{
		{Pkg: bunPkg, Name: "DB", Scope: PoolScope, Store: SQL},
		{Pkg: bunPkg, Name: "Conn", Scope: PinnedScope, Store: SQL, Same: []string{"Conn"}},
		{Pkg: bunPkg, Name: "Tx", Scope: TxScope, Store: SQL, Same: []string{"Tx"}},
		{Pkg: bunPkg, Name: "Stmt", Store: SQL, Same: []string{"Stmt"}},
		{Pkg: bunPkg, Name: "IDB", Store: SQL},
		{Pkg: bunPkg, Name: "IConn", Store: SQL},
	}
}
