package effects

import (
	"github.com/locklint/locklint/internal/section"
	"github.com/locklint/locklint/internal/summary"
)

// lockEvent is what happens to a lock.
func (s speaker) lockEvent(e section.Event) string {
	lock := s.lock(e.Lock)
	switch e.Kind {
	case summary.Missed:
		switch e.Why {
		case summary.Busy:
			return "does not get " + lock + ", which somebody else holds"
		case summary.Failed:
			return "fails to take " + lock
		}
		return "does not get " + lock
	case summary.Extend:
		return "renews " + lock
	case summary.HandOff:
		return "leaves it to another goroutine, or to somebody who keeps a function, to release " + lock
	case summary.Unreleased:
		return "fails to release " + lock
	case summary.Release:
		if e.Blind {
			return "deletes the key of " + lock + ", whoever set it"
		}
		return "releases " + lock
	}
	return "takes " + lock
}

// lock names a lock by its kind, its key, its handle, its connection.
func (s speaker) lock(l summary.Lock) string {
	text := [...]string{"the lock", "the mutex", "the lease", "the session lock", "the transaction lock"}[l.Kind]
	if l.Shared {
		text += " (shared)"
	}
	switch {
	case l.Key != nil:
		text += " " + s.key(l.Key)
	case l.Handle != nil && !l.Handle.Has(summary.Local, summary.Fresh) && visible(l.Handle):
		text += " " + s.expr(l.Handle)
	case l.Handle != nil && l.Handle.Has(summary.Fresh):
		text += " that it made"
	}
	if l.Conn != nil && visible(l.Conn) && !l.Conn.Has(summary.Local) {
		text += " on " + s.expr(l.Conn)
	}
	return text
}

func (s speaker) key(x *summary.Expr) string {
	if x.Op == summary.Param || x.Op == summary.Free || x.Op == summary.Field {
		return "named by " + s.expr(x)
	}
	return s.expr(x)
}
