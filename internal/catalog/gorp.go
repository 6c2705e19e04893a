package catalog

import "slices"

// The two module paths of gorp: its second version has none of its own.
const (
	gorpPkg  = "github.com/go-gorp/gorp/v3"
	gorp2Pkg = "github.com/go-gorp/gorp"
)

// gorpEntries describes gorp v3 and v2, which are alike. A map of tables is a pool, and SqlExecutor stands for that or a
// transaction.
func gorpEntries() []Entry { return slices.Concat(gorpOf(gorpPkg), gorpOf(gorp2Pkg)) }

func gorpOf(pkg string) []Entry {
	all := Entry{Pkg: pkg, Recv: []string{"DbMap", "Transaction", "SqlExecutor"}, Store: SQL, Handle: Recv}
	begin := Entry{Pkg: pkg, Recv: []string{"DbMap"}, Role: Begin, Store: SQL, Handle: Recv, Tx: Result(0), Err: Result(1)}
	end := Entry{Pkg: pkg, Recv: []string{"Transaction"}, Store: SQL, Tx: Recv, Err: Result(0)}
	commit, rollback := end, end
	commit.Role, rollback.Role = Commit, Rollback
	ctx := all
	ctx.Role, ctx.Ctx = Derive, Arg(0)
	run := all
	run.Role, run.SQL, run.Args, run.Terminal = Statement, Arg(0), 1, true
	exec, query, row := run, run, run
	exec.Err = Result(1)
	query.Answer, query.Err = Later, Result(1)
	row.Answer = Later
	one := run // into what it is given
	one.SQL, one.Args, one.Into, one.Answer, one.Err, one.Outcome = Arg(1), 2, Pointee(0), Direct, Result(0), []string{errNoRows}
	many := one
	many.Err, many.Outcome = Result(1), nil
	prepare := run.on("DbMap", "Transaction")
	prepare.Terminal, prepare.Args, prepare.Answer, prepare.Err = false, 0, Later, Result(1)
	value, get := all, all // SelectInt asks for one number: what it says of a lock is not followed
	value.Role, value.Terminal, value.Err = Read, true, Result(1)
	get.Role, get.Terminal, get.Table, get.Err = Read, true, Arg(0), Result(1)
	insert := all
	insert.Role, insert.Terminal, insert.Table, insert.Value, insert.Err = Write, true, Arg(0), Arg(0), Result(0)
	update, remove := insert, insert
	update.Err, remove.Err, remove.Value = Result(1), Result(1), Place{}
	return slices.Concat(
		each(begin, "Begin"), each(commit, "Commit"), each(rollback, "Rollback"), each(ctx, "WithContext"),
		each(exec, "Exec"), each(query, "Query"), each(row, "QueryRow"), each(one, "SelectOne"), each(many, "Select"), each(prepare, "Prepare"),
		each(value, "SelectInt", "SelectNullInt", "SelectFloat", "SelectNullFloat", "SelectStr", "SelectNullStr"), each(get, "Get"),
		each(insert, "Insert"), each(update, "Update"), each(remove, "Delete"))
}

func gorpTypes() []TypeEntry {
	var out []TypeEntry
	for _, pkg := range []string{gorpPkg, gorp2Pkg} {
		out = append(out,
			TypeEntry{Pkg: pkg, Name: "DbMap", Scope: PoolScope, Store: SQL},
			TypeEntry{Pkg: pkg, Name: "Transaction", Scope: TxScope, Store: SQL},
			TypeEntry{Pkg: pkg, Name: "SqlExecutor", Store: SQL})
	}
	return out
}
