package section

import (
	"go/token"
	"slices"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/summary"
)

// happen does one event to the config.
func (w *walker) happen(c *config, e Event, f frame) []*config {
	c.touch()
	if alts := e.Handle.Alternatives(); len(alts) > 1 {
		return w.happenEither(c, e, alts, f)
	}
	if c.inSavepoint(&e) {
		return []*config{c}
	}
	w.use(e)
	switch e.Kind {
	case summary.Run:
		return w.run1(c, e, f)
	case summary.Spawn:
		if e.Func != nil {
			site := f.site
			site.pos = e.Pos
			w.later(c, e.Func, site)
		}
		return []*config{c}
	case summary.HandOff:
		site := f.site
		site.pos = e.Pos
		w.handsOff(c, e, site)
		return []*config{c}
	}
	if summary.Equal(e.Lock.Key, allLocks) {
		return w.happenAll(c, e, f)
	}
	if e.Kind == summary.Close {
		w.endsSession(c, e, f)
	}
	if !w.effect(c, &e) {
		return []*config{c}
	}
	e.Looked = w.looked(c, e.Handle)
	if e.Scope == catalog.AnyScope {
		e.Scope = w.scopeOf(c, e)
		e.ScopeHere = e.Scope != catalog.AnyScope
	}
	if e.Kind == summary.Release && !e.handed {
		w.released(c, &e)
	}
	w.append(c, e)
	return []*config{c}
}

// effect changes the locks held, the connections pinned and the transactions open as an event says, and tells
// whether the event belongs on the path.
func (w *walker) effect(c *config, e *Event) bool {
	switch e.Kind {
	case summary.Missed:
		e.Again = c.holds(e.Lock) // in another round of a loop, for another key: that is not told apart
		if !e.Again {
			c.live = withoutMissed(c.live, e)
		}
	case summary.Acquire:
		e.TTL = w.numbers(e.TTL)
		w.take(c, *e)
	case summary.Release:
		if w.moved(c, e.Lock) {
			e.handed = true
			return known(e.Lock)
		}
		if w.releasesOneOf(c, e.Lock) {
			return false
		}
		if !w.release(c, e) && !known(e.Lock) && !e.Deferred && !releasedBefore(c, e.Lock) && !missedBefore(c, e.Lock) {
			w.released(c, e)
			return false
		}
	case summary.Unreleased:
		return w.stays(c, e) || known(e.Lock)
	case summary.Pin:
		c.pins = append(c.pins, e.Handle)
	case summary.Unpin, summary.Close:
		return w.givesBack(c, e)
	case summary.Begin:
		if e.On != nil && c.isOpen(e.On) {
			c.set(e.Handle.Dot(outerTx), e.On)
			return false
		}
		c.open = append(c.open, e.Handle)
	case summary.Commit, summary.Rollback:
		i := slices.IndexFunc(c.open, func(x *summary.Expr) bool { return summary.Equal(x, e.Handle) })
		if i < 0 {
			return foreign(e)
		}
		c.open = slices.Delete(c.open, i, i+1)
	}
	return true
}

// take puts the lock of an acquire among those held.
func (w *walker) take(c *config, e Event) {
	w.acquired(e)
	c.takenAgain(e.Lock)
	c.truths.remove(mark(unheldMark, e.Lock.Key).String())
	c.live = withoutMissed(c.live, &e)
	c.held = slices.DeleteFunc(c.held, func(l summary.Lock) bool { return l.Same(e.Lock) })
	c.held = append(c.held, e.Lock)
	c.takeBack(e.Lock)
	if !slices.Contains(c.took, e.Pos) {
		c.took = append(c.took, e.Pos)
	}
}

// looked tells that the path knows that a context carries the handle: it has tested it.
func (w *walker) looked(c *config, handle *summary.Expr) bool {
	return !handle.Walk(func(x *summary.Expr) bool {
		return x.Op != summary.CtxValue || w.truth(c, x) != summary.NotNil
	})
}

