package effects

import (
	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/finding"
	"github.com/locklint/locklint/internal/summary"
)

// Locks tells that the event takes a lock: an acquire, or a statement of a transaction that locks the rows it reads.
func (e Event) Locks() bool { return e.Kind == summary.Acquire || e.LocksRows() }

// LocksRows tells a statement of a transaction that locks the rows it reads, or all of a table, and keeps others from
// doing the same.
func (e Event) LocksRows() bool { return e.LocksData() && e.Traits.Has(summary.RowLock) }

// LocksData tells a statement of a transaction that locks rows, or a table, in whatever mode, until that ends.
func (e Event) LocksData() bool {
	return e.Kind == summary.Read && e.Traits&(summary.RowLock|summary.TableLock) != 0 && e.Table != "" && e.Handle != nil && e.Scope != catalog.PoolScope
}

// Under are the events that happen while the lock is held that is acquired at position i: a lock that belongs to
// a transaction, until that ends.
func (p Path) Under(i int) []Event {
	lock := p.Events[i].Lock
	if rows := p.Events[i]; rows.LocksData() {
		lock = summary.Lock{Kind: catalog.Transaction, Conn: rows.Handle}
		begin, open := p.OpenAt(rows.Handle, i)
		if !open || begin < 0 && !Received(rows.Handle) { // a transaction of a callee, which is over
			return nil
		}
	}
	for j := i + 1; j < len(p.Events); j++ {
		e := p.Events[j]
		switch e.Kind {
		case summary.Release:
			loose := e.Lock
			loose.Handle = loose.Handle.Loose()
			if lock.Same(e.Lock) || lock.Same(loose) {
				return p.Events[i+1 : j]
			}
		case summary.Close:
			if lock.Kind == catalog.Session && summary.Equal(lock.Conn, e.Handle) {
				return p.Events[i+1 : j]
			}
		case summary.Commit, summary.Rollback:
			if lock.Kind == catalog.Transaction && (lock.Conn == nil || summary.Equal(lock.Conn, e.Handle)) {
				return p.Events[i+1 : j]
			}
		}
	}
	return p.Events[i+1:]
}

// Trail are the lines of the timeline that lead from an event down to the call of another program.
func (r *Result) Trail(e Event) []finding.Step {
	out := r.Steps(e)
	for _, pos := range e.Event.Trail {
		inner := e
		inner.Pos = pos
		out = append(out, r.Steps(inner)...)
	}
	return out
}
