package driver

import (
	"context"
	"fmt"
	"go/types"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/txtar"

	"github.com/locklint/locklint/internal/config"
	"github.com/locklint/locklint/internal/engine"
	"github.com/locklint/locklint/internal/linttest"
	"github.com/locklint/locklint/internal/linttest/toy"
	"github.com/locklint/locklint/internal/load"
)

// mark is a fact about everything that can have one; it says which package made it.
type mark struct{ From string }

func (*mark) AFact() {}

// probe makes an analyzer that marks all objects of a package and the package, and calls see with
// what it sees of the marks of others. seen is what ran.
func probe(see func(pass *analysis.Pass)) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name: "probe", Doc: "looks at facts", FactTypes: []analysis.Fact{new(mark)},
		Run: func(pass *analysis.Pass) (any, error) {
			fact := &mark{pass.Pkg.Path()}
			scope := pass.Pkg.Scope()
			for _, name := range scope.Names() {
				obj := scope.Lookup(name)
				pass.ExportObjectFact(obj, fact)
				if named, ok := obj.Type().(*types.Named); ok && obj.Pkg() == pass.Pkg {
					for m := range named.Methods() {
						pass.ExportObjectFact(m, fact)
					}
					if st, ok := named.Underlying().(*types.Struct); ok {
						for f := range st.Fields() {
							pass.ExportObjectFact(f, fact)
						}
					}
				}
			}
			pass.ExportPackageFact(fact)
			if see != nil {
				see(pass)
			}
			return nil, nil
		},
	}
}

func module(t *testing.T, files string) load.Config {
	t.Helper()
	return load.Config{Dir: linttest.Extract(t, txtar.Parse([]byte(files))), Tests: true}
}

