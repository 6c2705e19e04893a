package effects

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// SetOnce tells a package variable that is assigned to only where it is declared, as an error that others
// compare with is. Of a variable of another package that is taken for granted.
func (w *world) SetOnce(g *ssa.Global) bool {
	if g.Pkg != w.ir.SSA {
		return true
	}
	if w.assigned == nil {
		w.assigned = map[*ssa.Global]bool{}
		for _, fn := range w.ir.Funcs {
			for _, b := range fn.Blocks {
				for _, instr := range b.Instrs {
					if st, ok := instr.(*ssa.Store); ok {
						if to, ok := st.Addr.(*ssa.Global); ok {
							w.assigned[to] = true
						}
					}
				}
			}
		}
	}
	return !w.assigned[g] && w.startsAs(g) != nil
}

// Assigned is the only value that this package assigns to a package variable of its own or an unexported field, or nil.
func (w *world) Assigned(v types.Object) ssa.Value {
	if f, ok := v.(*types.Var); !ok || f == nil || f.Pkg() != w.pass.Pkg || f.IsField() && f.Exported() {
		return nil
	}
	if all := w.assignedLimits().stores[slot{v: v}]; len(all) == 1 {
		return all[0]
	}
	return nil
}

// startsAs is the value that the declaration gives a variable, or nil.
func (w *world) startsAs(g *ssa.Global) ssa.Value {
	init := w.ir.SSA.Func("init")
	if init == nil {
		return nil
	}
	for _, b := range init.Blocks {
		for _, instr := range b.Instrs {
			if st, ok := instr.(*ssa.Store); ok && st.Addr == g {
				return st.Val
			}
		}
	}
	return nil
}
