package section

import (
	"go/token"
	"slices"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/summary"
)

// acquired notes that a lock is taken at a place. Of several locks there the best known one stays, and rather one that other processes
// see than a mutex, which is part of how that is taken.
func (w *walker) acquired(e Event) {
	old, seen := w.fn.Acquired[e.Pos]
	beside := old.Kind == catalog.Process && e.Lock.Kind != catalog.Process
	if seen && (!Understood(e.Lock) || Understood(old) && !beside) {
		return
	}
	if w.fn.Acquired == nil {
		w.fn.Acquired = map[token.Pos]summary.Lock{}
	}
	w.fn.Acquired[e.Pos] = e.Lock
}

// keepsFrom notes that a lock which a function value took is still held behind its call, or that it was held while a
// function ran that the call gave.
func (w *walker) keepsFrom(c *config, site callSite) {
	gives := slices.ContainsFunc(site.args, func(a *summary.Expr) bool { return a != nil && (a.Op == summary.Func || takesFunc(site, a)) })
	if _, took := w.fn.Acquired[site.pos]; !took {
		return
	}
	for _, e := range c.live {
		if e.Kind == summary.Acquire && !e.handed && e.Pos == site.pos && (gives || c.holds(e.Lock)) {
			if w.fn.Kept == nil {
				w.fn.Kept = map[token.Pos]bool{}
			}
			w.fn.Kept[site.pos] = true
		}
	}
}

// Understood tells that it is known what kind of lock it is and which one.
func Understood(l summary.Lock) bool {
	return l.Kind != catalog.UnknownKind && (l.Handle != nil || l.Key != nil)
}
