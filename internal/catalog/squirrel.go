package catalog

import "slices"

const squirrelPkg = "github.com/Masterminds/squirrel"

// squirrelEntries describes squirrel: a builder begins without a handle, RunWith gives it one, Exec, Query and Scan run it.
func squirrelEntries() []Entry {
	return slices.Concat(squirrelBuilding(), squirrelRunning())
}

// The builders of squirrel.
const (
	squirrelSelect = "SelectBuilder"
	squirrelInsert = "InsertBuilder"
	squirrelUpdate = "UpdateBuilder"
	squirrelDelete = "DeleteBuilder"
)

// squirrelBuilding are the functions that begin a builder or give it a part of the statement.
func squirrelBuilding() []Entry {
	const sel, ins, upd, del = squirrelSelect, squirrelInsert, squirrelUpdate, squirrelDelete
	start := Entry{Pkg: squirrelPkg, Role: Derive, Store: SQL}
	into := start
	into.Table = Arg(0)
	typed := start.on("StatementBuilderType")
	typed.Handle = Recv
	typedInto := typed
	typedInto.Table = Arg(0)
	part := func(recv ...string) Entry {
		return Entry{Pkg: squirrelPkg, Recv: recv, Role: Derive, Store: SQL, Handle: Recv}
	}
	with, cond, table, text, value := part(sel, ins, upd, del, "StatementBuilderType"), part(sel, upd, del, "StatementBuilderType"), part(sel, upd, del), part(sel, ins, upd, del), part(upd)
	with.Handle = Arg(0)
	cond.Cond, cond.Args = Arg(0), 1
	table.Table = Arg(0)
	text.SQL, text.Args = Arg(0), 1
	value.Value = Arg(1)
	return slices.Concat(
		each(start, "Select"), each(into, "Insert", "Replace", "Update", "Delete"),
		each(typed, "Select"), each(typedInto, "Insert", "Replace", "Update", "Delete"),
		each(with, "RunWith"), each(cond, "Where"), each(table, "From"), each(part(ins), "Into"), each(func() Entry { e := part(upd); e.Table = Arg(0); return e }(), "Table"),
		each(text, "Prefix", "Suffix"), each(value, "Set"), each(part(ins, upd), "SetMap"), each(part(ins), "Columns", "Values", "Select"),
		each(part(sel, ins, upd, del, "StatementBuilderType"), "PlaceholderFormat"), each(part(sel, ins, upd, del), "PrefixExpr", "SuffixExpr"),
		each(part(sel), "Column", "Columns", "Join", "LeftJoin", "RightJoin", "InnerJoin", "JoinClause", "GroupBy", "Having", "Distinct", "Options"),
		each(part(sel, upd, del), "OrderBy", "Limit", "Offset"))
}

// squirrelRunning are the functions that run a statement, through its builder or by themselves.
func squirrelRunning() []Entry {
	const sel, ins, upd, del = squirrelSelect, squirrelInsert, squirrelUpdate, squirrelDelete
	write := Entry{Pkg: squirrelPkg, Recv: []string{ins, upd, del}, Role: Write, Store: SQL, Handle: Recv, Terminal: true, Err: Result(1)}
	query := write.on(sel)
	query.Role, query.Answer = Read, Later
	returning := write
	returning.Reads = true
	row := returning.on(ins, upd)
	row.Err = Place{}
	queryRow := query
	queryRow.Err = Place{}
	scan := Entry{Pkg: squirrelPkg, Recv: []string{ins, upd, sel}, Role: Scan, Store: SQL, Handle: Recv, Into: Pointee(0), Err: Result(0), Terminal: true, Reads: true, Outcome: []string{errNoRows}}
	context := func(e Entry) Entry { // the twin with a ctx
		e.Ctx = Arg(0)
		if e.Into.Kind == AtPointee {
			e.Into = Pointee(1)
		}
		return e
	}
	run := Entry{Pkg: squirrelPkg, Role: Statement, Store: SQL, Handle: Arg(0), SQL: Arg(1), Err: Result(1), Terminal: true}
	runCtx := run
	runCtx.Ctx, runCtx.Handle, runCtx.SQL = Arg(0), Arg(1), Arg(2)
	later := func(e Entry) Entry { e.Answer = Later; return e }
	noErr := func(e Entry) Entry { e.Err = Place{}; return e }
	return slices.Concat(
		each(write, "Exec"), each(context(write), "ExecContext"),
		each(query, "Exec"), each(context(query), "ExecContext"), each(query, "Query"), each(context(query), "QueryContext"),
		each(returning, "Query"), each(context(returning), "QueryContext"),
		each(queryRow, "QueryRow"), each(context(queryRow), "QueryRowContext"), each(row, "QueryRow"), each(context(row.on(ins, upd, del)), "QueryRowContext"),
		each(scan, "Scan"), each(context(scan.on(ins, upd, sel, del)), "ScanContext"),
		each(run, "ExecWith"), each(runCtx, "ExecContextWith"), each(later(run), "QueryWith"), each(later(runCtx), "QueryContextWith"),
		each(noErr(later(run)), "QueryRowWith"), each(noErr(later(runCtx)), "QueryRowContextWith"),
		each(Entry{Pkg: squirrelPkg, Role: Derive, Store: SQL, Handle: Arg(0)}, "NewStmtCache", "NewStmtCacheProxy", "NewStmtCacher", "WrapStdSql", "WrapStdSqlCtx"),
		[]Entry{
			{Pkg: squirrelPkg, Recv: []string{"RowScanner", "Row"}, Name: "Scan", Role: Scan, Store: SQL, Handle: Recv, Into: Pointee(0), Err: Result(0), Outcome: []string{errNoRows}},
			{Pkg: squirrelPkg, Name: "Expr", Role: Text, SQL: Arg(0), Args: 1},
		})
}

func squirrelTypes() []TypeEntry {
	var out []TypeEntry
	for _, n := range []string{squirrelSelect, squirrelInsert, squirrelUpdate, squirrelDelete, "StatementBuilderType", "BaseRunner"} {
		out = append(out, TypeEntry{Pkg: squirrelPkg, Name: n, Store: SQL})
	}
	return out
}
