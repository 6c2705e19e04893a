package section

import (
	"slices"
	"strings"

	"github.com/locklint/locklint/internal/summary"
)

// What variables and fields hold, by address. An expression from elsewhere, that a callee or the catalogue speaks in, is
// put into this function's terms by folding into it what is held where it leads.

// forget drops what is known of values that the instruction with this expression computes anew.
func (c *config) forget(local *summary.Expr) {
	name := local.String()
	for k := range c.truths.all() {
		if strings.Contains(k, name) {
			c.truths.remove(k)
		}
	}
	for k := range c.cells.all() {
		if strings.Contains(k, name) {
			c.cells.remove(k)
		}
	}
}

// store puts x at an address and forgets what was known of the parts of the old content.
func (c *config) store(addr, x *summary.Expr) {
	name := addr.String()
	fields, elements, load := name+".", name+"[", "*"+name
	for k := range c.cells.all() {
		if strings.HasPrefix(k, fields) || strings.HasPrefix(k, elements) {
			c.cells.remove(k)
		}
	}
	for k, t := range c.truths.all() {
		if k == name || k == load || strings.HasPrefix(k, fields) {
			if !c.before.has(k) && nameable(t.X) {
				c.before.set(k, t)
			}
			c.truths.remove(k)
		}
	}
	c.set(addr, x)
	if x != nil {
		for _, f := range c.fieldsOf(x) { // a struct is copied as a whole
			c.set(addr.Dot(f.Addr.Name), f.X)
		}
	}
}

// set puts x at an address that was not known before.
func (c *config) set(addr, x *summary.Expr) {
	c.cells.set(addr.String(), summary.Store{Addr: addr, X: x})
}

// takeNamed is what a result of the call that has just been executed is. From here on the value goes by that.
func (c *config) takeNamed(name *summary.Expr) *summary.Expr {
	x := c.named.get(name.String())
	c.named.remove(name.String())
	return x
}

// fieldsOf are the fields of x whose content is known, by name.
func (c *config) fieldsOf(x *summary.Expr) []summary.Store {
	prefix := x.String() + "."
	var out []summary.Store
	for addr, s := range c.cells.all() {
		if field, ok := strings.CutPrefix(addr, prefix); ok && !strings.ContainsAny(field, ".[#!") && s.Addr.Op == summary.Field {
			out = append(out, s)
		}
	}
	slices.SortFunc(out, func(a, b summary.Store) int { return strings.Compare(a.Addr.Name, b.Addr.Name) })
	return out
}

// content is what an address holds, if that is known. Of one that grew too large to be kept (nil) nothing is.
func (c *config) content(addr *summary.Expr) (*summary.Expr, bool) {
	return c.contentOf(addr, maxCopies)
}

// nullFields are the fields of sql.NullInt64, pgtype.Bool and the like that hold the value.
var nullFields = []string{"Bool", "Int16", "Int32", "Int64", "Int", "V"}

// maxCopies bounds how many copies of structs are followed to what a field holds.
const maxCopies = 4

func (c *config) contentOf(addr *summary.Expr, copies int) (*summary.Expr, bool) {
	if addr == nil {
		return nil, false
	}
	if s, ok := c.cells.lookup(addr.String()); ok {
		return s.X, true
	}
	if addr.Op != summary.Field || copies == 0 {
		return nil, false
	}
	if strings.HasPrefix(addr.Name, "!") {
		return c.captured(addr)
	}
	// A field of a struct that was copied as a whole is the field of what it was copied from.
	whole, ok := c.cells.lookup(addr.Args[0].String())
	if !ok || whole.X == nil {
		return nil, false
	}
	switch whole.X.Op {
	case summary.Nil, summary.Const, summary.Func:
		return nil, false
	}
	if isAnswer(whole.X) && slices.Contains(nullFields, addr.Name) {
		return whole.X, true
	}
	field := whole.X.Dot(addr.Name)
	if field == nil {
		return nil, false
	}
	if x, ok := c.contentOf(field, copies-1); ok {
		return x, true
	}
	return field, true
}

// pointed is an address from elsewhere. It is a variable, not what that held before; but the pointers that lead to it are
// those that are held now.
func (c *config) pointed(addr *summary.Expr) *summary.Expr {
	return addr.Map(func(e *summary.Expr) (*summary.Expr, bool) {
		if e.Op != summary.Deref {
			return nil, false
		}
		x := c.fold(e)
		return x, x != nil
	})
}

// fold replaces, in an expression from elsewhere, the variables and fields whose content is known.
func (c *config) fold(x *summary.Expr) *summary.Expr {
	if x == nil || !x.Has(summary.Deref, summary.Field, summary.Elem) {
		return x
	}
	return x.Map(func(e *summary.Expr) (*summary.Expr, bool) {
		switch e.Op {
		case summary.Deref, summary.Field, summary.Elem:
		default:
			return nil, false
		}
		base := c.fold(e.Args[0])
		var addr, whole *summary.Expr
		switch e.Op {
		case summary.Deref:
			addr, whole = base, base.Load()
		case summary.Field:
			whole = base.Dot(e.Name)
			addr = whole
		case summary.Elem:
			if base == nil {
				return nil, true
			}
			whole = base.At(c.fold(e.Args[1]))
			addr = whole
		}
		if whole != nil {
			if y := c.named.get(whole.String()); y != nil {
				return y, true
			}
		}
		if addr != nil {
			if y, ok := c.content(addr); ok {
				return y, true
			}
			if e.Op == summary.Elem {
				if y, ok := c.content(base.At(nil)); ok {
					return y, true
				}
			}
		}
		return whole, true
	})
}
