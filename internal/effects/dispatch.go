package effects

import (
	"go/constant"

	"golang.org/x/tools/go/ssa"
)

// Dispatch are the functions that a package variable, a map or a struct of them, is declared with under a key: a table
// of drivers. nil where anybody assigns to the variable, or the key is not there.
func (w *world) Dispatch(global, key string) []*ssa.Function {
	if w.tablesOf == nil {
		w.tablesOf = w.functionTables()
	}
	return w.tablesOf[global][key]
}

// functionTables are the maps of functions that the declarations of this package make.
func (w *world) functionTables() map[string]map[string][]*ssa.Function {
	out := map[string]map[string][]*ssa.Function{}
	init := w.ir.SSA.Func("init")
	if init == nil {
		return out
	}
	filled := map[ssa.Value]map[string][]*ssa.Function{}
	for _, b := range init.Blocks {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.MapUpdate:
				key, fn := constantText(instr.Key), functionOf(instr.Value)
				if key == "" || fn == nil {
					continue
				}
				if filled[instr.Map] == nil {
					filled[instr.Map] = map[string][]*ssa.Function{}
				}
				filled[instr.Map][key] = append(filled[instr.Map][key], fn)
			case *ssa.Store:
				if g, ok := instr.Addr.(*ssa.Global); ok && filled[instr.Val] != nil && w.SetOnce(g) {
					out[g.String()] = filled[instr.Val]
				}
			}
		}
	}
	return out
}

func constantText(v ssa.Value) string {
	c, ok := v.(*ssa.Const)
	switch {
	case !ok || c.Value == nil:
		return ""
	case c.Value.Kind() == constant.String:
		return constant.StringVal(c.Value)
	}
	return c.Value.ExactString()
}

// functionOf is the declared function, or the literal that captures nothing, that a value is.
func functionOf(v ssa.Value) *ssa.Function {
	switch v := v.(type) {
	case *ssa.Function:
		return v
	case *ssa.MakeInterface:
		return functionOf(v.X)
	case *ssa.ChangeType:
		return functionOf(v.X)
	}
	return nil
}
