package catalog

import "slices"

const (
	gormPkg    = "gorm.io/gorm"
	clausePkg  = gormPkg + "/clause"
	noRecord   = "ErrRecordNotFound"
	gormErrors = "Error" // the field of *gorm.DB
)

// gormEntries describes gorm v2. A *gorm.DB is pool, connection and transaction: what counts is where the
// value came from. Builders give the same handle, finishers run; errors are the field Error of the result.
func gormEntries() []Entry {
	return slices.Concat(gormBuilders(), gormReads(), gormWrites(), gormStatements(), gormTransactions(), gormOpen(), gormMigrator(), gormGenerics())
}

// gormDB is a method of *gorm.DB that works on the receiver.
func gormDB(role Role) Entry {
	return Entry{Pkg: gormPkg, Recv: []string{"DB"}, Role: role, Store: SQL, Handle: Recv}
}

// finisher is a method that runs and reports in the field Error.
func finisher(role Role) Entry {
	e := gormDB(role)
	e.Terminal, e.Err = true, Result(0).Dot(gormErrors)
	return e
}

func gormBuilders() []Entry {
	plain, cond, table, ctx, clauses := gormDB(Derive), gormDB(Derive), gormDB(Derive), gormDB(Derive), gormDB(Derive)
	cond.Cond, cond.Args = Arg(0), 1
	table.Table = Arg(0)
	ctx.Ctx = Arg(0)
	clauses.Locking = true
	session := gormDB(Derive)
	session.Ctx = Arg(0).Dot("Context")
	association := gormDB(Derive)
	return slices.Concat(
		each(plain, "Debug", "Distinct", "Select", "Omit", "MapColumns", "Joins", "InnerJoins", "Group", "Having", "Order",
			"Limit", "Offset", "Preload", "Attrs", "Assign", "Unscoped", "Set", "InstanceSet"),
		each(func() Entry { e := plain; e.Func = Arg(0); return e }(), "Scopes"),
		each(cond, "Where", "Not", "Or"),
		each(table, "Model", "Table"),
		each(ctx, "WithContext"), each(session, "Session"),
		each(clauses, "Clauses"),
		each(association, "Association", "Migrator"),
		[]Entry{{Pkg: gormPkg, Name: "Expr", Role: Text, SQL: Arg(0), Args: 1}})
}

func gormReads() []Entry {
	into := finisher(Read)
	into.Into, into.Answer, into.Table, into.Cond = Pointee(0), Direct, Arg(0), Arg(1)
	first := into
	first.Outcome = []string{noRecord}
	count := finisher(Read)
	count.Into, count.Answer = Pointee(0), Direct
	pluck := finisher(Read)
	pluck.Into, pluck.Answer = Pointee(1), Direct
	batches := finisher(Read)
	batches.Into, batches.Answer, batches.Table, batches.Func, batches.Tx = Pointee(0), Direct, Arg(0), Arg(2), ArgOf(2, 0)
	scan := finisher(Scan)
	scan.Into, scan.Reads = Pointee(0), true
	row, rows := gormDB(Derive), gormDB(Accessor)
	row.Reads, row.Terminal = true, true
	rows.Reads, rows.Terminal, rows.Returns, rows.Err = true, true, []Place{Recv, Recv.Dot("err")}, Result(1)
	association := Entry{Pkg: gormPkg, Recv: []string{"Association"}, Role: Read, Store: SQL, Handle: Recv, Terminal: true}
	find, length := association, association
	find.Into, find.Answer, find.Table, find.Cond, find.Err = Pointee(0), Direct, Arg(0), Arg(1), Result(0)
	length.Into, length.Answer = Result(0), Direct
	return slices.Concat(
		each(into, "Find", "FirstOrInit"), each(first, "First", "Take", "Last"),
		each(count, "Count"), each(pluck, "Pluck"), each(batches, "FindInBatches"), each(scan, "Scan"),
		each(row, "Row"), each(rows, "Rows"),
		[]Entry{{Pkg: gormPkg, Recv: []string{"DB"}, Name: "ScanRows", Role: Scan, Store: SQL, Handle: Arg(0), Into: Pointee(1), Err: Result(0)}},
		each(find, "Find"), each(length, "Count"))
}

