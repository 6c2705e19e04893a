package catalog

import "slices"

const (
	pgxPkg     = "github.com/jackc/pgx/v5"
	pgxPoolPkg = pgxPkg + "/pgxpool"
	pgxConnPkg = pgxPkg + "/pgconn"
	pgxStdPkg  = pgxPkg + "/stdlib"
)

// pgxEntries describes pgx v5. Begin on a transaction makes a savepoint.
func pgxEntries() []Entry {
	return slices.Concat(
		pgxHandle(Entry{Pkg: pgxPkg, Recv: []string{"Tx", "Conn"}}),
		pgxHandle(Entry{Pkg: pgxPoolPkg, Recv: []string{"Pool", "Conn", "Tx"}}),
		pgxBegin(), pgxConns(), pgxRows(), pgxLow())
}

// pgxHandle describes what transactions, connections and pools have alike.
func pgxHandle(e Entry) []Entry {
	e.Store, e.Handle, e.Ctx, e.Terminal = SQL, Recv, Arg(0), true
	exec, query, row, batch, copyFrom := e, e, e, e, e
	exec.Role, exec.SQL, exec.Args, exec.Err = Statement, Arg(1), 2, Result(1)
	query = exec
	query.Answer = Later
	row = query
	row.Err = Place{}
	batch.Role, batch.SQL, batch.Answer = Statement, Arg(1), Later
	copyFrom.Role, copyFrom.Table, copyFrom.Value, copyFrom.Err = Write, Arg(1), Arg(3), Result(1)
	return slices.Concat(
		each(exec, "Exec"), each(query, "Query"), each(row, "QueryRow"),
		each(batch, "SendBatch"), each(copyFrom, "CopyFrom"))
}

func pgxBegin() []Entry {
	begin := Entry{Role: Begin, Store: SQL, Handle: Recv, Ctx: Arg(0), Tx: Result(0), Err: Result(1), Savepoint: true}
	in := func(pkg string, e Entry, recv ...string) Entry { e.Pkg, e.Recv = pkg, recv; return e }
	beginTx := begin
	beginTx.Isolation = Arg(1).Dot("IsoLevel")
	end := Entry{Store: SQL, Tx: Recv, Ctx: Arg(0), Err: Result(0)}
	commit, rollback := end, end
	commit.Role, rollback.Role = Commit, Rollback
	run := Entry{Pkg: pgxPkg, Role: RunInTx, Store: SQL, Ctx: Arg(0), Handle: Arg(1), Err: Result(0), Savepoint: true}
	runTx := run
	run.Name, run.Func, run.Tx = "BeginFunc", Arg(2), ArgOf(2, 0)
	runTx.Name, runTx.Func, runTx.Tx, runTx.Isolation = "BeginTxFunc", Arg(3), ArgOf(3, 0), Arg(2).Dot("IsoLevel")
	return slices.Concat(
		each(in(pgxPkg, begin, "Tx", "Conn"), "Begin"), each(in(pgxPkg, beginTx, "Conn"), "BeginTx"),
		each(in(pgxPoolPkg, begin, "Pool", "Conn", "Tx"), "Begin"), each(in(pgxPoolPkg, beginTx, "Pool", "Conn"), "BeginTx"),
		each(in(pgxPkg, commit, "Tx"), "Commit"), each(in(pgxPkg, rollback, "Tx"), "Rollback"),
		each(in(pgxPoolPkg, commit, "Tx"), "Commit"), each(in(pgxPoolPkg, rollback, "Tx"), "Rollback"),
		[]Entry{run, runTx})
}

