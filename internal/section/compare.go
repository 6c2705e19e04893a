package section

import (
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/summary"
)

// Two tests of one condition go the same way: a comparison of the same operands has one expression, whatever
// way round it is written.

// comparison is the expression of a comparison, and whether v says the same or the opposite.
func (w *walker) comparison(c *config, v ssa.Value) (x *summary.Expr, same, ok bool) {
	op, isOp := v.(*ssa.BinOp)
	if !isOp {
		return nil, false, false
	}
	a, b := w.eval(c, op.X), w.eval(c, op.Y)
	if a == nil || b == nil {
		return nil, false, false
	}
	switch op.Op {
	case token.EQL, token.NEQ:
		if a.Op == summary.Const {
			a, b = b, a
		}
		return summary.New(summary.Call, 0, "==", a, b), op.Op == token.EQL, true
	case token.LSS:
		return summary.New(summary.Call, 0, "<", a, b), true, true
	case token.GEQ:
		return summary.New(summary.Call, 0, "<", a, b), false, true
	case token.GTR:
		return summary.New(summary.Call, 0, "<", b, a), true, true
	case token.LEQ:
		return summary.New(summary.Call, 0, "<", b, a), false, true
	}
	return nil, false, false
}

// knownComparison is what the path knows of a comparison.
func (w *walker) knownComparison(c *config, v *ssa.BinOp) summary.Truth {
	x, same, ok := w.comparison(c, v)
	if !ok || x == nil || !isError(v.X.Type()) && (isSentinel(x.Args[0]) || isSentinel(x.Args[1])) { // errCount == errLimit
		return summary.Unknown
	}
	t := w.truth(c, x)
	switch {
	case t != summary.Unknown:
	case x.Name == "==":
		t = w.knownEqual(c, x.Args[0], x.Args[1])
	default:
		t = w.knownLess(c, x.Args[0], x.Args[1])
	}
	if !same {
		t = t.Opposite()
	}
	return t
}

// knownEqual compares two constants, or something that the path knows to equal one constant with another.
func (w *walker) knownEqual(c *config, a, b *summary.Expr) summary.Truth {
	if isSentinel(a) || isSentinel(b) {
		return w.sameError(c, a, b)
	}
	if b.Op != summary.Const {
		return summary.Unknown
	}
	if a.Op == summary.Const {
		if a.Name == b.Name {
			return summary.IsTrue
		}
		return summary.IsFalse
	}
	if b.Name == "0" && w.truth(c, summary.New(summary.Call, 0, "<", b, a)) == summary.IsTrue {
		return summary.IsFalse
	}
	for _, t := range c.truths.all() {
		if t.Is == summary.IsTrue && t.X.Op == summary.Call && t.X.Name == "==" &&
			summary.Equal(t.X.Arg(0), a) && t.X.Arg(1) != nil && t.X.Arg(1).Op == summary.Const && t.X.Arg(1).Name != b.Name {
			return summary.IsFalse
		}
	}
	return summary.Unknown
}

// knownLess compares two numbers, or something that the path knows to equal the other side.
func (w *walker) knownLess(c *config, a, b *summary.Expr) summary.Truth {
	if a.Op == summary.Const && b.Op == summary.Const {
		x, errX := strconv.ParseInt(a.Name, 10, 64)
		y, errY := strconv.ParseInt(b.Name, 10, 64)
		switch {
		case errX != nil || errY != nil:
			return summary.Unknown
		case x < y:
			return summary.IsTrue
		}
		return summary.IsFalse
	}
	if a.Op == summary.Const && a.Name == "0" && (b.Op == summary.Field && b.Name == "rows" || b.Op == summary.Local) && w.truth(c, summary.New(summary.Call, 0, "==", b, a)) == summary.IsFalse {
		return summary.IsTrue // how many rows were changed is never negative, nor is a variable for that which begins with 0
	}
	for _, eq := range []*summary.Expr{summary.New(summary.Call, 0, "==", a, b), summary.New(summary.Call, 0, "==", b, a)} {
		if w.truth(c, eq) == summary.IsTrue {
			return summary.IsFalse
		}
	}
	return summary.Unknown
}

// poolMark marks a value that a type assertion has shown to be a pool of connections.
const poolMark = "pool"