func gormWrites() []Entry {
	value := finisher(Write)
	value.Table, value.Value = Arg(0), Arg(0)
	updates := finisher(Write)
	updates.Value = Arg(0)
	column := finisher(Write)
	column.Value = Arg(1)
	remove := finisher(Write)
	remove.Table, remove.Cond = Arg(0), Arg(1)
	firstOrCreate := value
	firstOrCreate.Into, firstOrCreate.Answer, firstOrCreate.Reads, firstOrCreate.Cond = Pointee(0), Direct, true, Arg(1)
	association := Entry{Pkg: gormPkg, Recv: []string{"Association"}, Role: Write, Store: SQL, Handle: Recv, Terminal: true, Err: Result(0)}
	given := association
	given.Value = Arg(0)
	same := association
	same.Role, same.Err, same.Terminal = Derive, Place{}, false
	return slices.Concat(
		each(value, "Create", "CreateInBatches", "Save"),
		each(updates, "Updates", "UpdateColumns"), each(column, "Update", "UpdateColumn"),
		each(remove, "Delete"), each(firstOrCreate, "FirstOrCreate"),
		each(given, "Append", "Replace", "Delete"), each(association, "Clear"), each(same, "Unscoped"))
}

// gormStatements describes SQL text. Raw runs when a finisher (Scan, Row, Find ...) looks at it.
func gormStatements() []Entry {
	exec, raw := finisher(Statement), gormDB(Statement)
	exec.SQL, exec.Args = Arg(0), 1
	raw.SQL, raw.Args, raw.Answer = Arg(0), 1, Later
	pool := Entry{Pkg: gormPkg, Recv: []string{"ConnPool", "PreparedStmtDB", "PreparedStmtTX"}, Handle: Recv}
	return slices.Concat(each(exec, "Exec"), each(raw, "Raw"),
		statements(pool, NoAnswer, Result(1), "Exec")[1:],
		statements(pool, Later, Result(1), "Query")[1:],
		statements(pool, Later, Place{}, "QueryRow")[1:])
}

func gormTransactions() []Entry {
	run := gormDB(RunInTx)
	run.Func, run.Tx, run.Err, run.Isolation, run.Savepoint = Arg(0), ArgOf(0, 0), Result(0), Arg(1).Dot("Isolation"), true
	pinned := gormDB(RunPinned)
	pinned.Func, pinned.Tx, pinned.Err = Arg(0), ArgOf(0, 0), Result(0)
	begin := gormDB(Begin)
	begin.Tx, begin.Err, begin.Isolation = Result(0), Result(0).Dot(gormErrors), Arg(0).Dot("Isolation")
	end := Entry{Pkg: gormPkg, Recv: []string{"DB"}, Store: SQL, Tx: Recv, Err: Result(0).Dot(gormErrors)}
	commit, rollback := end, end
	commit.Role, rollback.Role = Commit, Rollback
	committer := Entry{Pkg: gormPkg, Recv: []string{"TxCommitter", "PreparedStmtTX"}, Store: SQL, Tx: Recv, Err: Result(0)}
	commit2, rollback2 := committer, committer
	commit2.Role, rollback2.Role = Commit, Rollback
	savepoint := gormDB(Derive) // RollbackTo undoes writes and goes on: the transaction stays open
	return slices.Concat(
		each(run, "Transaction"), each(pinned, "Connection"), each(begin, "Begin"),
		each(commit, "Commit"), each(rollback, "Rollback"), each(savepoint, "SavePoint", "RollbackTo"),
		each(commit2, "Commit"), each(rollback2, "Rollback"))
}

func gormOpen() []Entry {
	return []Entry{
		{Pkg: gormPkg, Name: "Open", Role: Open, Store: SQL, Driver: Arg(0), Err: Result(1)},
		// The pool of the handle; inside a transaction it fails or leaves the transaction.
		{Pkg: gormPkg, Recv: []string{"DB"}, Name: "DB", Role: Derive, Store: SQL, Handle: Recv, Err: Result(1)},
		{Pkg: gormPkg, Recv: []string{"GetDBConnector"}, Name: "GetDBConn", Role: Derive, Store: SQL, Handle: Recv, Err: Result(1)},
	}
}

