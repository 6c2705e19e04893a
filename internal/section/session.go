package section

import (
	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/summary"
)

// A session keeps leases alive; its end frees the locks that hang on it, also those whose release failed.

// sessionField is where the handle of a lock keeps the session on which it hangs, and sessionCtx where the session keeps
// the context without which it cannot end itself.
const (
	sessionField = "!session"
	sessionCtx   = "!ctx"
)

// newSession notes the context that a session is told to use, or that its client was made with.
func (l libraryCall) newSession() {
	ctx := l.place(l.entry.Ctx)
	if client := l.entry.Handle; ctx == nil && client.Kind == catalog.AtArg && client.Index < len(l.site.common.Args) {
		ctx = l.contextOf(l.site.common.Args[client.Index])
	}
	if ctx != nil {
		l.c.set(resultOf(l.site.local, 0).Dot(sessionCtx), ctx)
	}
}

// contextOf is the context that the function was given which made a value, or nil.
func (l libraryCall) contextOf(v ssa.Value) *summary.Expr {
	for range maxDepth {
		switch x := v.(type) {
		case *ssa.UnOp:
			v = x.X
		case *ssa.FieldAddr:
			v = x.X
		case *ssa.Extract:
			v = x.Tuple
		case *ssa.Call:
			for _, a := range x.Call.Args {
				if isContext(a.Type()) {
					return l.eval(l.c, a)
				}
			}
			return nil
		default:
			return nil
		}
	}
	return nil
}

// endSession ends a session.
func (l libraryCall) endSession() []*config {
	return l.do(l.happens(summary.Event{Kind: summary.Close, Handle: l.handle(), Store: l.entry.Store}))
}

// endsSession frees the locks that hang on what is closed.
func (w *walker) endsSession(c *config, e Event, f frame) {
	if e.Handle == nil {
		return
	}
	var free []summary.Lock
	for _, lock := range c.held {
		if c.hangsOn(lock, e.Handle) {
			free = append(free, lock)
		}
	}
	for _, lock := range free {
		release := e
		release.Event = summary.Event{Kind: summary.Release, Lock: lock, Ctx: e.Ctx, Store: e.Store, Via: e.Via}
		w.happen(c, release, f)
	}
	ctx := e.Ctx
	if own, ok := c.content(e.Handle.Dot(sessionCtx)); ok && ctx == nil {
		ctx = own
	}
	if life, _ := w.life(c, ctx); ctx != nil && life != Detached {
		return
	}
	for i, r := range w.fn.Releases {
		if c.hangsOn(r.Lock, e.Handle) {
			w.fn.Releases[i].Freed = true
		}
	}
}

// hangsOn tells that a lock ends with a session.
func (c *config) hangsOn(l summary.Lock, session *summary.Expr) bool {
	if l.Handle == nil {
		return false
	}
	on, ok := c.content(l.Handle.Dot(sessionField))
	return ok && summary.Equal(on, session)
}
