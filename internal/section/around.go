package section

import (
	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/ssair"
	"github.com/locklint/locklint/internal/summary"
)

// around tells the function in a field, of something that a literal has captured, into which a function around the literal
// puts one: that knows which it is.
func (w *walker) around(fn *summary.Expr) bool {
	if fn.Op != summary.Field || fn.Root() == nil || fn.Root().Op != summary.Free {
		return false
	}
	if w.putAround == nil {
		w.putAround = map[string]bool{}
		for p := w.fn.Fn.Parent(); p != nil; p = p.Parent() {
			w.putsFuncs(p)
		}
	}
	return w.putAround[fn.Name]
}

// putsFuncs notes the fields into which a function puts functions.
func (w *walker) putsFuncs(fn *ssa.Function) {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			store, ok := instr.(*ssa.Store)
			if !ok || !isFuncType(store.Val.Type()) {
				continue
			}
			if addr, ok := store.Addr.(*ssa.FieldAddr); ok && ssair.FieldOf(addr) != nil {
				w.putAround[ssair.FieldOf(addr).Name()] = true
			}
		}
	}
}
