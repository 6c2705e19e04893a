package section

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/summary"
)

// A function that says busy by an error made once is asked for that error by its callers.

// isSentinel tells a package variable that holds an error made once.
func isSentinel(x *summary.Expr) bool {
	return x != nil && x.Op == summary.Global && isErrorName(x.Name)
}

// sentinelTest names a test whether an error is one that was made once: asked twice, it is answered alike. It is nil for
// other calls.
func (w *walker) sentinelTest(c *config, call *ssa.Call) *summary.Expr {
	x := w.errorTested(call)
	if x == nil || len(call.Call.Args) != 2 {
		return nil
	}
	err, of := w.eval(c, x), w.eval(c, call.Call.Args[1])
	if err == nil || !isSentinel(of) {
		return nil
	}
	return summary.New(summary.Call, 0, "errors.Is", err, of)
}

// packageOf is the package of a variable: one of another package may stand for the same error.
func packageOf(x *summary.Expr) string { return x.Name[:strings.LastIndexByte(x.Name, '.')+1] }

// sameError compares two values of which one is an error made once: with itself, with another one, with nil.
func (w *walker) sameError(c *config, a, b *summary.Expr) summary.Truth {
	switch {
	case summary.Equal(a, b):
		return summary.IsTrue
	case isSentinel(a) && isSentinel(b) && packageOf(a) == packageOf(b), w.truth(c, a) == summary.IsNil, w.truth(c, b) == summary.IsNil:
		return summary.IsFalse
	}
	return summary.Unknown
}
