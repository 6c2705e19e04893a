package catalog

import "slices"

const sqlPkg = "database/sql"

const errNoRows = "database/sql.ErrNoRows"

// statements describes a family of methods that take SQL text and its arguments: name(text, args...) and
// nameContext(ctx, text, args...).
func statements(e Entry, answer Answer, err Place, names ...string) []Entry {
	e.Role, e.Store, e.Terminal, e.Answer, e.Err = Statement, SQL, true, answer, err
	e.SQL, e.Args = Arg(0), 1
	plain := each(e, names...)
	e.Ctx, e.SQL, e.Args = Arg(0), Arg(1), 2
	for _, n := range names {
		plain = append(plain, each(e, n+"Context")...)
	}
	return plain
}

// prepared describes the methods of a prepared statement: they run what is pending on it, and all their
// arguments (behind the ctx) are SQL arguments.
func prepared(e Entry, answer Answer, err Place, names ...string) []Entry {
	out := statements(e, answer, err, names...)
	for i := range out {
		out[i].SQL = Place{}
		out[i].Args--
	}
	return out
}

func databaseSQLEntries() []Entry {
	handle := Entry{Pkg: sqlPkg, Recv: []string{"DB", "Tx", "Conn"}, Handle: Recv, Store: SQL}
	db := handle.on("DB", "Tx")
	stmt := handle.on("Stmt")
	begin := Entry{Pkg: sqlPkg, Role: Begin, Store: SQL, Handle: Recv, Tx: Result(0), Err: Result(1)}
	beginTx := begin
	beginTx.Ctx, beginTx.Isolation = Arg(0), Arg(1).Dot("Isolation")
	end := Entry{Pkg: sqlPkg, Recv: []string{"Tx"}, Store: SQL, Tx: Recv, Err: Result(0)}
	commit, rollback := end, end
	commit.Role, rollback.Role = Commit, Rollback
	driver := func(e Entry) Entry { e.Pkg = sqlPkg + "/driver"; return e } // which other interfaces embed
	prepare := func(e Entry) []Entry {
		out := statements(e, Later, Result(1), "Prepare")
		for i := range out {
			out[i].Terminal, out[i].Args = false, 0
		}
		return out
	}
	return slices.Concat(
		contextOnly("Conn", statements(handle, NoAnswer, Result(1), "Exec")),
		contextOnly("Conn", statements(handle, Later, Result(1), "Query")),
		contextOnly("Conn", statements(handle, Later, Place{}, "QueryRow")),
		contextOnly("Conn", prepare(handle)),
		prepared(stmt, NoAnswer, Result(1), "Exec"),
		prepared(stmt, Later, Result(1), "Query"),
		prepared(stmt, Later, Place{}, "QueryRow"),
		each(begin.on("DB"), "Begin"),
		each(beginTx.on("DB", "Conn"), "BeginTx"),
		each(commit, "Commit"), each(rollback, "Rollback"),
		each(driver(commit), "Commit"), each(driver(rollback), "Rollback"),
		[]Entry{
			{Pkg: sqlPkg, Recv: db.Recv[1:], Name: "Stmt", Role: Derive, Store: SQL, Handle: Recv, SQL: Arg(0)},
			{Pkg: sqlPkg, Recv: db.Recv[1:], Name: "StmtContext", Role: Derive, Store: SQL, Handle: Recv, Ctx: Arg(0), SQL: Arg(1)},
			{Pkg: sqlPkg, Recv: []string{"DB"}, Name: "Conn", Role: Pin, Store: SQL, Handle: Recv, Ctx: Arg(0), Tx: Result(0), Err: Result(1)},
			{Pkg: sqlPkg, Recv: []string{"Conn"}, Name: "Close", Role: Unpin, Store: SQL, Tx: Recv, Err: Result(0)},
			{Pkg: sqlPkg, Recv: []string{"Conn"}, Name: "Raw", Role: Hijack, Store: SQL, Tx: Recv, Func: Arg(0), Err: Result(0)},
			{Pkg: sqlPkg, Recv: []string{"DB"}, Name: "Close", Role: Close, Store: SQL, Handle: Recv, Err: Result(0)},
			{Pkg: sqlPkg, Name: "Open", Role: Open, Store: SQL, Driver: Arg(0), Err: Result(1)},
			{Pkg: sqlPkg, Name: "OpenDB", Role: Open, Store: SQL, Driver: Arg(0)},
		},
		sqlRows())
}

// contextOnly takes recv away from the methods without a ctx, which it does not have.
func contextOnly(recv string, entries []Entry) []Entry {
	for i, e := range entries {
		if e.Ctx.IsZero() {
			entries[i].Recv = slices.DeleteFunc(slices.Clone(e.Recv), func(r string) bool { return r == recv })
		}
	}
	return entries
}

// sqlRows describes what is done with the answers of statements.
func sqlRows() []Entry {
	return []Entry{
		{Pkg: sqlPkg, Recv: []string{"Row", "Rows"}, Name: "Scan", Role: Scan, Store: SQL, Handle: Recv, Into: Pointee(0), Err: Result(0), Outcome: []string{errNoRows}},
		{Pkg: sqlPkg, Recv: []string{"Row", "Rows"}, Name: "Err", Role: Accessor, Returns: []Place{Recv.Dot("err")}},
		{Pkg: sqlPkg, Recv: []string{"Rows"}, Name: "Next", Role: Next, Store: SQL, Handle: Recv},
		{Pkg: sqlPkg, Recv: []string{"Rows"}, Name: "NextResultSet", Role: Next, Store: SQL, Handle: Recv},
		{Pkg: sqlPkg, Recv: []string{"Result"}, Name: "RowsAffected", Role: Accessor, Returns: []Place{Recv.Dot("rows"), {}}},
		{Pkg: sqlPkg, Recv: []string{"Result"}, Name: "LastInsertId", Role: Accessor, Returns: []Place{Recv.Dot("ok"), {}}},
	}
}

func databaseSQLTypes() []TypeEntry {
	return []TypeEntry{
		{Pkg: sqlPkg, Name: "DB", Scope: PoolScope, Store: SQL},
		{Pkg: sqlPkg, Name: "Conn", Scope: PinnedScope, Store: SQL},
		{Pkg: sqlPkg, Name: "Tx", Scope: TxScope, Store: SQL},
		{Pkg: sqlPkg, Name: "Stmt", Store: SQL}, // as what prepared it
	}
}
