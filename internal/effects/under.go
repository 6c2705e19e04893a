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
	return e.locksSome() && e.Handle != nil && e.Scope != catalog.PoolScope
}

// OwnStatement tells a statement that locks rows on a pool of connections: no transaction of the program is around it, and what it
// locks is free again when it is over.
func (e Event) OwnStatement() bool {
	return e.locksSome() && e.onPool()
}

// locksSome tells a statement that locks the rows of a table, or the table.
func (e Event) locksSome() bool {
	return e.Locking() && (e.Table != "" || e.Traits.Has(summary.AnyTable))
}

// onPool tells that the handle of a statement is a pool of connections. One that the function got from a callee may have been a
// transaction there, which is over.
func (e Event) onPool() bool {
	root := e.Handle.Root()
	return e.Scope == catalog.PoolScope && root != nil && (root.Op == summary.Param || root.Op == summary.Free || root.Op == summary.Global)
}

// RowsHeldAt tells that the statement at position j locks rows, or the transaction that begins there all that it reads, and that they
// are locked still at position k.
func (p Path) RowsHeldAt(j, k int) bool {
	e := p.Events[j]
	switch {
	case !e.Traits.Has(summary.RowLock):
		return false
	case e.Kind == summary.Begin:
		return summary.Equal(e.Handle, p.Events[k].Handle)
	case e.Kind != summary.Read || e.OwnStatement():
		return false
	}
	end := p.EndAfter(e.Handle, j)
	return e.Handle == nil || end < 0 || end > k
}

// rowsLockedFor tells that the rows of the write at position k are locked by its own transaction, as far as is known which it is.
func (p Path) rowsLockedFor(k int) bool {
	write := p.Events[k]
	for j, e := range p.Events[:k] {
		if !p.RowsHeldAt(j, k) {
			continue
		}
		if e.Handle == nil || write.Handle == nil || summary.Equal(e.Handle, write.Handle) || !p.apart(e.Handle, write, k) {
			return true
		}
	}
	return false
}

// apart tells that a statement at position k is in no transaction that a handle stands for: it runs on the pool, or both begin on the
// path, and neither is a savepoint in the other.
func (p Path) apart(handle *summary.Expr, e Event, k int) bool {
	if e.onPool() {
		return true
	}
	begin, _ := p.OpenAt(e.Handle, k)
	other, _ := p.OpenAt(handle, k)
	return begin >= 0 && other >= 0 && !p.within(begin, handle) && !p.within(other, e.Handle)
}

// within tells that the transaction that begins at a position is a savepoint in another one.
func (p Path) within(begin int, outer *summary.Expr) bool {
	for begin >= 0 {
		on := p.Events[begin].On
		if on == nil || summary.Equal(on, outer) {
			return on != nil
		}
		begin, _ = p.OpenAt(on, begin)
	}
	return false
}

// Under are the events that happen while the lock is held that is acquired at position i: a lock that belongs to
// a transaction, until that ends.
func (p Path) Under(i int) []Event {
	if p.Events[i].OwnStatement() {
		return nil
	}
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
