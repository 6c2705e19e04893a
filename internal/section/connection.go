package section

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/summary"
)

// connection takes a connection out of its pool, gives it back, or closes it.
func (l libraryCall) connection() []*config {
	e := l.entry
	if e.Store != catalog.SQL { // nothing hangs on the others
		return []*config{l.c}
	}
	switch e.Role {
	case catalog.Pin:
		ev := l.event(summary.Event{Kind: summary.Pin, Handle: l.place(e.Tx), On: l.handle(), Scope: catalog.PinnedScope})
		return l.do(l.outcomes([]Event{ev}, l.place(e.Err), nil))
	case catalog.Unpin:
		ends := l.happens(summary.Event{Kind: summary.Unpin, Handle: l.place(e.Tx), Scope: catalog.PinnedScope})
		if l.scope() == catalog.AnyScope { // it is its own transaction, which ends with it
			back := l.event(summary.Event{Kind: summary.Rollback, Handle: l.place(e.Tx)})
			ends[0].Events = append([]Event{back}, ends[0].Events...)
		}
		return l.do(ends)
	case catalog.Close:
		return l.do(l.happens(summary.Event{Kind: summary.Close, Handle: l.handle(), Scope: l.scope()}))
	}
	if e.Func.IsZero() || l.discards(l.arg(l.off+e.Func.Index)) {
		return l.do(l.happens(summary.Event{Kind: summary.Close, Handle: l.place(e.Tx), Scope: catalog.PinnedScope}))
	}
	return []*config{l.c}
}

// givesBack takes a connection out of those that the path has, with the session locks on it, and tells whether
// that is worth telling.
func (w *walker) givesBack(c *config, e *Event) bool {
	conn := e.Handle
	on := func(x *summary.Expr) bool { return summary.Equal(x, conn) }
	had := slices.ContainsFunc(c.pins, on) || fromOutside(conn) ||
		slices.ContainsFunc(c.live, func(e *Event) bool { return on(e.Lock.Conn) }) || e.Kind == summary.Close && givenAway(c.live, conn)
	e.Passed = e.Passed || slices.Contains(c.away, conn.String())
	c.away = slices.DeleteFunc(c.away, func(id string) bool { return id == conn.String() })
	c.pins = slices.DeleteFunc(c.pins, on)
	for _, l := range c.held {
		if l.Kind == catalog.Session && on(l.Conn) {
			e.Passed = e.Passed || slices.Contains(c.away, l.String())
			c.takeBack(l)
		}
	}
	c.held = slices.DeleteFunc(c.held, func(l summary.Lock) bool { return l.Kind == catalog.Session && on(l.Conn) })
	return had
}

// fromOutside tells a value that a caller can name.
func fromOutside(x *summary.Expr) bool { return x.Has(summary.Param, summary.Free, summary.Global) }

// stays notes that a release failed and tells whether the lock is one of those held.
func (w *walker) stays(c *config, e *Event) bool {
	loose := e.Lock
	loose.Handle = loose.Handle.Loose()
	i := slices.IndexFunc(c.held, func(l summary.Lock) bool { return l.Same(e.Lock) || l.Same(loose) })
	if i < 0 {
		return false
	}
	e.Lock.Kind, e.Lock.Shared = c.held[i].Kind, c.held[i].Shared
	e.Acquired = c.acquiredAt(*e, loose)
	return true
}

// scopeOf is what the handle of an event stands for, as far as the path knows: a value of a type that is a
// pool, whatever interface it went through; a pool that was opened here; a package variable.
func (w *walker) scopeOf(c *config, e Event) catalog.Scope {
	x := e.Handle
	if x == nil {
		x = e.Lock.Conn
	}
	if w.isPool(c, x) || e.Locking() && w.poolType(e.Handle) {
		return catalog.PoolScope
	}
	if e.Handle != nil || x == nil || e.Lock.Kind != catalog.Session {
		return catalog.AnyScope
	}
	t := w.typeOf(x)
	if t == nil {
		return catalog.AnyScope
	}
	entry := w.world.Catalog().TypeOf(t)
	switch {
	case entry == nil:
		return catalog.AnyScope
	case entry.Scope == catalog.AnyScope && x.Op == summary.Global && entry.Store == catalog.SQL:
		return catalog.PoolScope // transactions do not stand in package variables
	}
	return entry.Scope
}

// poolType tells a handle whose type says that it is a pool, or that stands in a package variable: transactions do not.
func (w *walker) poolType(x *summary.Expr) bool {
	if x == nil {
		return false
	}
	t := w.typeOf(x)
	if x.Op == summary.Global && t == nil {
		t = w.importedVar(x.Name)
	}
	if t == nil {
		return false
	}
	e := w.world.Catalog().TypeOf(t)
	return e != nil && (e.Scope == catalog.PoolScope || e.Scope == catalog.AnyScope && x.Op == summary.Global && e.Store == catalog.SQL)
}

