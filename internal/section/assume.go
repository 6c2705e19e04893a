package section

import (
	"go/token"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/summary"
	"github.com/locklint/locklint/internal/value"
)

// assume takes v to be want (IsTrue or IsFalse) on the path and tells whether that can be.
func (w *walker) assume(c *config, v ssa.Value, want summary.Truth) bool {
	if t := w.known(c, v); t != summary.Unknown {
		if t == want {
			w.sees(c, v, want)
		}
		return t == want
	}
	switch v := v.(type) {
	case *ssa.UnOp:
		if v.Op == token.NOT {
			return w.assume(c, v.X, want.Opposite())
		}
	case *ssa.BinOp:
		if want == summary.IsTrue {
			w.chosen(c, v)
		}
		if x, is := w.compared(c, v); is != summary.Unknown {
			if want == summary.IsFalse {
				is = is.Opposite()
			}
			if is == summary.IsTrue || is == summary.IsFalse {
				return w.assume(c, x, is)
			}
			if is == summary.NotNil && isError(x.Type()) {
				w.learn(c, mark(failingMark, summary.NilExpr), summary.IsTrue)
			}
			w.learn(c, w.eval(c, x), is)
			if is == summary.NotNil && isError(x.Type()) {
				c.failed = summary.IsTrue
			}
			return true
		}
	case *ssa.Extract:
		w.asserted(c, v, want)
	case *ssa.Call:
		if x := w.errorTested(v); x != nil && want == summary.IsTrue {
			e := w.eval(c, x)
			if w.truth(c, e) == summary.IsNil {
				return false
			}
			w.learn(c, e, summary.NotNil)
		}
		w.learn(c, w.sentinelTest(c, v), want)
	}
	if x, same, ok := w.comparison(c, v); ok {
		if !same {
			want = want.Opposite()
		}
		w.learn(c, x, want)
		return true
	}
	w.learn(c, w.eval(c, v), want)
	return true
}

// known is what the path knows of v.
func (w *walker) known(c *config, v ssa.Value) summary.Truth {
	switch v := v.(type) {
	case *ssa.UnOp:
		if v.Op == token.NOT {
			return w.known(c, v.X).Opposite()
		}
	case *ssa.BinOp:
		if x, is := w.compared(c, v); is != summary.Unknown {
			switch w.known(c, x) {
			case is:
				return summary.IsTrue
			case is.Opposite():
				return summary.IsFalse
			}
		}
		return w.knownComparison(c, v)
	case *ssa.Call:
		if x := w.errorTested(v); x != nil {
			if w.known(c, x) == summary.IsNil {
				return summary.IsFalse
			}
			if len(v.Call.Args) == 2 {
				if a, b := w.eval(c, x), w.eval(c, v.Call.Args[1]); isSentinel(a) && summary.Equal(a, b) {
					return summary.IsTrue
				}
			}
			if t := w.truth(c, w.sentinelTest(c, v)); t != summary.Unknown {
				return t
			}
		}
	}
	x := w.eval(c, v)
	if isSentinel(x) && !isError(v.Type()) { // something else that is called like one: errorTrace, errCount
		return c.truths.get(x.String()).Is
	}
	return w.truth(c, x)
}

// compared reads x == nil, x != nil, b == true and the like: v is true where the returned value is so.
func (w *walker) compared(c *config, v *ssa.BinOp) (ssa.Value, summary.Truth) {
	if v.Op != token.EQL && v.Op != token.NEQ {
		return nil, summary.Unknown
	}
	x, y := v.X, v.Y
	if _, ok := x.(*ssa.Const); ok {
		x, y = y, x
	}
	k, ok := y.(*ssa.Const)
	if !ok {
		return nil, summary.Unknown
	}
	is := summary.Unknown
	switch {
	case k.IsNil():
		is = summary.IsNil
	case k.Value != nil && k.Value.ExactString() == "true":
		is = summary.IsTrue
	case k.Value != nil && k.Value.ExactString() == "false":
		is = summary.IsFalse
	case k.Value != nil && isYes(k) && isAnswer(w.eval(c, x)):
		is = summary.IsTrue
	case k.Value != nil && isNo(k) && isAnswer(w.eval(c, x)):
		is = summary.IsFalse
	default:
		return nil, summary.Unknown
	}
	if v.Op == token.NEQ {
		is = is.Opposite()
	}
	return x, is
}

// isYes tells a constant by which a lock function or a script says yes.
func isYes(k *ssa.Const) bool {
	switch k.Value.ExactString() {
	case "1", `"1"`, `"OK"`:
		return true
	}
	return false
}

// isNo tells a constant by which they say no.
func isNo(k *ssa.Const) bool { return k.Value.ExactString() == "0" || k.Value.ExactString() == `"0"` }

// isAnswer tells the answer of a script or of GET_LOCK, which is 1 or 0.
func isAnswer(x *summary.Expr) bool {
	x = answerIn(x)
	return x != nil && x.Op == summary.Field && x.Name == "ok"
}

// answerIn is the answer that was scanned into a sql.NullInt64 and the like, or into a text.
func answerIn(x *summary.Expr) *summary.Expr {
	if x != nil && x.Op == summary.Call && x.Name == "strings.TrimSpace" && isAnswer(x.Args[0]) {
		return x.Args[0]
	}
	if x != nil && x.Op == summary.Field && x.Args[0].Op == summary.Field && x.Args[0].Name == "ok" {
		switch x.Name {
		case "Int64", "Int32", "Int16", "Bool", "V":
			return x.Args[0]
		}
	}
	return x
}

