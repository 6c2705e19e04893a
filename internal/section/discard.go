package section

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/summary"
)

// badConn is the error by which database/sql is told to throw a connection away.
const badConn = "database/sql/driver.ErrBadConn"

// discards tells that a function value given to Raw makes database/sql throw the connection away, or may.
func (l libraryCall) discards(fn *summary.Expr) bool {
	if fn == nil || fn.Op != summary.Func {
		return true
	}
	cases, known := l.world.Named(fn.Name)
	if !known || len(cases) == 0 {
		return true
	}
	return slices.ContainsFunc(cases, func(k Case) bool {
		n := len(k.Results)
		return n == 0 || k.Results[n-1] == nil || k.Results[n-1].Op == summary.Global && l.isBadConn(k.Results[n-1])
	})
}

// isBadConn tells a package variable that holds driver.ErrBadConn, or may: one of this package is looked at where it is
// declared.
func (l libraryCall) isBadConn(x *summary.Expr) bool {
	if x.Name == badConn {
		return true
	}
	g := l.global(x)
	if g == nil {
		return !catalog.IsStd(strings.TrimSuffix(packageOf(x), "."))
	}
	if !l.world.SetOnce(g) {
		return true
	}
	for _, b := range g.Pkg.Func("init").Blocks {
		for _, instr := range b.Instrs {
			if st, ok := instr.(*ssa.Store); ok && st.Addr == g {
				return holdsBadConn(st.Val)
			}
		}
	}
	return true
}

// holdsBadConn tells the value driver.ErrBadConn, or an error that wraps others.
func holdsBadConn(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.UnOp:
		g, ok := v.X.(*ssa.Global)
		return !ok || g.String() == badConn
	case *ssa.Call:
		return !strings.HasSuffix(fullNameOf(&v.Call), "errors.New")
	}
	return true
}
