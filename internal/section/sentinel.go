package section

import (
	"strings"

	"github.com/locklint/locklint/internal/summary"
)

// A function that says busy by an error made once is asked for that error by its callers.

// isSentinel tells a package variable that holds an error made once.
func isSentinel(x *summary.Expr) bool {
	return x != nil && x.Op == summary.Global && isErrorName(x.Name)
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