// asserted learns from the ok of a type assertion: what is a *sql.DB is no transaction.
func (w *walker) asserted(c *config, v *ssa.Extract, want summary.Truth) {
	ta, ok := v.Tuple.(*ssa.TypeAssert)
	if !ok || v.Index != 1 || want != summary.IsTrue {
		return
	}
	if e := w.world.Catalog().TypeOf(ta.AssertedType); e != nil && e.Scope == catalog.PoolScope {
		w.learn(c, summary.New(summary.Call, 0, poolMark, w.eval(c, ta.X)), summary.IsTrue)
	}
}

// isPool tells that the path knows the handle to be a pool.
func (w *walker) isPool(c *config, handle *summary.Expr) bool {
	return handle != nil && w.truth(c, summary.New(summary.Call, 0, poolMark, handle)) == summary.IsTrue
}

// neverNil tells a type whose values, made into an interface, are never a nil interface.
func neverNil(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Struct, *types.Array:
		return true
	case *types.Basic:
		return u.Info()&types.IsBoolean == 0
	}
	return false
}

// isError tells the type error, or one that implements it.
func isError(t types.Type) bool {
	return types.Implements(t, types.Universe.Lookup("error").Type().Underlying().(*types.Interface))
}

// failing takes the error that a function makes of another one not to be nil, where nothing else is known of
// it: a path that hands on an error fails.
func (w *walker) failing(c *config, v *ssa.Call, local *summary.Expr) {
	results := v.Call.Signature().Results()
	n := results.Len()
	if n == 0 || !isError(results.At(n-1).Type()) {
		return
	}
	result := resultOf(local, n-1)
	if w.truth(c, result) != summary.Unknown {
		return
	}
	if n == 1 && w.buildsError(c, &v.Call) {
		w.learn(c, result, summary.NotNil)
		w.learn(c, c.named.get(result.String()), summary.NotNil)
		return
	}
	if w.hasSummary(&v.Call) {
		return
	}
	given := false
	for _, a := range v.Call.Args {
		if isError(a.Type()) {
			given = true
			if w.known(c, a) == summary.NotNil {
				w.learn(c, result, summary.NotNil)
				return
			}
		}
	}
	if n == 1 && !given && makesError(v.Call.StaticCallee()) {
		w.learn(c, result, summary.NotNil)
	}
}

// buildsError tells the end of a chain of builders of an error, one that began with an error, or made one:
// errs.With(err).Hint("...").Mark(ErrBusy).
func (w *walker) buildsError(c *config, call *ssa.CallCommon) bool {
	if call.Signature().Recv() == nil {
		return false
	}
	for range maxChain {
		recv := receiverOf(call)
		made := builderCall(recv)
		if made == nil || !namedError(recv.Type()) {
			return false
		}
		for _, a := range made.Args {
			if isError(a.Type()) && w.known(c, a) == summary.NotNil {
				return true
			}
		}
		if made.Signature().Recv() == nil {
			return strings.HasPrefix(strings.ToLower(calledName(made)), "new")
		}
		call = made
	}
	return false
}

// namedError tells a type whose name says that it is, or becomes, an error.
func namedError(t types.Type) bool {
	if p := pointerTo(t); p != nil {
		t = p
	}
	n, ok := types.Unalias(t).(*types.Named)
	return ok && strings.Contains(n.Obj().Name(), "Err")
}

// hasSummary tells that what is known of the callee comes from its body.
func (w *walker) hasSummary(call *ssa.CallCommon) bool {
	fn := call.StaticCallee()
	if fn == nil {
		return !call.IsInvoke()
	}
	obj := w.world.Object(fn)
	return len(fn.Blocks) > 0 || obj == nil || w.world.Imported(obj) != nil
}

// makesError tells by its name a function that makes an error, and has no other one to look at.
func makesError(fn *ssa.Function) bool {
	if fn == nil || fn.Object() == nil || fn.Object().Pkg() == nil || len(fn.Blocks) > 0 {
		return false
	}
	if fn.Signature.Recv() != nil {
		return false
	}
	for _, prefix := range []string{"New", "Err", "Fail"} {
		if name, ok := strings.CutPrefix(fn.Name(), prefix); ok && (name != "" || prefix != "Err") {
			return true
		}
	}
	return false
}
