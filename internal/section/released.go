package section

import (
	"fmt"
	"go/token"

	"github.com/locklint/locklint/internal/summary"
)

// A Release is one release of a lock on some path, with what the path knows of it.
type Release struct {
	Event
	By       *Event    // the acquire of the lock; nil: not on the path
	Life     Life      // of the context
	Over     token.Pos // where the context ended
	Inner    token.Pos // the place in a literal of this function in which it happens
	Foreign  bool      // it happens in a function value that another function made
	Captured bool      // and the context came with that
	Below    bool      // it is deferred in a function that is called from here
	Unheld   bool      // the path knows that the lock was not obtained
	Compared bool      // a value read from the key before is compared with something
	Failing  bool      // the path knows an error that is not nil
	Freed    bool      // the session on which the lock hangs ends behind it, and frees the lock even if the release fails
}

// An inside is what an event keeps of the literal in which it happens.
type inside struct {
	pos      token.Pos
	over     token.Pos
	life     Life
	foreign  bool
	below    bool
	captured bool
	failing  bool
}

// within is what an event of a callee keeps of where it happened.
func (w *walker) within(e Event, f frame) inside {
	if f.fn == nil {
		return inside{foreign: e.inside.foreign && f.literal, below: e.inside.below || e.Deferred}
	}
	if !w.ownLiteral(f.fn.Name) {
		x := e.Ctx
		for x != nil && (x.Op == summary.Derived || x.Op == summary.WithValue || x.Op == summary.Deref) {
			x = x.Args[0]
		}
		return inside{foreign: true, below: e.inside.below || e.Deferred, captured: x != nil && x.Op == summary.Free}
	}
	in := e.inside
	if in.pos == token.NoPos {
		in.pos = e.Pos
	}
	return in
}

// ownLiteral tells a literal that stands in this function.
func (w *walker) ownLiteral(name string) bool {
	fn := w.world.Func(name)
	if fn == nil {
		return false
	}
	for p := fn.Parent(); p != nil; p = p.Parent() {
		if p == w.fn.Fn {
			return true
		}
	}
	return false
}

// released notes a release of a lock, each once.
func (w *walker) released(c *config, e *Event) {
	r := Release{Event: *e, By: c.acquireOf(e.Lock), Inner: e.inside.pos, Foreign: e.inside.foreign, Below: e.inside.below, Captured: e.inside.captured}
	r.Life, r.Over = w.life(c, e.Ctx)
	r.Unheld = r.By == nil && w.unheld(c, e.Lock)
	if e.Blind && w.ownerSeen(c, e.Lock.Key) {
		e.Traits |= summary.Compared
	}
	r.Compared = e.Traits.Has(summary.Compared)
	r.Failing = e.inside.failing || w.isFailing(c)
	if in := e.inside; in.life.Done() && !r.Life.Done() {
		r.Life, r.Over = in.life, in.over
	}
	e.inside.life, e.inside.over, e.inside.failing = r.Life, r.Over, r.Failing
	key := fmt.Sprint(e.identity(), "/", r.Life, r.Inner, r.Unheld, r.Compared, r.Failing)
	if r.By != nil {
		key += "/" + r.By.identity()
	}
	if !c.supposed && !w.recorded[key] {
		w.recorded[key] = true
		w.fn.Releases = append(w.fn.Releases, r)
	}
}

// acquireOf is the acquire of a lock on the path, or nil.
func (c *config) acquireOf(l summary.Lock) *Event {
	loose := l
	loose.Handle = loose.Handle.Loose()
	for i := len(c.live) - 1; i >= 0; i-- {
		if e := c.live[i]; e.Kind == summary.Acquire && (e.Lock.Same(l) || e.Lock.Same(loose)) {
			return e
		}
	}
	return nil
}
