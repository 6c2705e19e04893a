package section

import (
	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/summary"
)

// A transaction holds what it locks until it ends. One that is begun inside of another is a savepoint, and its end
// commits nothing.

// begin opens a transaction; on a transaction it makes a savepoint, whose end commits nothing.
func (l libraryCall) begin() []*config {
	e := l.entry
	if outer := l.place(e.Handle); e.Savepoint && outer != nil && (l.c.isOpen(outer) || l.scope() == catalog.TxScope) {
		l.result(l.c, l.site.local, 0, outer.Dot(savepoint))
		return []*config{l.c}
	}
	if l.readOnly() {
		return []*config{l.c}
	}
	opens := l.event(summary.Event{Kind: summary.Begin, Handle: l.session(l.place(e.Tx)), Scope: catalog.TxScope})
	return l.do(l.outcomes([]Event{opens}, l.place(e.Err), nil))
}

// endTx ends a transaction. A connection that ends one is the transaction meanwhile.
func (l libraryCall) endTx(how summary.Kind) []Case {
	scope := l.scope()
	if scope == catalog.PinnedScope {
		scope = catalog.TxScope
	}
	return l.happens(summary.Event{Kind: how, Handle: l.session(l.place(l.entry.Tx)), Scope: scope})
}

// readOnly tells that the options of a transaction say that it only reads.
func (l libraryCall) readOnly() bool {
	p := l.entry.Isolation
	p.Field = ""
	opts := l.place(p)
	if opts == nil {
		return false
	}
	for _, field := range []string{"ReadOnly", "AccessMode"} {
		if x := l.c.fold(opts.Dot(field)); x != nil && x.Op == summary.Const && (x.Name == "true" || x.Name == "read only") {
			return true
		}
	}
	return false
}

func isTxRole(r catalog.Role) bool {
	switch r {
	case catalog.Begin, catalog.Commit, catalog.Rollback, catalog.RunInTx:
		return true
	}
	return false
}

// savepoint is the part of a transaction that a savepoint is: statements on it are the transaction's.
const savepoint = "!savepoint"
