package catalog

import "slices"

const beegoPkg = "github.com/beego/beego/v2/client/orm"

// beegoEntries describes the ORM of beego v2. The names with a ctx end in WithCtx.
func beegoEntries() []Entry { return slices.Concat(beegoTx(), beegoOrm(), beegoQuery(), beegoRaw()) }

// withContext adds to each entry its twin that takes a ctx first; suffix is put behind its name.
func withContext(suffix string, entries []Entry) []Entry {
	out := withCtx(entries)
	for i := len(entries); i < len(out); i++ {
		out[i].Name = entries[i-len(entries)].Name + suffix
	}
	return out
}

func beegoTx() []Entry {
	begin := Entry{Pkg: beegoPkg, Recv: []string{"TxBeginner"}, Role: Begin, Store: SQL, Handle: Recv, Tx: Result(0), Err: Result(1)}
	opts, ctxOpts := begin, begin
	opts.Isolation = Arg(0).Dot("Isolation")
	ctxOpts.Ctx, ctxOpts.Isolation = Arg(0), Arg(1).Dot("Isolation")
	run := Entry{Pkg: beegoPkg, Recv: []string{"TxBeginner"}, Role: RunInTx, Store: SQL, Handle: Recv, Func: Arg(0), Tx: ArgOf(0, 1), Err: Result(0)}
	runOpts, runCtxOpts := run, run
	runOpts.Isolation, runOpts.Func, runOpts.Tx = Arg(0).Dot("Isolation"), Arg(1), ArgOf(1, 1)
	runCtxOpts.Ctx, runCtxOpts.Isolation, runCtxOpts.Func, runCtxOpts.Tx = Arg(0), Arg(1).Dot("Isolation"), Arg(2), ArgOf(2, 1)
	end := Entry{Pkg: beegoPkg, Recv: []string{"txEnder"}, Store: SQL, Tx: Recv, Err: Result(0)}
	commit, rollback := end, end
	commit.Role, rollback.Role = Commit, Rollback
	open := Entry{Pkg: beegoPkg, Role: Open, Store: SQL}
	withDB := open
	withDB.Driver, withDB.Err = Arg(0), Result(1)
	return slices.Concat(
		withContext("WithCtx", each(begin, "Begin")), each(opts, "BeginWithOpts"), each(ctxOpts, "BeginWithCtxAndOpts"),
		withContext("WithCtx", each(run, "DoTx")), each(runOpts, "DoTxWithOpts"), each(runCtxOpts, "DoTxWithCtxAndOpts"),
		each(commit, "Commit"), each(rollback, "Rollback", "RollbackUnlessCommit"),
		each(open, "NewOrm", "NewOrmUsingDB"), each(withDB, "NewOrmWithDB"),
		[]Entry{{Pkg: beegoPkg, Name: "RegisterDataBase", Role: Open, Store: SQL, Driver: Arg(1), Err: Result(0)}})
}

func beegoOrm() []Entry {
	read := Entry{Pkg: beegoPkg, Recv: []string{"DQL"}, Role: Read, Store: SQL, Handle: Recv, Terminal: true, Into: Pointee(0), Answer: Direct, Table: Arg(0), Err: Result(0), Outcome: []string{"ErrNoRows"}}
	lock := read
	lock.SQL = Constant("FOR UPDATE")
	create := read
	create.Role, create.Reads, create.Value, create.Err, create.Outcome = Write, true, Arg(0), Result(2), nil
	related := read
	related.Err = Result(1)
	write := Entry{Pkg: beegoPkg, Recv: []string{"DML"}, Role: Write, Store: SQL, Handle: Recv, Terminal: true, Table: Arg(0), Value: Arg(0), Err: Result(1)}
	multi, remove := write, write
	multi.Table, multi.Value = Arg(1), Arg(1)
	remove.Value = Place{}
	query := Entry{Pkg: beegoPkg, Recv: []string{"DQL"}, Role: Derive, Store: SQL, Handle: Recv, Table: Arg(0)}
	raw := Entry{Pkg: beegoPkg, Recv: []string{"DML"}, Role: Statement, Store: SQL, Handle: Recv, SQL: Arg(0), Args: 1, Answer: Later}
	return withContext("WithCtx", slices.Concat(
		each(read, "Read"), each(lock, "ReadForUpdate"), each(create, "ReadOrCreate"), each(related, "LoadRelated"),
		each(write, "Insert", "InsertOrUpdate", "Update"), each(multi, "InsertMulti"), each(remove, "Delete"),
		each(query, "QueryTable", "QueryM2M"), each(raw, "Raw")))
}

func beegoQuery() []Entry {
	part := Entry{Pkg: beegoPkg, Recv: []string{"QuerySeter"}, Role: Derive, Store: SQL, Handle: Recv}
	cond, lock := part, part
	cond.Cond = Arg(1)
	lock.SQL = Constant("FOR UPDATE")
	run := Entry{Pkg: beegoPkg, Recv: []string{"QuerySeter"}, Store: SQL, Handle: Recv, Terminal: true}
	all, one, count, update, remove := run, run, run, run, run
	all.Role, all.Into, all.Answer, all.Err = Read, Pointee(0), Direct, Result(1)
	one.Role, one.Into, one.Answer, one.Err, one.Outcome = Read, Pointee(0), Direct, Result(0), []string{"ErrNoRows"}
	count.Role, count.Into, count.Answer, count.Err = Read, Result(0), Direct, Result(1)
	exist := count
	exist.Err = Place{}
	update.Role, update.Value, update.Err = Write, Arg(0), Result(1)
	remove.Role, remove.Err = Write, Result(1)
	m2m := run.on("QueryM2Mer")
	m2m.Role, m2m.Err = Write, Result(1)
	return slices.Concat(
		each(cond, "Filter", "Exclude"), each(lock, "ForUpdate"),
		each(part, "FilterRaw", "SetCond", "Limit", "Offset", "GroupBy", "OrderBy", "Distinct", "RelatedSel", "ForceIndex", "Aggregate"),
		withContext("WithCtx", slices.Concat(each(all, "All"), each(one, "One"), each(count, "Count"), each(exist, "Exist"), each(update, "Update"), each(remove, "Delete"))),
		withContext("WithCtx", each(m2m, "Add", "Remove", "Clear")))
}

func beegoRaw() []Entry {
	run := Entry{Pkg: beegoPkg, Recv: []string{"RawSeter"}, Store: SQL, Handle: Recv, Terminal: true}
	exec, row, rows, args := run, run, run, run
	exec.Role, exec.Err = Write, Result(1)
	row.Role, row.Into, row.Err, row.Outcome = Scan, Pointee(0), Result(0), []string{"ErrNoRows"}
	rows.Role, rows.Into, rows.Err = Scan, Pointee(0), Result(1)
	args.Role, args.Terminal = Derive, false
	return slices.Concat(each(exec, "Exec"), each(row, "QueryRow"), each(rows, "QueryRows", "Values", "ValuesList", "ValuesFlat"), each(args, "SetArgs"))
}

func beegoTypes() []TypeEntry {
	return []TypeEntry{
		{Pkg: beegoPkg, Name: "Ormer", Scope: PoolScope, Store: SQL},
		{Pkg: beegoPkg, Name: "TxOrmer", Scope: TxScope, Store: SQL},
		{Pkg: beegoPkg, Name: "QueryExecutor", Store: SQL},
		{Pkg: beegoPkg, Name: "QuerySeter", Store: SQL},
		{Pkg: beegoPkg, Name: "RawSeter", Store: SQL},
	}
}