func pgxConns() []Entry {
	open := Entry{Role: Open, Store: SQL, Ctx: Arg(0), Err: Result(1)}
	in := func(pkg string) Entry { e := open; e.Pkg = pkg; return e }
	same := func(pkg, name string, recv ...string) Entry {
		return Entry{Pkg: pkg, Recv: recv, Name: name, Role: Derive, Store: SQL, Handle: Recv}
	}
	return slices.Concat(
		each(in(pgxPkg), "Connect", "ConnectConfig", "ConnectWithOptions"),
		each(in(pgxPoolPkg), "New", "NewWithConfig"),
		[]Entry{
			{Pkg: pgxPoolPkg, Recv: []string{"Pool"}, Name: "Acquire", Role: Pin, Store: SQL, Handle: Recv, Ctx: Arg(0), Tx: Result(0), Err: Result(1)},
			{Pkg: pgxPoolPkg, Recv: []string{"Pool"}, Name: "AcquireFunc", Role: RunPinned, Store: SQL, Handle: Recv, Ctx: Arg(0), Func: Arg(1), Tx: ArgOf(1, 0), Err: Result(0)},
			{Pkg: pgxPoolPkg, Recv: []string{"Conn"}, Name: "Release", Role: Unpin, Store: SQL, Tx: Recv},
			{Pkg: pgxPoolPkg, Recv: []string{"Conn"}, Name: "Hijack", Role: Hijack, Store: SQL, Tx: Recv},
			{Pkg: pgxPoolPkg, Recv: []string{"Pool"}, Name: "Close", Role: Close, Store: SQL, Handle: Recv},
			{Pkg: pgxPkg, Recv: []string{"Conn"}, Name: "Close", Role: Close, Store: SQL, Handle: Recv, Ctx: Arg(0), Err: Result(0)},
			same(pgxPoolPkg, "Conn", "Conn", "Tx"),
			same(pgxPkg, "Conn", "Tx", "Rows"),
			same(pgxPkg, "PgConn", "Conn"),
			{Pkg: pgxStdPkg, Name: "OpenDBFromPool", Role: Derive, Store: SQL, Handle: Arg(0)},
			{Pkg: pgxStdPkg, Name: "OpenDB", Role: Open, Store: SQL},
		})
}

func pgxRows() []Entry {
	noRows := []string{"ErrNoRows"}
	collect := Entry{Pkg: pgxPkg, Role: Scan, Store: SQL, Handle: Arg(0), Into: Result(0), Err: Result(1)}
	one := collect
	one.Outcome = noRows
	ok, err := Recv.Dot("ok"), Recv.Dot("err")
	return slices.Concat(
		each(collect, "CollectRows"),
		each(one, "CollectOneRow", "CollectExactlyOneRow"),
		[]Entry{
			{Pkg: pgxPkg, Name: "ForEachRow", Role: Scan, Store: SQL, Handle: Arg(0), Into: Arg(1), Func: Arg(2), Err: Result(1)},
			{Pkg: pgxPkg, Name: "AppendRows", Role: Scan, Store: SQL, Handle: Arg(1), Into: Result(0), Err: Result(1)},
			{Pkg: pgxPkg, Recv: []string{"Row", "Rows", "CollectableRow"}, Name: "Scan", Role: Scan, Store: SQL, Handle: Recv, Into: Pointee(0), Err: Result(0), Outcome: noRows},
			{Pkg: pgxPkg, Recv: []string{"Rows"}, Name: "Next", Role: Next, Store: SQL, Handle: Recv},
			{Pkg: pgxPkg, Recv: []string{"Rows"}, Name: "Values", Role: Accessor, Returns: []Place{ok, err}},
			{Pkg: pgxPkg, Recv: []string{"Rows"}, Name: "Err", Role: Accessor, Returns: []Place{err}},
			{Pkg: pgxPkg, Recv: []string{"Rows"}, Name: "CommandTag", Role: Accessor, Returns: []Place{Recv}},
			{Pkg: pgxConnPkg, Recv: []string{"CommandTag"}, Name: "RowsAffected", Role: Accessor, Returns: []Place{Recv.Dot("rows")}},
			{Pkg: pgxPkg, Recv: []string{"Batch"}, Name: "Queue", Role: Statement, Store: SQL, Handle: Recv, SQL: Arg(0), Args: 1, Answer: Later},
			{Pkg: pgxPkg, Recv: []string{"BatchResults"}, Name: "QueryRow", Role: Accessor, Returns: []Place{Recv}},
			{Pkg: pgxPkg, Recv: []string{"BatchResults"}, Name: "Query", Role: Accessor, Returns: []Place{Recv, err}},
			{Pkg: pgxPkg, Recv: []string{"BatchResults"}, Name: "Exec", Role: Accessor, Returns: []Place{Recv, err}},
			{Pkg: pgxPkg, Recv: []string{"BatchResults"}, Name: "Close", Role: Accessor, Returns: []Place{err}},
		})
}

