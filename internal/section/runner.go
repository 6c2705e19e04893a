package section

import (
	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/summary"
)

// runner runs the function value of a library's runner: in a transaction that commits where the function
// returned no error and is rolled back elsewhere, on one connection, or under a lock.
func (l libraryCall) runner() []*config {
	e := l.entry
	fn := l.arg(l.off + e.Func.Index)
	handle := l.handle()
	nested := handle != nil && e.Savepoint && l.scope() == catalog.TxScope
	tx := l.site.local.Dot("!tx")
	if nested || e.Role == catalog.RunPinned && l.scope() == catalog.PinnedScope { // a savepoint: the outer transaction commits
		tx = handle
	}
	if e.Role == catalog.Calls && e.Recv != nil && e.Recv[0] == "Once" {
		l.onces++
		defer func() { l.onces-- }()
	}
	var out []*config
	for _, ret := range []summary.Truth{summary.IsNil, summary.NotNil} {
		states := []*config{l.c.clone()}
		step := func(ev Event) {
			var next []*config
			for _, c := range states {
				next = append(next, l.happen(c, ev, frame{site: l.site, local: l.site.local})...)
			}
			states = next
		}
		var undo []Event // where the function panics
		if e.Role == catalog.RunInTx && !nested {
			step(l.event(summary.Event{Kind: summary.Begin, Handle: tx, On: l.savepointOn(), Scope: catalog.TxScope, Runner: true}))
			undo = append(undo, l.event(summary.Event{Kind: summary.Rollback, Handle: tx, Scope: catalog.TxScope, Runner: true}))
		}
		lock := l.lock(e.Kind)
		if e.Role == catalog.RunInLock {
			step(l.event(summary.Event{Kind: summary.Acquire, Lock: lock}))
			undo = append(undo, l.event(summary.Event{Kind: summary.Release, Lock: lock}))
		}
		run := l.event(summary.Event{Kind: summary.Run, Func: fn, Args: l.runArgs(tx), Ret: ret})
		if len(undo) > 0 {
			run.unwinds = []unwinding{{undo}}
		}
		step(run)
		if e.Role == catalog.RunInTx && !nested {
			kind := summary.Commit
			if ret == summary.NotNil {
				kind = summary.Rollback
			}
			step(l.event(summary.Event{Kind: kind, Handle: tx, Scope: catalog.TxScope, Runner: true}))
		}
		if e.Role == catalog.RunInLock {
			step(l.event(summary.Event{Kind: summary.Release, Lock: lock}))
		}
		for _, c := range states {
			if err := l.place(e.Err); ret == summary.NotNil && err != nil {
				l.learn(c, err, ret)
			}
			out = append(out, c)
		}
	}
	return out
}

// savepointOn is the handle on which the transaction begins, if it is a savepoint where that is a
// transaction itself: whether it is one is seen where the handle comes from.
func (l libraryCall) savepointOn() *summary.Expr {
	if l.entry.Savepoint {
		return l.handle()
	}
	return nil
}

// runArgs are the arguments that the runner gives the function: the transaction, where it has one.
func (l libraryCall) runArgs(tx *summary.Expr) []*summary.Expr {
	p := l.entry.Tx
	if p.Kind != catalog.AtArgOf {
		return nil
	}
	args := make([]*summary.Expr, p.Param+1)
	args[p.Param] = tx
	switch {
	case l.carries(): // the context, first or alone, leads to it
		args[0] = l.carrying(tx)
	case p.Param > 0 && !l.entry.Ctx.IsZero(): // the context goes first
		args[0] = l.place(l.entry.Ctx)
	}
	return args
}
