package effects

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/section"
	"github.com/locklint/locklint/internal/ssair"
	"github.com/locklint/locklint/internal/summary"
)

// A fieldFunc is the function that a field of function type holds: the only one that is ever put there. What it has
// captured is a part of the struct that nobody can name otherwise.
type fieldFunc struct {
	fn    *ssa.Function
	boxed []bool // the captured variables that are addresses
	other bool   // something else is put there too
}

// FieldFunc is the function that a field holds whose struct is base, or nil.
func (w *world) FieldFunc(field *types.Var, base *summary.Expr) *summary.Expr {
	if w.fields == nil {
		w.fields = w.findFieldFuncs()
	}
	f := w.fields[field]
	if f == nil || f.other || f.fn == nil || base == nil {
		return nil
	}
	args := make([]*summary.Expr, len(f.boxed))
	for i, boxed := range f.boxed {
		args[i] = section.Captured(base, field.Name(), i)
		if boxed {
			args[i] = summary.New(summary.Ref, 0, "", args[i])
		}
	}
	return summary.New(summary.Func, 0, w.Name(f.fn), args...)
}

// findFieldFuncs looks at every store to a field of function type that no other package can reach.
func (w *world) findFieldFuncs() map[*types.Var]*fieldFunc {
	out := map[*types.Var]*fieldFunc{}
	for _, fn := range w.ir.Funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if fa, ok := instr.(*ssa.FieldAddr); ok {
					w.noteField(out, fa)
				}
			}
		}
	}
	return out
}

func (w *world) noteField(out map[*types.Var]*fieldFunc, fa *ssa.FieldAddr) {
	field := ssair.FieldOf(fa)
	if field == nil || field.Exported() || field.Pkg() != w.pass.Pkg {
		return
	}
	if _, ok := field.Type().Underlying().(*types.Signature); !ok {
		return
	}
	for _, ref := range *fa.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Store:
			if out[field] == nil {
				out[field] = &fieldFunc{}
			}
			out[field].put(ref.Val, makes(fa.Parent(), fa.X.Type()))
		case *ssa.UnOp, *ssa.DebugRef:
		default: // its address is given away
			out[field] = &fieldFunc{other: true}
		}
	}
}

// makes tells a function that returns a struct of the type that ptr points to.
func makes(fn *ssa.Function, ptr types.Type) bool {
	made := named(ptr)
	results := fn.Signature.Results()
	for i := range results.Len() {
		if made != nil && named(results.At(i).Type()) == made {
			return true
		}
	}
	return false
}

// put notes that v is put into the field. Only what a constructor puts there is there for every method; elsewhere the
// caller knows it.
func (f *fieldFunc) put(v ssa.Value, made bool) {
	if ct, ok := v.(*ssa.ChangeType); ok {
		v = ct.X
	}
	var fn *ssa.Function
	var boxed []bool
	switch v := v.(type) {
	case *ssa.Function:
		fn = v
	case *ssa.MakeClosure:
		fn = v.Fn.(*ssa.Function)
		for _, b := range v.Bindings {
			_, alloc := b.(*ssa.Alloc)
			boxed = append(boxed, alloc)
		}
	case *ssa.Const: // nil
		return
	}
	if fn == nil || !made || f.fn != nil && f.fn != fn {
		f.other = true
		return
	}
	f.fn, f.boxed = fn, boxed
}
