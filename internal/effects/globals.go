package effects

import "golang.org/x/tools/go/ssa"

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
	return !w.assigned[g] && w.initialised(g)
}

// initialised tells that the declaration gives the variable a value.
func (w *world) initialised(g *ssa.Global) bool {
	for _, b := range w.ir.SSA.Func("init").Blocks {
		for _, instr := range b.Instrs {
			if st, ok := instr.(*ssa.Store); ok && st.Addr == g {
				return true
			}
		}
	}
	return false
}
