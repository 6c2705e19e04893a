package section

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/summary"
	"github.com/locklint/locklint/internal/value"
)

// A literal that runs at another time, in another goroutine or where somebody else calls it, has its context from the
// function around it. How long that lives is seen from what the variable is assigned there.

// SurroundingLife is what is known of a context that a literal has captured.
func SurroundingLife(lit *ssa.Function, ctx *summary.Expr) Life {
	x := ctx
	for x != nil && (x.Op == summary.Derived && x.Name != value.Detached || x.Op == summary.WithValue || x.Op == summary.Deref) {
		x = x.Args[0]
	}
	if x == nil || x.Op != summary.Free || x.Index >= len(lit.FreeVars) {
		return UnknownLife
	}
	return lifeOfValue(lit.FreeVars[x.Index], 0)
}

// lifeOfValue follows a context, or the variable in which it stands, to where it comes from.
func lifeOfValue(v ssa.Value, depth int) Life {
	if depth > maxDepth {
		return UnknownLife
	}
	depth++
	switch v := v.(type) {
	case *ssa.Parameter:
		return lifeOfType(v.Type())
	case *ssa.FreeVar:
		return lifeOfCaptured(v, depth)
	case *ssa.Alloc:
		return lifeOfVariable(v, depth)
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return lifeOfValue(v.X, depth)
		}
	case *ssa.MakeInterface:
		return lifeOfValue(v.X, depth)
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok && value.Cancels(fullNameOf(&call.Call)) && v.Index == 0 {
			return lifeOfValue(call.Call.Args[0], depth)
		}
	case *ssa.Call:
		return lifeOfMade(&v.Call, depth)
	}
	return UnknownLife
}

// lifeOfMade is that of a context which a call gives.
func lifeOfMade(call *ssa.CallCommon, depth int) Life {
	switch name := fullNameOf(call); {
	case name == "context.WithValue":
		return lifeOfValue(call.Args[0], depth)
	case name == "context.Background", name == "context.TODO", name == "context.WithoutCancel":
		return Detached
	case value.OfRequest(name) == value.RequestCtx:
		return Caller
	case value.OfRequest(name) == value.ConfiguredCtx:
		return Configured
	}
	return UnknownLife
}

// lifeOfCaptured is that of the variable which a literal got when it was made.
func lifeOfCaptured(v *ssa.FreeVar, depth int) Life {
	lit := v.Parent()
	if lit.Parent() == nil {
		return UnknownLife
	}
	index := -1
	for i, f := range lit.FreeVars {
		if f == v {
			index = i
		}
	}
	for _, b := range lit.Parent().Blocks {
		for _, instr := range b.Instrs {
			if made, ok := instr.(*ssa.MakeClosure); ok && made.Fn == lit && index >= 0 {
				return lifeOfValue(made.Bindings[index], depth)
			}
		}
	}
	return UnknownLife
}

// lifeOfVariable is that of all that is assigned to a variable; unknown where one differs, or is made of the variable
// itself in a way that cannot be told.
func lifeOfVariable(v *ssa.Alloc, depth int) Life {
	life := UnknownLife
	for _, use := range usesOf(v) {
		store, ok := use.(*ssa.Store)
		if !ok || store.Addr != v {
			continue
		}
		l := lifeOfValue(store.Val, depth)
		if derivesFrom(store.Val, v) {
			continue // ctx, cancel = context.WithTimeout(ctx, ...)
		}
		if l == UnknownLife || life != UnknownLife && l != life {
			return UnknownLife
		}
		life = l
	}
	return life
}

// derivesFrom tells a context that is derived from the one in a variable.
func derivesFrom(x ssa.Value, v *ssa.Alloc) bool {
	var call *ssa.Call
	switch x := x.(type) {
	case *ssa.Extract:
		call, _ = x.Tuple.(*ssa.Call)
	case *ssa.Call:
		call = x
	}
	if call == nil || len(call.Call.Args) == 0 {
		return false
	}
	name := fullNameOf(&call.Call)
	load, ok := call.Call.Args[0].(*ssa.UnOp)
	return ok && load.X == v && (value.Cancels(name) || name == "context.WithValue")
}

// fullNameOf is the name of the function or method that is called, with its package.
func fullNameOf(call *ssa.CallCommon) string {
	if call.IsInvoke() {
		return call.Method.FullName()
	}
	if fn := call.StaticCallee(); fn != nil {
		return fn.String()
	}
	return ""
}
