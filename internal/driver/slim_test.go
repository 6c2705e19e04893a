package driver

import (
	"go/types"
	"testing"

	"golang.org/x/tools/go/analysis"
)

const blocks = `
-- go.mod --
module ex.com/m

go 1.25
-- a/a.go --
package a

func Fn(n int) int {
	if n > 0 {
		n = hidden(n)
	}
	return n
}

func hidden(n int) int { return -n }
-- b/b.go --
package b

import "ex.com/m/a"

var N = a.Fn(1)
`

// The package itself has all of it, its importers have its declarations.
func TestImportersGetDeclarations(t *testing.T) {
	children := map[string]int{}
	names := map[string]bool{}
	see := func(pass *analysis.Pass) {
		if a := find(pass.Pkg, "ex.com/m/a"); a != nil {
			children[pass.Pkg.Path()] = a.Scope().Lookup("Fn").(*types.Func).Scope().NumChildren()
			names[pass.Pkg.Path()] = a.Scope().Lookup("hidden") != nil
		}
	}
	opts := Options{Analyzers: []*analysis.Analyzer{probe(see)}, Load: module(t, blocks)}
	opts.Load.Tests = false
	run(t, opts, "./...")
	if children["ex.com/m/a"] != 1 || !names["ex.com/m/a"] {
		t.Errorf("a sees of itself %d blocks in Fn, and hidden: %v", children["ex.com/m/a"], names["ex.com/m/a"])
	}
	if children["ex.com/m/b"] != 0 || names["ex.com/m/b"] {
		t.Errorf("b sees %d blocks in Fn, and hidden: %v", children["ex.com/m/b"], names["ex.com/m/b"])
	}
	if n := len(children); n != 2 {
		t.Errorf("%d packages were looked at", n)
	}
}
