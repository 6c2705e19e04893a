package effects_test

import (
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/locklint/locklint/internal/effects"
	"github.com/locklint/locklint/internal/engine"
)

// minFacts is how many expectations there must be at least, so that none is lost unnoticed.
const minFacts = 80

// factDir is a GOPATH: thin stubs of the libraries, and one package or two for each shape of code.
const factDir = "testdata"

// shapes are the folders of the shapes, in order.
func shapes(t *testing.T) []string {
	t.Helper()
	entries, err := os.ReadDir(filepath.Join(factDir, "src"))
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range entries {
		if !strings.Contains(e.Name(), ".") { // a library
			out = append(out, e.Name())
		}
	}
	return out
}

// TestFacts holds what effects tells the importers of a package against the expectations in the sources. A
// fact that nobody expects fails too.
func TestFacts(t *testing.T) {
	dir, err := filepath.Abs(factDir)
	if err != nil {
		t.Fatal(err)
	}
	var patterns []string
	for _, shape := range shapes(t) {
		patterns = append(patterns, shape+"/...")
	}
	// In one go: the standard library is read from source for each.
	for _, r := range analysistest.Run(t, dir, methodByMethod(engine.Default.Effects), patterns...) {
		if r.Err != nil {
			t.Error(r.Err)
		}
	}
}

// methodByMethod is effects for tests: what it tells of the methods of a package is a fact about each of them, which can be
// expected where it is declared.
func methodByMethod(a *analysis.Analyzer) *analysis.Analyzer {
	var mu sync.Mutex
	told := map[*types.Package]*effects.Methods{}
	out := *a
	out.Run = func(outer *analysis.Pass) (any, error) {
		pass := *outer
		pass.ExportPackageFact = func(fact analysis.Fact) {
			methods, ok := fact.(*effects.Methods)
			if !ok {
				outer.ExportPackageFact(fact)
				return
			}
			mu.Lock()
			defer mu.Unlock()
			told[pass.Pkg] = methods
			for _, e := range methods.Entries {
				if obj := methodNamed(pass.Pkg, e.Method); obj != nil {
					outer.ExportObjectFact(obj, e.Does.Unpack())
				}
			}
		}
		pass.ImportPackageFact = func(pkg *types.Package, fact analysis.Fact) bool {
			methods, ok := fact.(*effects.Methods)
			if !ok {
				return outer.ImportPackageFact(pkg, fact)
			}
			mu.Lock()
			defer mu.Unlock()
			if told[pkg] == nil {
				return false
			}
			*methods = *told[pkg]
			return true
		}
		return a.Run(&pass)
	}
	return &out
}

// methodNamed is the method of this package with the name that an entry has, or nil.
func methodNamed(pkg *types.Package, name string) types.Object {
	rest, ok := strings.CutPrefix(name, pkg.Path()+".")
	if !ok {
		return nil
	}
	typ, method, _ := strings.Cut(rest, ".")
	obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(pkg.Scope().Lookup(typ).Type()), false, pkg, method)
	return obj
}

var (
	wantComment = regexp.MustCompile(`// want (.*)`)
	wantFact    = regexp.MustCompile("[\\pL\\d]+:(`[^`]*`|\"[^\"]*\")")
)

// TestFactCount counts the expectations, in each shape and in all.
func TestFactCount(t *testing.T) {
	total := 0
	for _, shape := range shapes(t) {
		n := 0
		err := filepath.WalkDir(filepath.Join(factDir, "src", shape), func(path string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			src, err := os.ReadFile(path)
			for _, m := range wantComment.FindAllStringSubmatch(string(src), -1) {
				n += len(wantFact.FindAllString(m[1], -1))
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if n == 0 {
			t.Errorf("shape %s expects no fact", shape)
		}
		total += n
	}
	if total < minFacts {
		t.Errorf("%d fact expectations, want %d at least", total, minFacts)
	}
	if !slices.IsSorted(shapes(t)) {
		t.Error("shapes are not in order")
	}
}
