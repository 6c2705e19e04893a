package section

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/summary"
	"github.com/locklint/locklint/internal/value"
)

// A literal that runs at another time, in another goroutine or where somebody else calls it, has its context from the
// function around it. How long that lives is seen from what the variable is assigned there.

// A Lifetime follows contexts through the values of go/ssa.
type Lifetime struct {
	Param   func(*ssa.Parameter) Life // what is known of a context that a function gets
	Derived Life                      // of a context that somebody ends beside its parent; UnknownLife: what is known of the parent
}

// Surrounding is what is known of a context that a literal has captured.
func (t Lifetime) Surrounding(lit *ssa.Function, ctx *summary.Expr) Life {
	x := ctx
	for x != nil && (x.Op == summary.Derived && x.Name != value.Detached || x.Op == summary.WithValue || x.Op == summary.Deref) {
		x = x.Args[0]
	}
	if x == nil || x.Op != summary.Free || x.Index >= len(lit.FreeVars) {
		return UnknownLife
	}
	return t.of(lit.FreeVars[x.Index], 0)
}

// Of follows a context, or the variable in which it stands, to where it comes from.
func (t Lifetime) Of(v ssa.Value) Life { return t.of(v, 0) }

func (t Lifetime) of(v ssa.Value, depth int) Life {
	if depth > maxDepth {
		return UnknownLife
	}
	depth++
	switch v := v.(type) {
	case *ssa.Parameter:
		if life := LifeOfType(v.Type()); life != Caller {
			return life
		}
		return t.Param(v)
	case *ssa.FreeVar:
		return t.of(captured(v), depth)
	case *ssa.Alloc:
		return t.variable(v, depth)
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return t.of(v.X, depth)
		}
	case *ssa.MakeInterface:
		return t.of(v.X, depth)
	case *ssa.Phi:
		return t.oneOf(v, depth)
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok {
			if v.Index == 0 && leftAlone(call) {
				return t.of(call.Call.Args[0], depth)
			}
			return t.made(&call.Call, v.Index, depth)
		}
	case *ssa.Call:
		return t.made(&v.Call, 0, depth)
	}
	return UnknownLife
}

// made is that of a context which is a result of a call.
func (t Lifetime) made(call *ssa.CallCommon, result, depth int) Life {
	name := fullNameOf(call)
	if i, ok := value.Keeping(name); ok && i == result {
		for _, a := range call.Args {
			if isContext(a.Type()) {
				return t.of(a, depth)
			}
		}
	}
	switch {
	case value.Cancels(name) && result == 0, name == groupContext && result == 1:
		if t.Derived != UnknownLife {
			return t.Derived
		}
		return t.of(call.Args[0], depth)
	case name == "context.WithValue":
		return t.of(call.Args[0], depth)
	case value.MakesBackground(name), name == "context.WithoutCancel":
		return Detached
	case value.OfRequest(name) == value.RequestCtx:
		return Caller
	case value.OfRequest(name) == value.ConfiguredCtx:
		return Configured
	}
	return UnknownLife
}

// leftAlone tells a call that derives a context which ends with its parent, and otherwise only when the function returns:
// its cancel function is deferred, and nobody else has it.
func leftAlone(call *ssa.Call) bool {
	if name := fullNameOf(&call.Call); name != "context.WithCancel" && name != "context.WithCancelCause" {
		return false
	}
	for _, part := range usesOf(call) {
		cancel, ok := part.(*ssa.Extract)
		if !ok || cancel.Index != 1 {
			continue
		}
		for _, use := range usesOf(cancel) {
			if d, ok := use.(*ssa.Defer); !ok || d.Call.Value != cancel {
				return false
			}
		}
	}
	return true
}

// variable is that of all that is assigned to a variable; unknown where one differs, or is made of the variable
// itself in a way that cannot be told.
func (t Lifetime) variable(v *ssa.Alloc, depth int) Life {
	life := UnknownLife
	for _, use := range usesOf(v) {
		store, ok := use.(*ssa.Store)
		if !ok || store.Addr != v {
			continue
		}
		l := t.of(store.Val, depth)
		if derivesFrom(store.Val, v) && t.Derived == UnknownLife {
			continue // ctx, cancel = context.WithTimeout(ctx, ...)
		}
		if l == UnknownLife || life != UnknownLife && l != life {
			return UnknownLife
		}
		life = l
	}
	return life
}

// oneOf is that of contexts of which it depends on the way which it is, where all live alike.
func (t Lifetime) oneOf(v *ssa.Phi, depth int) Life {
	life := UnknownLife
	for _, e := range v.Edges {
		l := t.of(e, depth)
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
