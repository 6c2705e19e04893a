package driver

import (
	"fmt"
	"go/types"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/internal/cache"
	"github.com/locklint/locklint/internal/load"
)

// The package lib of another module imports other packages of it, each in another way. Their names are not those of their directories.
const libraries = `
-- go.mod --
module ex.com/m

go 1.25

require other.com/l v1.0.0
-- vendor/modules.txt --
# other.com/l v1.0.0
## explicit; go 1.25
other.com/l
other.com/l/behind
other.com/l/blank
other.com/l/body
other.com/l/declared
other.com/l/dotted
other.com/l/embedded
other.com/l/facts
other.com/l/farther
other.com/l/index
other.com/l/literal
other.com/l/looked
other.com/l/own
other.com/l/renamed
other.com/l/tell
-- own.go --
package m

import (
	"other.com/l"
	"other.com/l/own"
)

func F(*lib.T) { namedown.F() }
-- vendor/other.com/l/lib.go --
package lib

import (
	_ "other.com/l/blank"
	"other.com/l/body"
	"other.com/l/declared"
	. "other.com/l/dotted"
	"other.com/l/embedded"
	"other.com/l/facts"
	"other.com/l/index"
	"other.com/l/literal"
	"other.com/l/looked"
	"other.com/l/own"
	alias "other.com/l/renamed"
)

type T struct {
	namedembedded.E
	F func(nameddeclared.D)
}

var V = []any{namedliteral.V}

var W = [...]int{namedindex.N: 1}

var X = func() { namedbody.F() }

func F(r alias.R) {
	namedbody.F()
	Dotted()
	namedlooked.F()
	namedown.F()
	namedfacts.F()
}
-- vendor/other.com/l/behind/p.go --
package namedbehind

import "other.com/l/farther"

type B struct{ namedfarther.F }
-- vendor/other.com/l/blank/p.go --
package namedblank
-- vendor/other.com/l/body/p.go --
package namedbody

import "other.com/l/behind"

func F(...namedbehind.B) {}
-- vendor/other.com/l/declared/p.go --
package nameddeclared

type D int
-- vendor/other.com/l/dotted/p.go --
package nameddotted

func Dotted() {}
-- vendor/other.com/l/embedded/p.go --
package namedembedded

type E struct{}
-- vendor/other.com/l/facts/p.go --
package namedfacts

import "other.com/l/tell"

type T struct{}

func F() { namedtell.F() }
-- vendor/other.com/l/farther/p.go --
package namedfarther

type F int
-- vendor/other.com/l/index/p.go --
package namedindex

const N = 3
-- vendor/other.com/l/literal/p.go --
package namedliteral

var V int
-- vendor/other.com/l/looked/p.go --
package namedlooked

func F() {}
-- vendor/other.com/l/own/p.go --
package namedown

func F() {}
-- vendor/other.com/l/renamed/p.go --
package namedrenamed

type R int
-- vendor/other.com/l/tell/p.go --
package namedtell

func F() {}
`

// libraryOptions look for types of one package, and for facts of another.
func libraryOptions(t *testing.T, see func(pass *analysis.Pass)) Options {
	t.Helper()
	opts := Options{
		Analyzers:  []*analysis.Analyzer{probe(see)},
		Load:       module(t, libraries),
		LooksFor:   func(path string) bool { return path == "other.com/l/looked" },
		WantsFacts: func(path string, _ []string) bool { return path == "other.com/l/facts" },
	}
	opts.Load.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=")
	return opts
}

// A library that only the bodies of others name is not typed, and neither is what only such a one needs.
func TestUnnamedAreNotTyped(t *testing.T) {
	opts := libraryOptions(t, nil)
	graph, err := load.List(t.Context(), opts.Load, "./...")
	if err != nil {
		t.Fatal(err)
	}
	s := newSweep(opts, graph)
	s.run(t.Context())
	var typed, others []string
	for p, n := range s.nodes {
		name := strings.TrimPrefix(p.Path, "other.com/l/")
		if n.typed {
			typed = append(typed, name)
		} else {
			others = append(others, name)
		}
	}
	slices.Sort(typed)
	slices.Sort(others)
	if want := []string{"declared", "dotted", "embedded", "ex.com/m", "facts", "index", "looked", "other.com/l", "own", "renamed", "tell"}; !slices.Equal(typed, want) {
		t.Errorf("typed are %q, want %q", typed, want)
	}
	if want := []string{"behind", "blank", "body", "farther", "literal"}; !slices.Equal(others, want) {
		t.Errorf("not typed are %q, want %q", others, want)
	}
	if s.result.Typed != len(typed) || len(s.result.Problems) > 0 {
		t.Errorf("%d packages were typed, it is said, and %d are; problems %v", s.result.Typed, len(typed), s.result.Problems)
	}
}