// errorTested is the error that errors.Is, errors.As or a library's IsNotFound looks at: where they say yes, there is one.
func (w *walker) errorTested(v *ssa.Call) ssa.Value {
	fn := v.Call.StaticCallee()
	if fn == nil || fn.Pkg == nil || len(v.Call.Args) == 0 || !isError(v.Call.Args[0].Type()) || !isBoolean(v.Type()) {
		return nil
	}
	path := fn.Pkg.Pkg.Path()
	switch {
	case path == "errors" && (fn.Name() == "Is" || fn.Name() == "As"):
	case strings.HasPrefix(fn.Name(), "Is") && (catalog.IsStd(path) || w.world.Catalog().Covers(path) || catalog.IsGenerated(fn.Pkg.Pkg)):
	default:
		return nil
	}
	return v.Call.Args[0]
}

// learn keeps what the path knows of x.
func (w *walker) learn(c *config, x *summary.Expr, is summary.Truth) {
	x = answerIn(x)
	if x == nil || is == summary.Unknown || w.truth(c, x) == is {
		return
	}
	if x.Op == summary.Call && x.Name == value.CtxErr && is == summary.IsNil { // a context may end at any moment
		return
	}
	if x.Op == summary.Call && x.Name == "is" { // the ok of a type assertion
		switch {
		case is == summary.IsTrue:
			w.learn(c, x.Args[0], summary.NotNil)
		case is == summary.IsFalse && x.Args[0].Op == summary.CtxValue: // nobody puts a value of another type there
			w.learn(c, x.Args[0], summary.IsNil)
		}
	}
	c.truths.set(x.String(), summary.Cond{X: x, Is: is})
}

// truth is what the path knows of x.
func (w *walker) truth(c *config, x *summary.Expr) summary.Truth {
	x = answerIn(x)
	if x == nil {
		return summary.Unknown
	}
	if t, ok := c.truths.lookup(x.String()); ok {
		return t.Is
	}
	if c.isOpen(x) || c.isHeld(x) {
		return summary.NotNil
	}
	switch x.Op {
	case summary.Nil:
		return summary.IsNil
	case summary.Field:
		switch x.Name {
		case EmptyMark:
			return w.emptiness(c, x.Args[0])
		case doneMark:
			return c.done(x)
		}
	case summary.Local:
		if w.allocs[x.Index] {
			return summary.NotNil
		}
	case summary.Const:
		switch x.Name {
		case "true":
			return summary.IsTrue
		case "false":
			return summary.IsFalse
		}
		return summary.NotNil
	case summary.Func, summary.Struct, summary.WithValue, summary.Derived, summary.Ref:
		return summary.NotNil
	case summary.Global:
		if isErrorName(x.Name) {
			return summary.NotNil
		}
	case summary.Recovered:
		if c.panicking {
			return summary.NotNil
		}
	case summary.Call:
		return w.truthOfCall(c, x)
	case summary.Either:
		all := w.truth(c, x.Args[0])
		for _, a := range x.Args[1:] {
			if w.truth(c, a) != all {
				return summary.Unknown
			}
		}
		return all
	}
	return summary.Unknown
}

func (w *walker) truthOfCall(c *config, x *summary.Expr) summary.Truth {
	switch x.Name {
	case "is": // the ok of a type assertion: taken to hold where there is a value
		switch t := w.truth(c, x.Arg(0)); {
		case t == summary.NotNil && (x.Arg(0).Op == summary.CtxValue || c.isOpen(x.Arg(0))):
			return summary.IsTrue
		case t == summary.IsNil:
			return summary.IsFalse
		}
	case poolMark:
		if c.isOpen(x.Arg(0)) {
			return summary.IsFalse
		}
	case value.CtxErr: // of a context whose parent has ended
		for ctx := x.Arg(0); ctx != nil && (ctx.Op == summary.Derived && ctx.Name != value.Detached || ctx.Op == summary.WithValue); {
			ctx = ctx.Arg(0)
			if c.truths.get(ctxErr(ctx)).Is == summary.NotNil {
				return summary.NotNil
			}
		}
	case "any": // errors.Join
		all := summary.IsNil
		for _, a := range x.Args {
			switch w.truth(c, a) {
			case summary.NotNil:
				return summary.NotNil
			case summary.Unknown:
				all = summary.Unknown
			}
		}
		return all
	}
	return summary.Unknown
}

// isErrorName tells a package variable that holds an error made once: ErrBusy, errBusy, io.EOF.
func isErrorName(full string) bool {
	name := full
	for i := len(full) - 1; i >= 0; i-- {
		if full[i] == '.' {
			name = full[i+1:]
			break
		}
	}
	return len(name) > 3 && (name[:3] == "Err" || name[:3] == "err") || name == "EOF"
}

// sees notes that a test finds an error, of which it was known before that there is one.
func (w *walker) sees(c *config, v ssa.Value, want summary.Truth) {
	test, ok := v.(*ssa.BinOp)
	if !ok {
		return
	}
	x, is := w.compared(c, test)
	if want == summary.IsFalse {
		is = is.Opposite()
	}
	if is == summary.NotNil && isError(x.Type()) {
		w.learn(c, mark(failingMark, summary.NilExpr), summary.IsTrue)
		c.failed = summary.IsTrue
	}
}
