package section

import (
	"slices"

	"github.com/locklint/locklint/internal/summary"
)

// Where paths meet, what one config stands for is what all of them know: a value that only some know is forgotten, and
// one of two handles is either of them.

// merge makes c stand for the paths of o too, which has the same key, and tells whether that changed c.
func (c *config) merge(o *config) bool {
	var changed, more bool
	c.live, changed = mergeEvents(c.live, o.live)
	c.visible, more = mergeEvents(c.visible, o.visible)
	changed = changed || more
	if c.failed != o.failed && c.failed != summary.Unknown {
		c.failed, changed = summary.Unknown, true
	}
	for _, pos := range o.took {
		if !slices.Contains(c.took, pos) {
			c.took, changed = append(c.took, pos), true
		}
	}
	changed = meetBinds(&c.binds, &o.binds) || changed
	changed = meetCells(&c.cells, &o.cells, c.puts) || changed
	changed = meetBinds(&c.named, &o.named) || changed
	changed = meet(&c.truths, &o.truths, func(x, y summary.Cond) bool { return x.Is == y.Is }) || changed
	changed = meet(&c.before, &o.before, func(x, y summary.Cond) bool { return x.Is == y.Is }) || changed
	return changed
}

// meetBinds keeps in a what b says too.
func meetBinds[K comparable](a, b *table[K, *summary.Expr]) bool {
	changed := false
	for v, x := range a.all() {
		either := meetExprs(x, b.get(v))
		switch {
		case either == nil:
			a.remove(v)
		case either == x:
			continue
		default:
			a.set(v, either)
		}
		changed = true
	}
	return changed
}

// meetCells keeps in a what b says too. What a slice was filled with in a loop stays: where b does not know of it,
// nothing was appended yet.
func meetCells(a, b *table[string, summary.Store], set settings) bool {
	changed := false
	for k, s := range b.all() {
		switch {
		case a.has(k):
		case mayBeFlag(s) || set.holds(s.Addr) || copied(a, s.Addr):
			a.set(k, summary.Store{Addr: s.Addr})
			changed = true
		case s.X != nil && s.Collected():
			a.set(k, s)
			changed = true
		}
	}
	for k, s := range a.all() {
		o, ok := b.lookup(k)
		if !ok && s.Collected() {
			continue
		}
		either := meetExprs(s.X, o.X)
		switch {
		case either == nil && (mayBeFlag(s) || set.holds(s.Addr) || copied(a, s.Addr) || o.Addr != nil && mayBeFlag(o)):
			if s.X == nil {
				continue
			}
			a.set(k, summary.Store{Addr: s.Addr})
		case either == nil:
			a.remove(k)
		case either == s.X:
			continue
		default:
			a.set(k, summary.Store{Addr: s.Addr, X: either})
		}
		changed = true
	}
	return changed
}

// copied tells the address of a field of a struct that was copied as a whole from one where a constant stood in the field: without a
// content of its own it would be taken for that.
func copied(cells *table[string, summary.Store], addr *summary.Expr) bool {
	if addr.Op != summary.Field {
		return false
	}
	whole := cells.get(addr.Args[0].String())
	if whole.X == nil {
		return false
	}
	field := whole.X.Dot(addr.Name)
	if field == nil {
		return false
	}
	if s, ok := cells.lookup(field.String()); ok {
		field = s.X
	}
	return field != nil && field.Op == summary.Const
}

// meetExprs is a value that is x on some paths and y on others: one of both where both are paths, which may
// lead to a handle, and unknown elsewhere.
func meetExprs(x, y *summary.Expr) *summary.Expr {
	switch {
	case x == nil || y == nil:
		return nil
	case x == y || x.String() == y.String():
		return x
	case y.Op == summary.Nil && isPath(x): // whoever uses it has seen that it is not nil
		return unlessError(x)
	case x.Op == summary.Nil && isPath(y):
		return unlessError(y)
	case !sameFunc(x, y) && (!isPath(x) || !isPath(y)):
		return nil
	}
	either := summary.EitherOf(x, y)
	if either != nil && either.String() == x.String() {
		return x
	}
	return either
}

// sameFunc tells that both are nil or one function: an unlock function that is there only where the lock is.
func sameFunc(x, y *summary.Expr) bool {
	f, ok := funcOrNil(x)
	g, also := funcOrNil(y)
	return ok && also && (f == nil || g == nil || summary.Equal(f, g))
}

// funcOrNil is the function that a value is where it is not nil; ok tells that it may be nothing else.
func funcOrNil(x *summary.Expr) (fn *summary.Expr, ok bool) {
	for _, a := range x.Alternatives() {
		switch {
		case a != nil && a.Op == summary.Nil:
		case a == nil || a.Op != summary.Func || fn != nil:
			return nil, false
		default:
			fn = a
		}
	}
	return fn, true
}

// unlessError is x, but not an error made once: that one is never nil, and so it would no more be known that there may
// be none.
func unlessError(x *summary.Expr) *summary.Expr {
	for _, a := range x.Alternatives() {
		if a.Op == summary.Global && isErrorName(a.Name) {
			return nil
		}
	}
	return x
}

// isPath tells an access path or one of several.
func isPath(x *summary.Expr) bool {
	if x == nil {
		return false
	}
	for _, a := range x.Alternatives() {
		switch a.Op {
		case summary.Param, summary.Free, summary.Local, summary.Global, summary.Field, summary.Elem, summary.Deref, summary.CtxValue:
		default:
			return false
		}
	}
	return true
}

// meet keeps in a what b says too.
func meet[K, V comparable](a, b *table[K, V], same func(x, y V) bool) bool {
	changed := false
	for k, x := range a.all() {
		if y, ok := b.lookup(k); !ok || !same(x, y) {
			a.remove(k)
			changed = true
		}
	}
	return changed
}
