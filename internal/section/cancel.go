package section

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// sharesCancel tells a call that derives a context and whose second result, the function that ends it, is put to another use than to be
// called here, at once or deferred: a timer, a goroutine, a field has it. When such a context ends nobody can say. Who returns both leaves it
// to the caller.
func sharesCancel(instr ssa.Instruction) bool {
	call, ok := instr.(*ssa.Call)
	if !ok || call.Referrers() == nil {
		return false
	}
	for _, ref := range *call.Referrers() {
		if e, ok := ref.(*ssa.Extract); ok && e.Index == 1 && escapes(e, 0) {
			return true
		}
	}
	return false
}

// maxEscape bounds how many variables, conversions and closures are looked through.
const maxEscape = 5

// escapes tells that a function is put to another use than to be called in this function, at once or deferred.
func escapes(fn ssa.Value, depth int) bool {
	if depth > maxEscape || fn.Referrers() == nil {
		return true
	}
	for _, ref := range *fn.Referrers() {
		if escapesBy(ref, fn, depth) {
			return true
		}
	}
	return false
}

func escapesBy(use ssa.Instruction, fn ssa.Value, depth int) bool {
	switch use := use.(type) {
	case *ssa.DebugRef, *ssa.Return, *ssa.BinOp:
		return false
	case *ssa.Call:
		return use.Call.Value != fn
	case *ssa.Defer:
		return use.Call.Value != fn
	case *ssa.Go:
		return use.Call.Value != fn || !waitsForSignal(fn)
	case *ssa.UnOp: // of the variable that holds it
		return escapes(use, depth+1)
	case *ssa.Store:
		alloc, ok := use.Addr.(*ssa.Alloc)
		return use.Val == fn && (!ok || escapes(alloc, depth+1))
	case *ssa.MakeClosure:
		inner, ok := use.Fn.(*ssa.Function)
		if !ok {
			return true
		}
		for i, b := range use.Bindings {
			if b == fn && (escapes(inner.FreeVars[i], depth+1) || escapes(use, depth+1)) {
				return true
			}
		}
		return false
	}
	return true
}

// waitsForSignal tells a literal that does what it does when the program is told to end.
func waitsForSignal(fn ssa.Value) bool {
	closure, ok := fn.(*ssa.MakeClosure)
	if !ok {
		return false
	}
	for _, b := range closure.Fn.(*ssa.Function).Blocks {
		for _, instr := range b.Instrs {
			if recv, ok := instr.(*ssa.UnOp); ok && isSignalChan(recv.X.Type()) {
				return true
			}
		}
	}
	return false
}

func isSignalChan(t types.Type) bool {
	ch, ok := t.Underlying().(*types.Chan)
	return ok && types.TypeString(ch.Elem(), nil) == "os.Signal"
}