func gormMigrator() []Entry {
	m := Entry{Pkg: gormPkg, Recv: []string{"Migrator"}, Role: Write, Store: SQL, Handle: Recv, Table: Arg(0), Terminal: true, Err: Result(0)}
	names := []string{"AddColumn", "AlterColumn", "CreateConstraint", "CreateIndex", "CreateTable", "CreateView", "DropColumn", "DropConstraint",
		"DropIndex", "DropTable", "DropView", "MigrateColumn", "RenameColumn", "RenameIndex", "RenameTable"}
	return slices.Concat(each(m, names...), each(m.on("Migrator", "DB"), "AutoMigrate"))
}

// gormGenerics describes gorm.G[T]: finishers take the ctx and give error results.
func gormGenerics() []Entry {
	in := func(role Role, recv ...string) Entry {
		return Entry{Pkg: gormPkg, Recv: recv, Role: role, Store: SQL, Handle: Recv}
	}
	all := []string{"ChainInterface", "CreateInterface"}
	cond, table := in(Derive, all...), in(Derive, all...)
	cond.Cond, cond.Args = Arg(0), 1
	table.Table = Arg(0)
	run := func(role Role, err int, recv ...string) Entry {
		e := in(role, recv...)
		e.Ctx, e.Terminal, e.Err = Arg(0), true, Result(err)
		return e
	}
	first, find, count, scan := run(Read, 1, "ExecInterface"), run(Read, 1, "ExecInterface"), run(Read, 1, all...), run(Scan, 0, "ExecInterface")
	first.Into, first.Answer, first.Outcome = Result(0), Direct, []string{noRecord}
	find.Into, find.Answer = Result(0), Direct
	count.Into, count.Answer = Result(0), Direct
	scan.Into, scan.Reads = Pointee(1), true
	rows := run(Accessor, 1, "ExecInterface")
	rows.Reads, rows.Returns = true, []Place{Recv, Recv.Dot("err")}
	row := in(Derive, "ExecInterface")
	row.Ctx, row.Reads, row.Terminal = Arg(0), true, true
	create, update, updates := run(Write, 0, "CreateInterface"), run(Write, 1, all...), run(Write, 1, all...)
	create.Value, create.Table, update.Value, updates.Value = Arg(1), Arg(1), Arg(2), Arg(1)
	exec, raw := run(Statement, 0, "Interface"), in(Statement, "Interface")
	exec.SQL, exec.Args, raw.SQL, raw.Args, raw.Answer = Arg(1), 2, Arg(0), 1, Later
	set := in(Derive, all...)
	set.Value = Arg(0)
	return slices.Concat(
		[]Entry{{Pkg: gormPkg, Name: "G", Role: Derive, Store: SQL, Handle: Arg(0), Locking: true}},
		each(cond, "Where", "Not", "Or"), each(table, "Table"),
		each(in(Derive, all...), "Distinct", "Group", "Having", "Joins", "Limit", "MapColumns", "Offset", "Omit", "Order", "Preload", "Scopes", "Select"),
		each(set, "Set"),
		each(first, "First", "Take", "Last"), each(find, "Find"), each(count, "Count"), each(scan, "Scan"), each(row, "Row"), each(rows, "Rows"),
		each(create, "Create", "CreateInBatches"), each(update, "Update"), each(updates, "Updates"), each(run(Write, 1, all...), "Delete"),
		each(run(Write, 1, "SetUpdateOnlyInterface", "SetCreateOrUpdateInterface"), "Update"),
		each(run(Write, 0, "SetCreateOrUpdateInterface"), "Create"),
		each(exec, "Exec"), each(raw, "Raw"))
}

func gormTypes() []TypeEntry {
	return []TypeEntry{
		{Pkg: gormPkg, Name: "DB", Store: SQL, ErrField: gormErrors, RowsField: "RowsAffected"},
		{Pkg: gormPkg, Name: "Association", Store: SQL, ErrField: gormErrors},
		{Pkg: clausePkg, Name: "Locking", RowLock: true},
		{Pkg: clausePkg, Name: "OnConflict", Upsert: true},
	}
}
