package catalog

import "slices"

const (
	entDialectPkg = "entgo.io/ent/dialect"
	entSQLPkg     = entDialectPkg + "/sql"
)

// entEntries describes what lies below the code that ent generates, which belongs to the project. Commit and
// Rollback of a transaction are those of database/sql/driver.
func entEntries() []Entry {
	begin := Entry{Pkg: entDialectPkg, Recv: []string{"Driver", "DebugDriver"}, Role: Begin, Store: SQL, Handle: Recv, Ctx: Arg(0), Tx: Result(0), Err: Result(1)}
	beginTx := begin.on("DebugDriver")
	beginTx.Isolation = Arg(1).Dot("Isolation")
	in := func(e Entry, recv ...string) Entry { e.Pkg, e.Recv = entSQLPkg, recv; return e }
	exec := Entry{Pkg: entDialectPkg, Recv: []string{"ExecQuerier", "DebugDriver", "DebugTx"}, Role: Statement, Store: SQL, Handle: Recv, Ctx: Arg(0), SQL: Arg(1), Err: Result(0), Terminal: true}
	query := exec
	query.Into, query.Answer = Pointee(3), Direct
	end := Entry{Pkg: entDialectPkg, Recv: []string{"DebugTx"}, Store: SQL, Tx: Recv, Err: Result(0)}
	commit, rollback := end, end
	commit.Role, rollback.Role = Commit, Rollback
	wrap := Entry{Pkg: entDialectPkg, Role: Derive, Store: SQL, Handle: Arg(0)}
	raw := Entry{Pkg: entSQLPkg, Recv: []string{"ExecQuerier"}, Handle: Recv}
	scan := Entry{Pkg: entSQLPkg, Role: Scan, Store: SQL, Handle: Arg(0), Into: Pointee(1), Err: Result(0)}
	scanOne := scan
	scanOne.Into, scanOne.Err = Result(0), Result(1)
	return slices.Concat(
		each(begin, "Tx"), each(beginTx, "BeginTx"),
		each(in(begin, "Driver"), "Tx"), each(in(beginTx, "Driver"), "BeginTx"),
		each(exec, "Exec"), each(query, "Query"), each(in(exec, "Conn"), "Exec"), each(in(query, "Conn"), "Query"),
		each(commit, "Commit"), each(rollback, "Rollback"),
		each(wrap, "Debug", "DebugWithContext"),
		statements(raw, NoAnswer, Result(1), "Exec")[1:], statements(raw, Later, Result(1), "Query")[1:],
		each(scan, "ScanOne", "ScanSlice"), each(scanOne, "ScanBool", "ScanInt", "ScanInt64", "ScanString", "ScanValue"),
		[]Entry{
			{Pkg: entDialectPkg, Recv: []string{"Driver"}, Name: "Close", Role: Close, Store: SQL, Handle: Recv, Err: Result(0)},
			{Pkg: entSQLPkg, Name: "Open", Role: Open, Store: SQL, Driver: Arg(0), Err: Result(1)},
			{Pkg: entSQLPkg, Name: "OpenDB", Role: Derive, Store: SQL, Handle: Arg(1)},
			{Pkg: entSQLPkg, Name: "NewDriver", Role: Derive, Store: SQL, Handle: Arg(1)},
			{Pkg: entSQLPkg, Recv: []string{"Driver"}, Name: "DB", Role: Derive, Store: SQL, Handle: Recv},
			{Pkg: entSQLPkg, Recv: []string{"Selector"}, Name: "ForUpdate", Role: Derive, Store: SQL, Handle: Recv, SQL: Constant("FOR UPDATE")},
			{Pkg: entSQLPkg, Recv: []string{"Selector"}, Name: "ForShare", Role: Derive, Store: SQL, Handle: Recv, SQL: Constant("FOR SHARE")},
		})
}

func entTypes() []TypeEntry {
	return []TypeEntry{
		{Pkg: entDialectPkg, Name: "Driver", Store: SQL}, // generated code makes one of a transaction
		{Pkg: entDialectPkg, Name: "Tx", Scope: TxScope, Store: SQL},
		{Pkg: entDialectPkg, Name: "ExecQuerier", Store: SQL},
		{Pkg: entDialectPkg, Name: "DebugTx", Scope: TxScope, Store: SQL, Same: []string{"Tx"}},
		{Pkg: entDialectPkg, Name: "DebugDriver", Store: SQL, Same: []string{"Driver"}},
		{Pkg: entSQLPkg, Name: "Driver", Scope: PoolScope, Store: SQL, Same: []string{"Conn"}},
		{Pkg: entSQLPkg, Name: "Tx", Scope: TxScope, Store: SQL, Same: []string{"Conn", "Tx"}},
		{Pkg: entSQLPkg, Name: "Conn", Store: SQL, Same: []string{"ExecQuerier"}},
		{Pkg: entSQLPkg, Name: "ExecQuerier", Store: SQL},
	}
}