// pgxLow describes the low-level connection.
func pgxLow() []Entry {
	conn := Entry{Pkg: pgxConnPkg, Recv: []string{"PgConn"}, Role: Statement, Store: SQL, Handle: Recv, Ctx: Arg(0), SQL: Arg(1), Terminal: true, Answer: Later}
	closing := Entry{Pkg: pgxConnPkg, Recv: []string{"PgConn"}, Role: Close, Store: SQL, Handle: Recv, Ctx: Arg(0), Err: Result(0)}
	return slices.Concat(each(conn, "Exec", "ExecParams"), each(closing, "Close"))
}

const (
	pgx4Pkg     = "github.com/jackc/pgx/v4"
	pgx4PoolPkg = pgx4Pkg + "/pgxpool"
	pgx4ConnPkg = "github.com/jackc/pgconn"
	pgx4StdPkg  = pgx4Pkg + "/stdlib"
)

// pgx4Entries describes pgx v4: as v5, but the runners are methods, and the rows of a query may be given to a function.
func pgx4Entries() []Entry {
	moved := map[string]string{pgxPkg: pgx4Pkg, pgxPoolPkg: pgx4PoolPkg, pgxConnPkg: pgx4ConnPkg, pgxStdPkg: pgx4StdPkg}
	var out []Entry
	for _, e := range pgxEntries() {
		e.Pkg = moved[e.Pkg]
		switch {
		case len(e.Recv) == 0 && e.Role != Open, e.Name == "ConnectWithOptions", e.Name == "New", e.Name == "NewWithConfig", e.Pkg == pgx4StdPkg:
			continue // functions of v5
		case e.Name == "Conn" && slices.Contains(e.Recv, "Rows"):
			e.Recv = []string{"Tx"}
		case e.Name == "Scan" && e.Pkg == pgx4Pkg:
			e.Recv = []string{"Row", "Rows"}
		}
		out = append(out, e)
	}
	run := Entry{Pkg: pgx4Pkg, Recv: []string{"Tx", "Conn"}, Role: RunInTx, Store: SQL, Handle: Recv, Ctx: Arg(0), Func: Arg(1), Tx: ArgOf(1, 0), Err: Result(0), Savepoint: true}
	runTx := run.on("Conn")
	runTx.Func, runTx.Tx, runTx.Isolation = Arg(2), ArgOf(2, 0), Arg(1).Dot("IsoLevel")
	in := func(e Entry, recv ...string) Entry { e.Pkg, e.Recv = pgx4PoolPkg, recv; return e }
	query := Entry{Pkg: pgx4Pkg, Recv: []string{"Tx", "Conn"}, Role: Statement, Store: SQL, Handle: Recv, Ctx: Arg(0), SQL: Arg(1), Func: Arg(4), Into: Arg(3), Answer: Direct,
		Err: Result(1), Terminal: true}
	open := Entry{Pkg: pgx4PoolPkg, Role: Open, Store: SQL, Ctx: Arg(0), Err: Result(1)}
	return slices.Concat(out,
		each(run, "BeginFunc"), each(runTx, "BeginTxFunc"), each(in(run, "Pool", "Conn", "Tx"), "BeginFunc"), each(in(runTx, "Pool", "Conn"), "BeginTxFunc"),
		each(query, "QueryFunc"), each(in(query, "Pool", "Conn", "Tx"), "QueryFunc"),
		each(open, "Connect", "ConnectConfig"),
		[]Entry{{Pkg: pgx4StdPkg, Name: "OpenDB", Role: Open, Store: SQL}})
}

func pgx4Types() []TypeEntry {
	moved := map[string]string{pgxPkg: pgx4Pkg, pgxPoolPkg: pgx4PoolPkg, pgxConnPkg: pgx4ConnPkg}
	out := pgxTypes()
	for i := range out {
		out[i].Pkg = moved[out[i].Pkg]
	}
	return out
}

func pgxTypes() []TypeEntry {
	return []TypeEntry{
		{Pkg: pgxPkg, Name: "Tx", Scope: TxScope, Store: SQL},
		{Pkg: pgxPkg, Name: "Conn", Scope: PinnedScope, Store: SQL},
		{Pkg: pgxPkg, Name: "Batch", Store: SQL, Buffered: true},
		{Pkg: pgxPoolPkg, Name: "Pool", Scope: PoolScope, Store: SQL},
		{Pkg: pgxPoolPkg, Name: "Conn", Scope: PinnedScope, Store: SQL},
		{Pkg: pgxPoolPkg, Name: "Tx", Scope: TxScope, Store: SQL},
		{Pkg: pgxConnPkg, Name: "PgConn", Scope: PinnedScope, Store: SQL},
	}
}
