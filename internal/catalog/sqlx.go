package catalog

import "slices"

const sqlxPkg = "github.com/jmoiron/sqlx"

// sqlxEntries describes what sqlx adds to database/sql; the rest is promoted from the embedded types.
func sqlxEntries() []Entry {
	db := Entry{Pkg: sqlxPkg, Recv: []string{"DB", "Tx", "Conn"}, Handle: Recv}
	named := db.on("DB", "Tx")
	named.Named = true
	begin := Entry{Pkg: sqlxPkg, Role: Begin, Store: SQL, Handle: Recv, Tx: Result(0)}
	beginTx := begin
	beginTx.Ctx, beginTx.Isolation = Arg(0), Arg(1).Dot("Isolation")
	conn := method(sqlxPkg, "DB", "Connx", Pin)
	conn.Store, conn.Handle, conn.Ctx, conn.Tx, conn.Err = SQL, Recv, Arg(0), Result(0), Result(1)
	unsafe := Entry{Pkg: sqlxPkg, Recv: []string{"DB", "Tx", "Stmt", "NamedStmt"}, Role: Derive, Store: SQL, Handle: Recv}
	return slices.Concat(
		contextOnly("Conn", intoDest(db, "Get", "Select")),
		contextOnly("Conn", statements(db, Later, Result(1), "Queryx")),
		contextOnly("Conn", statements(db, Later, Place{}, "QueryRowx")),
		contextOnly("Conn", statements(db.on("DB", "Tx"), NoAnswer, Place{}, "MustExec")),
		statements(named, NoAnswer, Result(1), "NamedExec"),
		statements(named, Later, Result(1), "NamedQuery")[:1],
		statements(named.on("DB"), Later, Result(1), "NamedQuery")[1:],
		contextOnly("Conn", pending(db, "Preparex")),
		pending(named, "PrepareNamed"),
		interfaces(), functions(), sqlxStatements(), sqlxOpen(),
		each(begin.on("DB").resultError(1), "Beginx"),
		each(begin.on("DB"), "MustBegin"),
		each(beginTx.on("DB", "Conn").resultError(1), "BeginTxx"),
		each(beginTx.on("DB"), "MustBeginTx"),
		[]Entry{conn},
		each(unsafe, "Unsafe"),
		sqlxRows(), sqlxTexts())
}

// intoDest describes Get(dest, text, args...) and its Context form.
func intoDest(e Entry, names ...string) []Entry {
	out := statements(e, Direct, Result(0), names...)
	for i := range out {
		o := &out[i]
		o.Into = Pointee(o.SQL.Index)
		o.SQL.Index++
		o.Args++
		o.Outcome = []string{errNoRows}
	}
	return out
}

// pending describes the methods that prepare a statement and do not run it.
func pending(e Entry, names ...string) []Entry {
	out := statements(e, Later, Result(1), names...)
	for i := range out {
		out[i].Terminal, out[i].Args = false, 0
	}
	return out
}

// behindHandle moves the places of methods to those of functions whose handle is an argument behind the ctx.
func behindHandle(entries []Entry) []Entry {
	for i := range entries {
		e := &entries[i]
		e.Recv, e.Handle = nil, Arg(0)
		if !e.Ctx.IsZero() {
			e.Handle = Arg(1)
		}
		for _, p := range []*Place{&e.SQL, &e.Into} {
			if !p.IsZero() {
				p.Index++
			}
		}
		if e.Args > 0 {
			e.Args++
		}
	}
	return entries
}

func functions() []Entry {
	f := Entry{Pkg: sqlxPkg}
	named := f
	named.Named = true
	return behindHandle(slices.Concat(
		intoDest(f, "Get", "Select"),
		statements(f, NoAnswer, Place{}, "MustExec"),
		statements(named, NoAnswer, Result(1), "NamedExec"),
		statements(named, Later, Result(1), "NamedQuery"),
		pending(f, "Preparex")))
}

// interfaces describes the interfaces by which handles are passed on.
func interfaces() []Entry {
	q := Entry{Pkg: sqlxPkg, Handle: Recv}
	plain, ctx := 0, 1 // which of the two forms the interface has
	of := func(e []Entry, form int, recv string) Entry { return e[form].on(recv) }
	return []Entry{
		of(statements(q, NoAnswer, Result(1), "Exec"), plain, "Execer"),
		of(statements(q, NoAnswer, Result(1), "Exec"), ctx, "ExecerContext"),
		of(statements(q, Later, Result(1), "Query"), plain, "Queryer"),
		of(statements(q, Later, Result(1), "Query"), ctx, "QueryerContext"),
		of(statements(q, Later, Result(1), "Queryx"), plain, "Queryer"),
		of(statements(q, Later, Result(1), "Queryx"), ctx, "QueryerContext"),
		of(statements(q, Later, Place{}, "QueryRowx"), plain, "Queryer"),
		of(statements(q, Later, Place{}, "QueryRowx"), ctx, "QueryerContext"),
		of(pending(q, "Prepare"), plain, "Preparer"),
		of(pending(q, "Prepare"), ctx, "PreparerContext"),
	}
}

