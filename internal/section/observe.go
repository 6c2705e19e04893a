package section

import (
	"strconv"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/summary"
)

// observe tells the world which paths of a function's parameters and captured variables lead to a live
// transaction in this call, and which to something that this function was given itself.
func (w *walker) observe(c *config, fn *ssa.Function, args, frees []*summary.Expr) {
	for i, a := range args {
		w.reachable(c, fn, a, "p"+strconv.Itoa(i), 0)
	}
	for i, a := range frees {
		w.reachable(c, fn, a, "free"+strconv.Itoa(i), 0)
	}
}

// maxReach bounds how deep structs and contexts are looked into.
const maxReach = 3

func (w *walker) reachable(c *config, fn *ssa.Function, x *summary.Expr, name string, depth int) {
	if x == nil || depth > maxReach {
		return
	}
	if c.isOpen(x) {
		w.world.GivenTx(fn, name)
		return
	}
	switch x.Op {
	case summary.Ref:
		w.reachable(c, fn, x.Args[0], "*"+name, depth+1)
	case summary.Struct:
		for i, field := range x.Names {
			w.reachable(c, fn, x.Args[i], name+"."+field, depth+1)
		}
	case summary.WithValue:
		w.reachable(c, fn, x.Args[1], name+".value("+x.Name+")", depth+1)
		w.reachable(c, fn, x.Args[0], name, depth)
	case summary.Derived:
		w.reachable(c, fn, x.Args[0], name, depth)
	case summary.Local, summary.Field:
		w.reachableFields(c, fn, x, name, depth)
	}
	if x.Has(summary.Param, summary.Free) && !x.Has(summary.Local, summary.Template, summary.Call, summary.Struct, summary.WithValue) {
		w.world.GivenPath(fn, name, w.fn.Fn, x.String())
	}
}

// reachableFields looks into a variable of this function, or a struct.
func (w *walker) reachableFields(c *config, fn *ssa.Function, x *summary.Expr, name string, depth int) {
	if held, ok := c.content(x); ok && held != nil && held.String() != x.String() {
		w.reachable(c, fn, held, "*"+name, depth+1)
	}
	for _, f := range c.fieldsOf(x) {
		w.reachable(c, fn, f.X, name+"."+f.Addr.Name, depth+1)
	}
}
