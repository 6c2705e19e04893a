package driver

import (
	"go/types"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"golang.org/x/tools/go/analysis"
)

// What a package sees of the facts of others is what it would see under go vet.
func TestFactVisibility(t *testing.T) {
	var mu sync.Mutex
	got := make(map[string]bool)
	see := func(pass *analysis.Pass) {
		for _, pkg := range []string{"a", "b", "c"} {
			if pass.Pkg.Path() == "ex.com/m/"+pkg {
				mu.Lock()
				defer mu.Unlock()
				look(pass, find(pass.Pkg, "ex.com/m/a"), func(what string, ok bool) { got[pkg+" sees "+what] = ok })
			}
		}
	}
	run(t, Options{Analyzers: []*analysis.Analyzer{probe(see)}, Load: module(t, chain)}, "./...")
	want := map[string]bool{
		"a sees func": true, "a sees var": true, "a sees type": true, "a sees method": true, "a sees field": true, "a sees package": true,
		"b sees func": true, "b sees var": true, "b sees type": true, "b sees method": true, "b sees field": true, "b sees package": true,
		"c sees func": false, "c sees var": false, "c sees type": true, "c sees method": true, "c sees field": true, "c sees package": false,
		"a sees all": true, "b sees all": true, "c sees all": true,
	}
	if !reflect.DeepEqual(got, want) {
		for what := range want {
			if got[what] != want[what] {
				t.Errorf("%s: %v, want %v", what, got[what], want[what])
			}
		}
	}
}

// look asks for the fact of each kind of object in package a; "all" is that AllObjectFacts and
// AllPackageFacts say the same.
func look(pass *analysis.Pass, a *types.Package, note func(string, bool)) {
	all := true
	see := func(what string, obj types.Object) {
		ok := pass.ImportObjectFact(obj, new(mark))
		note(what, ok)
		listed := slices.ContainsFunc(pass.AllObjectFacts(), func(f analysis.ObjectFact) bool { return f.Object == obj })
		all = all && ok == listed
	}
	typ := a.Scope().Lookup("T")
	see("func", a.Scope().Lookup("Fn"))
	see("var", a.Scope().Lookup("V"))
	see("type", typ)
	see("method", typ.Type().(*types.Named).Method(0))
	see("field", typ.Type().Underlying().(*types.Struct).Field(0))
	ok := pass.ImportPackageFact(a, new(mark))
	note("package", ok)
	listed := slices.ContainsFunc(pass.AllPackageFacts(), func(f analysis.PackageFact) bool { return f.Package == a })
	note("all", all && ok == listed)
}

// find returns the package with this path among those that pkg imports, directly or not, or pkg.
func find(pkg *types.Package, path string) *types.Package {
	if pkg.Path() == path {
		return pkg
	}
	for _, imp := range pkg.Imports() {
		if found := find(imp, path); found != nil {
			return found
		}
	}
	return nil
}

func TestForeignFactPanics(t *testing.T) {
	bad := probe(func(pass *analysis.Pass) {
		if a := find(pass.Pkg, "ex.com/m/a"); a != pass.Pkg {
			pass.ExportObjectFact(a.Scope().Lookup("Fn"), new(mark))
		}
	})
	result := run(t, Options{Analyzers: []*analysis.Analyzer{bad}, Load: module(t, chain)}, "./...")
	if len(result.Problems) != 2 || !strings.Contains(result.Problems[0].String(), "ex.com/m/b: internal error: analyzer probe: panic: in package ex.com/m/b: cannot set fact") {
		t.Errorf("problems %v, want one each for b and c", result.Problems)
	}
}

// An analyzer sees no facts that it does not declare.
func TestUndeclaredFact(t *testing.T) {
	owner := probe(nil)
	var seen atomic.Int32
	other := &analysis.Analyzer{Name: "other", Doc: "looks at facts of another", Requires: []*analysis.Analyzer{owner}, Run: func(pass *analysis.Pass) (any, error) {
		if pass.ImportPackageFact(pass.Pkg, new(mark)) || pass.ImportObjectFact(pass.Pkg.Scope().Lookup(pass.Pkg.Scope().Names()[0]), new(mark)) {
			seen.Add(1)
		}
		return nil, nil
	}}
	result := run(t, Options{Analyzers: []*analysis.Analyzer{other}, Load: module(t, chain)}, "./...")
	if seen.Load() != 0 || len(result.Problems) != 0 {
		t.Errorf("seen in %d packages; problems %v", seen.Load(), result.Problems)
	}
}
