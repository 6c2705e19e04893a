package section

import (
	"slices"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/summary"
)

// allLocks is the key in an event that gives back all session locks of a connection.
var allLocks = summary.GlobalOf("(all)")

// unlockAll gives back what is held on a connection; where that came from outside, the callers hear of it.
func (l libraryCall) unlockAll(cases []Case, conn, err *summary.Expr) []Case {
	for _, lock := range l.c.lockedOn(conn) {
		cases = l.unlockCall(cases, lock, err)
	}
	if conn != nil && fromOutside(conn) && l.scope() != catalog.PoolScope {
		cases = l.unlockCall(cases, summary.Lock{Kind: catalog.Session, Key: allLocks, Conn: conn}, err)
	}
	return cases
}

// lockedOn are the session locks that are held on a connection.
func (c *config) lockedOn(conn *summary.Expr) []summary.Lock {
	return slices.DeleteFunc(slices.Clone(c.held), func(l summary.Lock) bool {
		return l.Kind != catalog.Session || !summary.Equal(l.Conn, conn)
	})
}

// happenAll does an event with all session locks of a connection.
func (w *walker) happenAll(c *config, e Event, f frame) []*config {
	for _, lock := range c.lockedOn(e.Lock.Conn) {
		one := e
		one.Lock = lock
		w.happen(c, one, f)
	}
	if e.Lock.Conn != nil && fromOutside(e.Lock.Conn) {
		e.Once = true // a second time does no harm
		w.append(c, e)
	}
	return []*config{c}
}