// importedVar is the type of a variable of a package that this one imports, or nil.
func (w *walker) importedVar(name string) types.Type {
	at := strings.LastIndexByte(name, '.')
	if at < 0 || w.fn.Fn.Pkg == nil {
		return nil
	}
	for _, p := range w.fn.Fn.Pkg.Pkg.Imports() {
		if p.Path() == name[:at] {
			if v, ok := p.Scope().Lookup(name[at+1:]).(*types.Var); ok {
				return v.Type()
			}
		}
	}
	return nil
}

// typeOf is the type of what an access path leads to, or nil.
func (w *walker) typeOf(x *summary.Expr) types.Type {
	switch x.Op {
	case summary.Param:
		if x.Index < len(w.fn.Fn.Params) {
			return w.fn.Fn.Params[x.Index].Type()
		}
	case summary.Free:
		if x.Index < len(w.fn.Fn.FreeVars) {
			return w.fn.Fn.FreeVars[x.Index].Type()
		}
	case summary.Global:
		if g := w.global(x); g != nil {
			return g.Type().(*types.Pointer).Elem()
		}
	case summary.Deref:
		if p := pointerTo(w.typeOf(x.Args[0])); p != nil {
			return p
		}
	case summary.Field:
		t := w.typeOf(x.Args[0])
		if t == nil {
			return nil
		}
		if p := pointerTo(t); p != nil {
			t = p
		}
		if s, ok := t.Underlying().(*types.Struct); ok {
			for f := range s.Fields() {
				if f.Name() == x.Name {
					return f.Type()
				}
			}
		}
	}
	return nil
}

// global is the variable of this package that an expression names, or nil.
func (w *walker) global(x *summary.Expr) *ssa.Global {
	if w.fn.Fn.Pkg == nil {
		return nil
	}
	g, ok := w.fn.Fn.Pkg.Members[x.Name[strings.LastIndex(x.Name, ".")+1:]].(*ssa.Global)
	if !ok || g.String() != x.Name {
		return nil
	}
	return g
}

func pointerTo(t types.Type) types.Type {
	if t == nil {
		return nil
	}
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return nil
}

// withoutConnections is a trace as a caller needs it: connections that the function had for itself are left out,
// and what was locked on them is free when they are gone.
func withoutConnections(trace []*Event) []*Event {
	out := make([]*Event, 0, len(trace))
	for i, e := range trace {
		switch {
		case e.Kind == summary.Pin && endsIn(trace[i+1:], e.Handle):
			continue
		case e.Kind == summary.Close && givenAway(trace[:i], e.Handle):
		case (e.Kind == summary.Unpin || e.Kind == summary.Close) && !fromOutside(e.Handle):
			for _, l := range lockedOn(out, e.Handle) {
				out = append(out, e.with(func(e *Event) {
					e.Kind, e.Lock, e.Handle, e.id = summary.Release, l.Lock, nil, ""
					e.Acquired = l.Pos
				}))
			}
			continue
		case e.Kind == summary.Unreleased && !fromOutside(e.Lock.Conn) && endsIn(trace[i+1:], e.Lock.Conn):
			e = e.with(func(e *Event) { e.Kind, e.id = summary.Release, "" })
		}
		out = append(out, e)
	}
	return out
}

// givenAway tells that a function of the caller was given a connection: what it locks on it, the caller knows.
func givenAway(trace []*Event, conn *summary.Expr) bool {
	return slices.ContainsFunc(trace, func(e *Event) bool {
		return e.Kind == summary.Run && e.Func != nil && callers(e.Func) && contains(e.Args, conn)
	})
}

// endsIn tells that a connection is given back or closed in a trace.
func endsIn(trace []*Event, conn *summary.Expr) bool {
	return slices.ContainsFunc(trace, func(e *Event) bool {
		return (e.Kind == summary.Unpin || e.Kind == summary.Close) && summary.Equal(e.Handle, conn)
	})
}

// lockedOn are the acquires of the locks that a connection has at the end of a trace.
func lockedOn(trace []*Event, conn *summary.Expr) []*Event {
	var held []*Event
	for _, e := range trace {
		switch {
		case e.Kind == summary.Acquire && summary.Equal(e.Lock.Conn, conn):
			held = append(held, e)
		case e.Kind == summary.Release:
			held = slices.DeleteFunc(held, func(h *Event) bool { return h.Lock.Same(e.Lock) })
		}
	}
	return held
}