// happenEither does an event whose handle may be one of several: a statement may be on each of them, the
// end of a transaction is that of the one that is open.
func (w *walker) happenEither(c *config, e Event, alts []*summary.Expr, f frame) []*config {
	for _, a := range alts {
		e.Handle = a
		if e.Kind == summary.Read || e.Kind == summary.Write || c.isOpen(a) {
			w.happen(c, e, f)
		}
	}
	return []*config{c}
}

// outerTx is where a savepoint keeps the transaction it belongs to.
const outerTx = "!outer"

// inSavepoint puts the outer transaction in the place of a savepoint, and tells whether the event is the
// savepoint's end, which commits nothing.
func (c *config) inSavepoint(e *Event) bool {
	if e.Lock.Conn != nil {
		if outer, ok := c.content(e.Lock.Conn.Dot(outerTx)); ok {
			e.Lock.Conn = outer
		}
	}
	if e.Handle == nil {
		return false
	}
	outer, ok := c.content(e.Handle.Dot(outerTx))
	if !ok {
		return false
	}
	e.Handle = outer
	return e.Kind == summary.Commit || e.Kind == summary.Rollback
}

func (c *config) isOpen(tx *summary.Expr) bool {
	return slices.ContainsFunc(c.open, func(x *summary.Expr) bool { return summary.Equal(x, tx) })
}

// releasesOneOf tells a release of one of several locks of which one is held: nobody knows whether that is the one,
// and nothing more is said about it.
func (w *walker) releasesOneOf(c *config, l summary.Lock) bool {
	held := len(c.held)
	if alts := l.Handle.Alternatives(); len(alts) > 1 {
		for _, a := range alts {
			w.handOff(c, summary.Lock{Handle: a, Shared: l.Shared})
		}
	}
	return len(c.held) < held
}

// isHeld tells the handle of a lock that is held: there is one.
func (c *config) isHeld(handle *summary.Expr) bool {
	return slices.ContainsFunc(c.held, func(l summary.Lock) bool { return summary.Equal(l.Handle, handle) })
}

// release takes the lock out of those held and tells whether it was one of them.
func (w *walker) release(c *config, e *Event) bool {
	loose := e.Lock
	loose.Handle = loose.Handle.Loose()
	i := slices.IndexFunc(c.held, func(l summary.Lock) bool { return l.Same(e.Lock) || l.Same(loose) })
	if i < 0 && ofLoop(e.Lock.Handle) { // one element of several: whichever it is
		i = slices.IndexFunc(c.held, func(l summary.Lock) bool {
			l.Handle = l.Handle.Loose()
			return l.Same(loose)
		})
	}
	if i < 0 {
		return false
	}
	lock := c.held[i]
	c.held = slices.Delete(c.held, i, i+1)
	c.takeBack(lock)
	e.Lock.Kind, e.Lock.Shared = lock.Kind, lock.Shared
	if e.Lock.Key == nil {
		e.Lock.Key = lock.Key
	}
	e.Acquired = c.acquiredAt(*e, loose)
	return true
}

// acquiredAt is where the lock of an event was taken.
func (c *config) acquiredAt(e Event, loose summary.Lock) token.Pos {
	at := token.NoPos
	for _, o := range c.live {
		if o.Kind == summary.Acquire && (o.Lock.Same(e.Lock) || o.Lock.Same(loose)) {
			at = o.Pos
		}
	}
	return at
}

// ofLoop tells an element whose index the function computes: that of a loop.
func ofLoop(x *summary.Expr) bool {
	return !x.Walk(func(e *summary.Expr) bool {
		return e.Op != summary.Elem || !e.Args[1].Has(summary.Local) && e.Args[1].String() != "*"
	})
}

// releasedBefore tells that the trace has a release of the same lock: this is its second.
func releasedBefore(c *config, l summary.Lock) bool {
	return slices.ContainsFunc(c.live, func(e *Event) bool { return e.Kind == summary.Release && e.Lock.Same(l) })
}

// known tells that a caller could know which lock is meant.
func known(l summary.Lock) bool {
	x := l.Handle
	if x == nil {
		x = l.Key
	}
	return x != nil && (l.Handle == nil || x.Has(summary.Param, summary.Free, summary.Global))
}