// sqlxStatements describes prepared statements.
func sqlxStatements() []Entry {
	stmt := Entry{Pkg: sqlxPkg, Recv: []string{"Stmt"}, Handle: Recv}
	named := stmt.on("NamedStmt")
	named.Named = true
	tx := Entry{Pkg: sqlxPkg, Recv: []string{"Tx"}, Role: Derive, Store: SQL, Handle: Recv, SQL: Arg(0)}
	txContext := tx
	txContext.Ctx, txContext.SQL = Arg(0), Arg(1)
	dest := func(e Entry) []Entry { // Get(dest, args...)
		out := prepared(e, Direct, Result(0), "Get", "Select")
		for i := range out {
			out[i].Into = Pointee(out[i].Args)
			out[i].Args++
			out[i].Outcome = []string{errNoRows}
		}
		return out
	}
	return slices.Concat(
		dest(stmt), dest(named),
		prepared(stmt, NoAnswer, Place{}, "MustExec"), prepared(named, NoAnswer, Place{}, "MustExec"),
		prepared(stmt, Later, Result(1), "Queryx"), prepared(named, Later, Result(1), "Queryx"),
		prepared(stmt, Later, Place{}, "QueryRowx"), prepared(named, Later, Place{}, "QueryRowx"),
		prepared(named, NoAnswer, Result(1), "Exec"),
		prepared(named, Later, Result(1), "Query"),
		prepared(named, Later, Place{}, "QueryRow"),
		each(tx, "Stmtx", "NamedStmt"),
		each(txContext, "StmtxContext", "NamedStmtContext"))
}

func sqlxRows() []Entry {
	rows := Entry{Pkg: sqlxPkg, Recv: []string{"Row", "Rows"}, Role: Scan, Store: SQL, Handle: Recv, Into: Pointee(0), Err: Result(0), Outcome: []string{errNoRows}}
	slice := rows
	slice.Into, slice.Err = Result(0), Result(1)
	columns := rows
	columns.Into, columns.Recv = Pointee(0), []string{"ColScanner"}
	return slices.Concat(
		each(rows.on("Row"), "Scan"),
		each(rows, "StructScan", "MapScan"),
		each(slice, "SliceScan"),
		each(columns, "Scan"),
		[]Entry{
			{Pkg: sqlxPkg, Name: "StructScan", Role: Scan, Store: SQL, Handle: Arg(0), Into: Pointee(1), Err: Result(0)},
			{Pkg: sqlxPkg, Recv: []string{"Row"}, Name: "Err", Role: Accessor, Returns: []Place{Recv.Dot("err")}},
		})
}

// sqlxTexts describes what only rewrites placeholders.
func sqlxTexts() []Entry {
	return []Entry{
		{Pkg: sqlxPkg, Recv: []string{"DB", "Tx", "Conn", "binder"}, Name: "Rebind", Role: Text, SQL: Arg(0)},
		{Pkg: sqlxPkg, Name: "Rebind", Role: Text, SQL: Arg(1)},
		{Pkg: sqlxPkg, Name: "In", Role: Text, SQL: Arg(0), Args: 1, Err: Result(2)},
		{Pkg: sqlxPkg, Name: "Named", Role: Text, SQL: Arg(0), Args: 1, Named: true, Err: Result(2)},
	}
}

func sqlxOpen() []Entry {
	open := Entry{Pkg: sqlxPkg, Role: Open, Store: SQL, Driver: Arg(0)}
	wrap := Entry{Pkg: sqlxPkg, Role: Derive, Store: SQL, Handle: Arg(0)}
	ctx := open
	ctx.Ctx, ctx.Driver = Arg(0), Arg(1)
	return slices.Concat(
		each(open.resultError(1), "Open", "Connect"),
		each(open, "MustOpen", "MustConnect"),
		each(ctx.resultError(1), "ConnectContext"),
		each(wrap, "NewDb"))
}

func sqlxTypes() []TypeEntry {
	return []TypeEntry{
		{Pkg: sqlxPkg, Name: "DB", Scope: PoolScope, Store: SQL, Same: []string{"DB"}},
		{Pkg: sqlxPkg, Name: "Tx", Scope: TxScope, Store: SQL, Same: []string{"Tx"}},
		{Pkg: sqlxPkg, Name: "Conn", Scope: PinnedScope, Store: SQL, Same: []string{"Conn"}},
		{Pkg: sqlxPkg, Name: "Stmt", Store: SQL, Same: []string{"Stmt"}},
		{Pkg: sqlxPkg, Name: "NamedStmt", Store: SQL},
		{Pkg: sqlxPkg, Name: "Rows", Same: []string{"Rows"}},
		{Pkg: sqlxPkg, Name: "Ext", Store: SQL},
		{Pkg: sqlxPkg, Name: "ExtContext", Store: SQL},
	}
}
