package ssair

import (
	"bytes"
	"fmt"
	"go/token"
	"go/types"
	"sync"
	"testing"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalog"
)

const shared = lockOnly + `
type T struct{ n int }
func (t *T) Add(n int) { mu.Lock(); t.n += n; mu.Unlock() }
type adder interface{ Add(int) }
func each[X any](list []X, f func(X)) { for _, x := range list { f(x) } }
func all(list []int) adder { t := &T{}; mu.Lock(); each(list, t.Add); defer mu.Unlock(); return t }
`

// open is a workshop in which packages share programs.
func open() *Workshop {
	w := new(Workshop)
	w.Share()
	return w
}

// written is the SSA form of a package as text.
func written(p *Package) string {
	var b bytes.Buffer
	for _, fn := range p.Funcs {
		ssa.WriteFunction(&b, fn)
	}
	return b.String()
}

// Packages that are built one after the other share a program, and are what they are without it.
func TestPackagesShareProgram(t *testing.T) {
	alone := written(run(passOf(t, "ex.com/p", shared), catalog.Standard(), new(Workshop)))
	first := passOf(t, "ex.com/p", shared)
	shop, programs := open(), map[*ssa.Program]int{}
	for range 2*maxShared + 1 {
		pass := passOf(t, "ex.com/p", shared)
		pass.Fset = first.Fset // the places of all are the same
		p := run(pass, catalog.Standard(), shop)
		if p.Err != nil {
			t.Fatal(p.Err)
		}
		programs[p.SSA.Prog]++
		if got := written(p); got != alone {
			t.Fatalf("in a shared program it is\n%s\nalone\n%s", got, alone)
		}
		for _, fn := range p.Funcs {
			if obj, ok := fn.Object().(*types.Func); ok && p.Func(obj) != fn {
				t.Errorf("%s is not found", obj)
			}
		}
		if p.Func(types.NewFunc(token.NoPos, pass.Pkg, "all", types.NewSignatureType(nil, nil, nil, nil, nil, false))) != nil {
			t.Error("a function of another package is found")
		}
	}
	if len(programs) != 3 {
		t.Errorf("%d packages are in %d programs, at most %d each", 2*maxShared+1, len(programs), maxShared)
	}
}

// A package is not built where what it imports has bodies, nor with other positions, nor where go/ssa gave up, nor where there is much already.
func TestTakeFits(t *testing.T) {
	fset := token.NewFileSet()
	low, high := types.NewPackage("ex.com/low", "low"), types.NewPackage("ex.com/high", "high")
	high.SetImports([]*types.Package{low})
	shop := open()
	first := shop.take(fset, low)
	shop.give(first, low, 1)
	if shop.take(fset, high) == first || shop.take(fset, low) == first || shop.take(token.NewFileSet(), high) == first {
		t.Error("a program is taken that does not fit")
	}
	other := types.NewPackage("ex.com/other", "other")
	if shop.take(fset, other) != first {
		t.Error("a program that fits is not taken")
	}
	if shop.take(fset, other) == first {
		t.Error("a program is taken twice")
	}
	shop.give(first, other, maxSharedFuncs-1)
	if shop.take(fset, types.NewPackage("ex.com/more", "more")) == first {
		t.Error("a program with many functions is taken")
	}
	broken := passOf(t, "ex.com/p", shared)
	broken.TypesInfo = &types.Info{}
	if p := run(broken, catalog.Standard(), shop); p.Err == nil || len(shop.free) > 0 {
		t.Errorf("error %v, and %d programs are free", p.Err, len(shop.free))
	}
}

// Many goroutines build at a time, and look at what they built.
func TestWorkshopOfMany(t *testing.T) {
	shop := open()
	alone := written(run(passOf(t, "ex.com/p", shared), catalog.Standard(), new(Workshop)))
	fset := passOf(t, "ex.com/p", shared).Fset // the places of all are the same
	var wg sync.WaitGroup
	errs := make(chan error, 40)
	for range 40 {
		pass := passOf(t, "ex.com/p", shared)
		pass.Fset = fset
		wg.Go(func() {
			if got := written(run(pass, catalog.Standard(), shop)); got != alone {
				errs <- fmt.Errorf("it is\n%s\nalone\n%s", got, alone)
			}
		})
	}
	wg.Wait()
	close(errs)
	for err := range errs {
		t.Error(err)
	}
}

// Where importers see the package that was built, as under golangci-lint, nothing is shared: a function that they reach through a package
// between has no body.
func TestNothingSharedUnlessAsked(t *testing.T) {
	im := importer{token.NewFileSet(), map[string]*types.Package{}}
	shop := new(Workshop)
	build := func(path, src string) *Package {
		p := run(passIn(t, im, path, src), catalog.Standard(), shop)
		if p.Err != nil || p.SSA == nil {
			t.Fatalf("%s: %v", path, p.Err)
		}
		return p
	}
	low := build("ex.com/low", "package low\nimport \"sync\"\ntype T struct{ mu sync.Mutex }\nfunc (t *T) Take() { t.mu.Lock() }\n")
	passIn(t, im, "ex.com/mid", "package mid\nimport \"ex.com/low\"\nfunc Get() *low.T { return nil }\n")
	high := build("ex.com/high", "package high\nimport (\"sync\"; \"ex.com/mid\")\nvar mu sync.Mutex\nfunc F() { mu.Lock(); mid.Get().Take() }\n")
	calls := 0
	for _, instr := range high.Funcs[0].Blocks[0].Instrs {
		if call, ok := instr.(*ssa.Call); ok && call.Call.StaticCallee().Name() == "Take" {
			if calls++; len(call.Call.StaticCallee().Blocks) > 0 {
				t.Error("a function of another package has a body")
			}
		}
	}
	if calls != 1 || low.SSA.Prog == high.SSA.Prog {
		t.Errorf("%d calls, one program: %v", calls, low.SSA.Prog == high.SSA.Prog)
	}
}
