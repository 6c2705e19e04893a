package section

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/summary"
	"github.com/locklint/locklint/internal/value"
)

// elements are the parts of a slice that the call site built: the arguments of a variadic call.
func elements(c *config, slice *summary.Expr) []*summary.Expr {
	var out []*summary.Expr
	if slice == nil {
		return nil
	}
	for i := 0; ; i++ {
		x, ok := c.content(slice.At(value.ElementName(i)))
		if !ok {
			return out
		}
		out = append(out, x)
	}
}

// lose forgets what the variables hold whose addresses are given away.
func (w *walker) lose(c *config, args []*summary.Expr) {
	for _, a := range args {
		if a == nil {
			continue
		}
		if a.Op == summary.Local || a.Op == summary.Field && a.Args[0].Op == summary.Local {
			c.cells.remove(a.String() + "." + writtenText)
		}
		if a.Op == summary.Local {
			c.cells.remove(a.String())
			c.truths.remove("*" + a.String())
		}
	}
}

// loseWritten forgets the captured variables that a literal assigns to.
func (w *walker) loseWritten(c *config, fn *summary.Expr) {
	f := w.world.Func(fn.Name)
	if f == nil {
		w.lose(c, fn.Args)
		return
	}
	for i, v := range f.FreeVars {
		if i < len(fn.Args) && written(v) {
			w.lose(c, fn.Args[i:i+1])
		}
	}
}

// written tells that a captured variable may be assigned to.
func written(v ssa.Value) bool {
	for _, ref := range *v.Referrers() {
		switch ref := ref.(type) {
		case *ssa.UnOp, *ssa.FieldAddr, *ssa.IndexAddr, *ssa.DebugRef:
		case *ssa.MakeClosure:
			fn := ref.Fn.(*ssa.Function)
			for i, b := range ref.Bindings {
				if b == v && written(fn.FreeVars[i]) {
					return true
				}
			}
		default:
			return true
		}
	}
	return false
}

// loseShared forgets the captured variables that another literal of the same function assigns to: perhaps it is what has
// just been run.
func (w *walker) loseShared(c *config) {
	for i, v := range w.fn.Fn.FreeVars {
		if !strings.HasPrefix(v.Name(), jumpPrefix) && writtenBy(captured(v), w.fn.Fn) {
			c.store(summary.FreeOf(i), nil)
		}
	}
}

// captured is the variable that a literal captures as v, where it was made.
func captured(v *ssa.FreeVar) ssa.Value {
	fn := v.Parent()
	if refs := fn.Referrers(); fn.Parent() != nil && refs != nil {
		for _, ref := range *refs {
			if mc, ok := ref.(*ssa.MakeClosure); ok {
				return mc.Bindings[slices.Index(fn.FreeVars, v)]
			}
		}
	}
	return nil
}

// writtenBy tells that a variable may be assigned to by a literal other than fn.
func writtenBy(v ssa.Value, fn *ssa.Function) bool {
	if v == nil {
		return false
	}
	for _, ref := range *v.Referrers() {
		mc, ok := ref.(*ssa.MakeClosure)
		if !ok || mc.Fn == fn {
			continue
		}
		for i, b := range mc.Bindings {
			if b == v && written(mc.Fn.(*ssa.Function).FreeVars[i]) {
				return true
			}
		}
	}
	free, ok := v.(*ssa.FreeVar)
	return ok && writtenBy(captured(free), v.Parent())
}