func run(t *testing.T, opts Options, patterns ...string) *Result {
	t.Helper()
	result, err := Run(t.Context(), opts, patterns...)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

const chain = `
-- go.mod --
module ex.com/m

go 1.25
-- a/a.go --
package a

type T struct{ F int }

func (*T) M() {}

func Fn() {}

var V int
-- b/b.go --
package b

import "ex.com/m/a"

func Get() *a.T { a.Fn(); return nil }
-- c/c.go --
package c

import "ex.com/m/b"

var X = b.Get()
`

const variants = `
-- go.mod --
module ex.com/m

go 1.25

require other.com/wrap v1.0.0

require other.com/far v1.0.0
-- vendor/modules.txt --
# other.com/far v1.0.0
## explicit; go 1.25
other.com/far
# other.com/wrap v1.0.0
## explicit; go 1.25
other.com/wrap
-- vendor/other.com/wrap/wrap.go --
package wrap

import "sync"

func Lock(mu *sync.Mutex) { mu.Lock() }
-- vendor/other.com/far/far.go --
package far
-- a/a.go --
package a

func A() {}
-- a/a_test.go --
package a

func inTest() {}
-- a/x_test.go --
package a_test

import (
	_ "ex.com/m/a"
	"ex.com/m/b"
)

func F() { b.B() }
-- b/b.go --
package b

import (
	"ex.com/m/a"
	_ "other.com/far"
	_ "other.com/wrap"
)

type T struct{}

func (T) M() {}

func B() { a.A() }
-- lone/lone.go --
package lone
-- lone/lone_test.go --
package lone
`

// Each package is analysed as often as it must be: with its tests for the findings, without them
// only if somebody imports it, never again for the test of another package.
func TestVariants(t *testing.T) {
	var mu sync.Mutex
	ran := make(map[string]int)
	var seen []string
	see := func(pass *analysis.Pass) {
		mu.Lock()
		defer mu.Unlock()
		ran[fmt.Sprintf("%s/%d", pass.Pkg.Path(), len(pass.Files))]++
		if pass.Pkg.Path() == "ex.com/m/a_test" {
			// b was recompiled for this test: its objects are others than those of b itself.
			b := find(pass.Pkg, "ex.com/m/b")
			var fn, method, pkg mark
			pass.ImportObjectFact(b.Scope().Lookup("B"), &fn)
			pass.ImportObjectFact(b.Scope().Lookup("T").Type().(*types.Named).Method(0), &method)
			pass.ImportPackageFact(b, &pkg)
			seen = append(seen, fn.From, method.From, pkg.From)
		}
	}
	var asked []string
	var visited []string
	result := run(t, Options{
		Analyzers: []*analysis.Analyzer{probe(see)},
		Load:      module(t, variants),
		WantsFacts: func(path string, imports []string) bool {
			asked = append(asked, fmt.Sprint(path, imports))
			return slices.Contains(imports, "sync")
		},
		Visit: func(pkg *load.Package, _ *Results) { visited = append(visited, pkg.ID) },
	}, "./...")
	want := map[string]int{
		"ex.com/m/a/1": 1, "ex.com/m/a/2": 1, "ex.com/m/a_test/1": 1, "ex.com/m/b/1": 1,
		"ex.com/m/lone/2": 1, "other.com/wrap/1": 1,
	}
	if !reflect.DeepEqual(ran, want) {
		t.Errorf("ran on %v, want %v", ran, want)
	}
	if want := []string{"ex.com/m/b", "ex.com/m/b", "ex.com/m/b"}; !slices.Equal(seen, want) {
		t.Errorf("the external test sees facts %q of the recompiled package, want %q", seen, want)
	}
	slices.Sort(asked)
	if want := []string{"other.com/far[]", "other.com/wrap[sync]"}; !slices.Equal(asked, want) {
		t.Errorf("asked about %q, want %q", asked, want)
	}
	slices.Sort(visited)
	if want := []string{"ex.com/m/a [ex.com/m/a.test]", "ex.com/m/a_test [ex.com/m/a.test]", "ex.com/m/b", "ex.com/m/lone [ex.com/m/lone.test]"}; !slices.Equal(visited, want) {
		t.Errorf("visited %q, want %q", visited, want)
	}
	if len(result.Roots) != 4 || len(result.Analysed) != 6 || len(result.Problems) > 0 {
		t.Errorf("result %+v", result)
	}
}

// If only the test is named, the plain package is not loaded: the recompiled one is analysed itself.
func TestRecompiledWithoutPlain(t *testing.T) {
	ran := make(map[string]int)
	var mu sync.Mutex
	run(t, Options{Load: module(t, variants), Analyzers: []*analysis.Analyzer{probe(func(pass *analysis.Pass) {
		mu.Lock()
		defer mu.Unlock()
		ran[pass.Pkg.Path()]++
	})}}, "./a")
	if want := map[string]int{"ex.com/m/a": 1, "ex.com/m/b": 1, "ex.com/m/a_test": 1}; !reflect.DeepEqual(ran, want) {
		t.Errorf("ran on %v, want %v", ran, want)
	}
}

// The number of workers must not show.
func TestDeterministic(t *testing.T) {
	files := "-- go.mod --\nmodule ex.com/m\n\ngo 1.25\n"
	for i := range 30 {
		body, imports := "new(sync.Mutex).Lock()", `"sync"`
		if i > 2 {
			body = fmt.Sprintf("p%d.F(); p%d.F()", i/2, i/3)
			imports = fmt.Sprintf("\"ex.com/m/p%d\"; \"ex.com/m/p%d\"", i/2, i/3)
		}
		files += fmt.Sprintf("-- p%d/p.go --\npackage p%d\n\nimport (%s)\n\nfunc F() { %s }\n\nfunc G() { F(); missing() }\n", i, i, imports, body)
		if i%3 != 0 {
			files = strings.Replace(files, "; missing()", "", 1)
		}
	}
	cfg := module(t, files)
	var first *Result
	for _, workers := range []int{1, 8, 3, 8} {
		rules := toy.Rules(engine.New(config.Default()))
		result := run(t, Options{Analyzers: rules, Load: cfg, Parallel: workers}, "./...")
		if len(result.Findings) < 20 || len(result.Problems) == 0 {
			t.Fatalf("%d findings, problems %v: the test tests nothing", len(result.Findings), result.Problems)
		}
		if first == nil {
			first = result
		}
		if !reflect.DeepEqual(result, first) {
			t.Errorf("%d workers find something else than one", workers)
		}
	}
}

func TestResults(t *testing.T) {
	e := engine.New(config.Config{Review: true})
	run(t, Options{
		Analyzers: toy.Rules(e),
		Load:      module(t, "-- go.mod --\nmodule ex.com/m\n-- a.go --\npackage a\n"),
		Visit: func(pkg *load.Package, r *Results) {
			if c, ok := r.Of(e.Config).(*config.Setup); !ok || !c.Review {
				t.Errorf("result of the configuration is %v", r.Of(e.Config))
			}
			if r.Of(probe(nil)) != nil {
				t.Error("result of an analyzer that did not run")
			}
			if len(r.Files) != 1 || r.Pkg.Path() != "ex.com/m" {
				t.Errorf("files %d, package %v", len(r.Files), r.Pkg)
			}
		},
	}, "./...")
}

// That nothing was looked at must not read as if nothing had been found.
func TestNothingMatches(t *testing.T) {
	for _, files := range []string{
		"-- go.mod --\nmodule ex.com/m\n-- testdata/a.go --\npackage a\n",
		"-- go.mod --\nmodule ex.com/m\n-- a.go --\n//go:build never\n\npackage a\n",
	} {
		result, err := Run(t.Context(), Options{Load: module(t, files)}, "./...")
		if err == nil && len(result.Problems) == 0 {
			t.Errorf("no complaint about a pattern that names nothing:\n%s", files)
		}
	}
}

// What nobody will ask for any more is not kept: half of all packages are variants with their own tests.
func TestRetired(t *testing.T) {
	cfg := module(t, variants)
	graph, err := load.List(t.Context(), cfg, "./...")
	if err != nil {
		t.Fatal(err)
	}
	for _, asked := range []string{"", "ex.com/m/b", "ex.com/m/b [ex.com/m/a.test]"} {
		s := newSweep(Options{Analyzers: []*analysis.Analyzer{probe(nil)}, Load: cfg}, graph)
		below := map[*node]bool{} // the package of which somebody goes on asking, and what it is built on
		var add func(n *node)
		add = func(n *node) {
			if !below[n] {
				below[n] = true
				for _, dep := range n.after {
					add(dep)
				}
			}
		}
		for p, n := range s.nodes {
			if p.ID == asked {
				n.living++
				add(n)
			}
		}
		if (len(below) > 1) != (asked != "") {
			t.Fatalf("%q stands on %d packages", asked, len(below))
		}
		s.run(t.Context())
		for p, n := range s.nodes {
			if kept, wanted := s.typesOf(p) != nil, below[n] && n.typed; kept != wanted || len(n.facts) > 0 && !wanted {
				t.Errorf("asked for %q: %s: typed: %v, types kept: %v, facts kept: %d", asked, p.ID, n.typed, kept, len(n.facts))
			}
		}
		for pkg := range s.facts.byPkg {
			if !slices.ContainsFunc(graph.Packages, func(p *load.Package) bool { return s.typesOf(p) == pkg }) {
				t.Errorf("asked for %q: facts of %s are kept, but not its types", asked, pkg.Path())
			}
		}
	}
}

// A package that is in the cache has no types, and keeps those that it is built on for the case that it has to have some after all. A library
// that nobody has wanted does not.
func TestRetiredUnwanted(t *testing.T) {
	cfg := module(t, variants)
	graph, err := load.List(t.Context(), cfg, "./...")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range []mode{typesOnly, factsOnly, full} {
		s := newSweep(Options{Analyzers: []*analysis.Analyzer{probe(nil)}, Load: cfg}, graph)
		for p, n := range s.nodes {
			if p.ID != "ex.com/m/b" {
				continue
			}
			before := make([]int, len(n.after))
			for i, dep := range n.after {
				before[i] = dep.living
			}
			n.mode, n.living = m, 1
			s.retire(&node{pkg: p, after: []*node{n}})
			for i, dep := range n.after {
				if let := dep.living < before[i]; let != (m == typesOnly) {
					t.Errorf("mode %d: %s lets go of %s: %v", m, p.ID, dep.pkg.ID, let)
				}
			}
			if len(n.after) == 0 {
				t.Error("nothing to let go of")
			}
		}
	}
}

// Facts that only direct importers see are not kept when these are done, and those that all see are.
func TestNearFactsAreDropped(t *testing.T) {
	cfg := module(t, variants)
	graph, err := load.List(t.Context(), cfg, "./...")
	if err != nil {
		t.Fatal(err)
	}
	far := map[string]int{} // by package
	for _, keep := range []bool{true, false} {
		s := newSweep(Options{Analyzers: []*analysis.Analyzer{probe(nil)}, Load: cfg}, graph)
		for _, n := range s.nodes {
			if len(n.importers) > 0 {
				n.living++ // somebody goes on asking for what all see
			}
			if keep {
				n.asking++
			}
		}
		s.run(t.Context())
		near := 0
		count := func(id, path string, isFar bool) {
			switch {
			case keep && isFar:
				far[id+path]++
			case isFar:
				far[id+path]--
			default:
				near++
			}
		}
		for p, n := range s.nodes {
			for _, f := range n.facts {
				count(p.ID, " kept "+f.Path, f.Far)
			}
			if facts := s.facts.of(s.typesOf(p)); facts != nil {
				near += len(facts.packages)
				for _, f := range facts.objects {
					count(p.ID, " of "+f.obj.Name(), isFar(f.obj))
				}
			}
		}
		if (near > 0) != keep {
			t.Errorf("importers go on asking: %v, and %d facts for direct importers are kept", keep, near)
		}
	}
	for name, n := range far {
		if n != 0 {
			t.Errorf("%s: %d facts more are kept while somebody asks", name, n)
		}
	}
	if len(far) == 0 {
		t.Error("there are no facts that others than direct importers see")
	}
}

// A run that is called off ends and says so, with packages of which nobody made types any more.
func TestCalledOff(t *testing.T) {
	const files = `
-- go.mod --
module ex.com/m

go 1.25
-- a/a.go --
package a
-- b/b.go --
package b

import "net/http"

var X http.Client
`
	for _, workers := range []int{1, 8} {
		ctx, cancel := context.WithCancel(t.Context())
		opts := Options{Load: module(t, files), Parallel: workers, Analyzers: []*analysis.Analyzer{probe(func(*analysis.Pass) { cancel() })}}
		if _, err := Run(ctx, opts, "./..."); err == nil {
			t.Errorf("%d workers: nobody says that the run was called off", workers)
		}
		cancel()
	}
}
