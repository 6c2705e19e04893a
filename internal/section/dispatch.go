package section

import (
	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/summary"
)

// maxDispatch bounds how many functions a call through a table may be one of.
const maxDispatch = 4

// dispatched are the functions that a function value out of a table may be: drivers[name]["insert"].
func (w *walker) dispatched(fn *summary.Expr) []*ssa.Function {
	if fn == nil || fn.Op != summary.Elem || fn.Args[1].Op != summary.Const {
		return nil
	}
	var out []*ssa.Function
	for _, table := range fn.Args[0].Alternatives() {
		if table.Op == summary.Deref {
			table = table.Args[0]
		}
		if table.Op != summary.Global {
			return nil
		}
		out = append(out, w.world.Dispatch(table.Name, fn.Args[1].Name)...)
	}
	if len(out) > maxDispatch {
		return nil
	}
	return out
}

// runEach runs each of the functions that a function value may be.
func (w *walker) runEach(c *config, e Event, f frame, fns []*ssa.Function) []*config {
	var out []*config
	for _, fn := range fns {
		e.Func = summary.New(summary.Func, 0, w.world.Name(fn))
		out = append(out, w.run1(c.clone(), e, f)...)
	}
	return w.join(out)
}