// importsOfLib are the packages that lib imports, each with what it imports and how many names it has. For one that its declarations do
// not name another stands that has none, even if that is typed for somebody else: nothing depends on what is done first.
var importsOfLib = []string{
	"blank namedblank 0",
	"body namedbody 0",
	"body/behind namedbehind 0",
	"body/behind/farther namedfarther 0",
	"declared nameddeclared 1",
	"dotted nameddotted 1",
	"embedded namedembedded 1",
	"facts namedfacts 2",
	"facts/tell namedtell 1",
	"index namedindex 1",
	"literal namedliteral 0",
	"looked namedlooked 1",
	"own namedown 0",
	"renamed namedrenamed 1",
}

// importTree says the same of what any package imports.
func importTree(pkg *types.Package, above string) []string {
	var out []string
	for _, imp := range pkg.Imports() {
		name := above + strings.TrimPrefix(imp.Path(), "other.com/l/")
		out = append(out, fmt.Sprintf("%s %s %d", name, imp.Name(), imp.Scope().Len()))
		out = append(out, importTree(imp, name+"/")...)
	}
	slices.Sort(out)
	return out
}

// Who follows the imports of a library comes to all packages, typed or not, in whichever order they are worked on.
func TestUnnamedAreImported(t *testing.T) {
	var lib *types.Package
	opts := libraryOptions(t, func(pass *analysis.Pass) {
		if pass.Pkg.Path() == "ex.com/m" {
			lib = find(pass.Pkg, "other.com/l")
		}
	})
	var first *Result
	for _, workers := range []int{1, 8, 1, 8} {
		opts.Parallel = workers
		result := run(t, opts, "./...")
		if first == nil {
			first = result
		}
		if !reflect.DeepEqual(result, first) {
			t.Errorf("%d workers: %+v, and before: %+v", workers, result, first)
		}
		if got := importTree(lib, ""); !slices.Equal(got, importsOfLib) {
			t.Errorf("%d workers: lib imports\n%s\nwant\n%s", workers, strings.Join(got, "\n"), strings.Join(importsOfLib, "\n"))
		}
	}
}

// A package with facts is seen behind a library that only names it in a body, and what it imports behind itself, also where it comes from
// the cache.
func TestUnnamedWithFacts(t *testing.T) {
	var seen, imports []string
	opts := libraryOptions(t, func(pass *analysis.Pass) {
		for _, f := range pass.AllObjectFacts() {
			if tn, ok := f.Object.(*types.TypeName); ok {
				seen = append(seen, pass.Pkg.Path()+" sees "+tn.Pkg().Path()+"."+tn.Name())
			}
		}
		if pass.Pkg.Path() == "ex.com/m" {
			imports = importTree(find(pass.Pkg, "other.com/l"), "")
		}
	})
	opts.Cache = cache.Open(t.TempDir(), cache.DefaultMax)
	want := []string{"other.com/l/facts sees other.com/l/facts.T", "ex.com/m sees other.com/l/facts.T"}
	for range 2 {
		seen = nil
		result := run(t, opts, "./...")
		if !slices.Equal(seen, want) || !slices.Equal(imports, importsOfLib) {
			t.Errorf("%q, want %q; lib imports\n%s\n%+v", seen, want, strings.Join(imports, "\n"), result)
		}
		want = want[1:] // the other comes from the cache
		own := filepath.Join(opts.Load.Dir, "own.go")
		if err := os.WriteFile(own, []byte("package m\n\nimport _ \"other.com/l\"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}
