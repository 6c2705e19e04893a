package driver

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"sync"
	"testing"

	"github.com/locklint/locklint/internal/cache"
	"github.com/locklint/locklint/internal/config"
	"github.com/locklint/locklint/internal/engine"
	"github.com/locklint/locklint/internal/linttest/toy"
	"github.com/locklint/locklint/internal/load"
)

// A workspace of two modules, one replaced module and one that is not the project's own; c imports b, which
// imports a.
const cached = `
-- go.work --
go 1.25

use (
	./m
	./second
)
-- m/go.mod --
module ex.com/m

go 1.25

require (
	ex.com/second v0.0.0
	other.com/replaced v1.0.0
)

replace other.com/replaced => ../replaced

replace ex.com/second => ../second
-- m/a/a.go --
package a

import "sync"

var mu sync.Mutex

const Size = 3

func Lock() { mu.Lock() }

func Idle() {}

type T struct{}

func (T) Lock() { mu.Lock() }
-- m/a/a_test.go --
package a

func inTest() { Lock() }
-- m/b/b.go --
package b

import "ex.com/m/a"

func B() { a.Lock() }

func Make() a.T { return a.T{} }
-- m/c/c.go --
package c

import "ex.com/m/b"

func C() { b.B() }

func D() { b.Make().Lock() }
-- m/c/x_test.go --
package c_test

import "ex.com/m/c"

func f() { c.C() }
-- m/alone/alone.go --
package alone

import (
	"time"

	"other.com/replaced"
	"ex.com/second"
)

func F() { second.Lock(); replaced.F(); time.Sleep(10) }
-- m/alone/tagged.go --
//go:build special

package alone

func G() { F() }
-- m/alone/w_windows.go --
package alone

func W() { F() }
-- second/go.mod --
module ex.com/second

go 1.25
-- second/second.go --
package second

import "sync"

var mu sync.Mutex

func Lock() { mu.Lock() }
-- replaced/go.mod --
module other.com/replaced

go 1.25
-- replaced/replaced.go --
package replaced

func F() {}
`

// all are the packages of the workspace that count, and those that see everything of a.
var (
	all  = []string{"a", "a [a.test]", "alone", "b", "c", "c_test [c.test]", "ex.com/second"}
	ofA  = []string{"a", "a [a.test]", "b", "c", "c_test [c.test]"}
	none = []string{}
)

func TestCacheSource(t *testing.T) {
	t.Parallel()
	b := newBench(t, cached, "m")
	b.analysed("cold", all...)
	if found := b.run("warm").Findings; len(found) < 5 {
		t.Fatalf("%d findings: the test tests nothing", len(found))
	}
	b.analysed("warm", none...)

	// What importers cannot see.
	b.edit("m/a/a.go", "func Idle() {}", "func Idle() { println() }")
	b.analysed("a body", "a", "a [a.test]")
	b.edit("m/a/a.go", "package a\n", "package a\n\n// A comment, and another line.\n")
	b.analysed("all lines move", "a", "a [a.test]")
	b.edit("m/a/a.go", "", "\nfunc unexported(n int) int { return n }\n")
	b.analysed("an unexported function", "a", "a [a.test]")
	b.edit("m/a/a.go", "", "\ntype kind int\n\nvar state, other kind\n\nconst (\n\tone = iota + 1\n\ttwo\n)\n\nvar _ = two\n")
	b.analysed("a type, variables and constants of which nobody speaks, but for each other", ofA...)
	b.edit("m/a/a.go", "", "\nvar _ = 1\n\nconst (\n\tlone = iota\n\tlast = lone\n)\n")
	b.analysed("a variable without a name, and constants of which nobody else speaks", "a", "a [a.test]")
	b.edit("m/a/a.go", "lone = iota", "lone = 1 + iota")
	b.analysed("and what they are", "a", "a [a.test]")
	b.edit("m/a/a.go", "", "\nvar alone int\n")
	b.analysed("a variable, of which the analysis asks for the type where a summary names it", ofA...)
	b.edit("m/a/a.go", "", "\ntype inside struct{ next *inside }\n")
	b.analysed("a type, of which the analysis asks what it implements", ofA...)
	b.edit("m/c/c.go", "", "\nfunc More() { b.B() }\n")
	b.analysed("the last in the chain", "c", "c_test [c.test]")
	b.edit("m/a/a_test.go", "inTest", "inATest")
	b.analysed("a test", "a [a.test]")
	b.edit("m/c/x_test.go", "f()", "g()")
	b.analysed("an external test", "c_test [c.test]")

	// Facts: of a function they reach the direct importers, of a method everybody.
	b.edit("m/a/a.go", "func Idle() { println() }", "func Idle() { mu.Lock() }")
	b.analysed("a fact that nobody uses", "a", "a [a.test]", "b")
	b.edit("m/a/a.go", "func Lock() { mu.Lock() }", "func Lock() {}")
	b.analysed("a fact that goes through b", ofA...)
	b.edit("m/a/a.go", "func (T) Lock() { mu.Lock() }", "func (T) Lock() {}")
	b.analysed("a fact of a method", ofA...)
	b.edit("m/a/a.go", "func (T) Lock() {}", "func (T) Lock() { mu.Lock() }")
	b.analysed("and back", none...)

}

// Files come, go, and are broken for a while.
func TestCacheFiles(t *testing.T) {
	t.Parallel()
	b := newBench(t, cached, "m")
	b.analysed("cold", all...)
	b.fresh = nil
	if err := os.WriteFile(filepath.Join(b.dir, "m/c/more.go"), []byte("package c\n\nfunc Other() { C() }\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	b.analysed("a new file", "c", "c_test [c.test]")
	b.fresh = nil
	if err := os.Remove(filepath.Join(b.dir, "m/c/more.go")); err != nil {
		t.Fatal(err)
	}
	b.analysed("which is gone again", none...)
	b.edit("m/b/b.go", "func B()", "func B() int")
	b.analysed("an error of types", "b", "c", "c_test [c.test]")
	if len(b.run("the error").Problems) == 0 {
		t.Error("the error comes not from the cache")
	}
	b.analysed("the error stays", none...)
	b.edit("m/b/b.go", "func B() int", "func B(")
	b.analysed("an error of syntax", "b", "c", "c_test [c.test]")
	b.analysed("which stays", none...)
	b.edit("m/b/b.go", "func B(", "func B()")
	b.analysed("mended", none...)
	b.edit("m/b/b.go", `import "ex.com/m/a"`, "import \"ex.com/m/a\"\nimport _ \"no.such/thing\"\n")
	b.analysed("an import that is not there", "b", "c", "c_test [c.test]")
	b.analysed("and is not there again", none...)
}

func TestCacheOtherModules(t *testing.T) {
	b := newBench(t, cached, "m")
	b.analysed("cold", all...)
	b.edit("second/second.go", "mu.Lock() }", "println(); mu.Lock() }")
	b.analysed("a body in another module of the workspace", "ex.com/second")
	b.edit("second/second.go", "println(); mu.Lock() }", "}")
	b.analysed("a fact of another module", "alone", "ex.com/second")
	b.edit("replaced/replaced.go", "F() {}", "F() { println() }")
	b.analysed("a dependency that is only typed", "alone")
	b.edit("m/go.mod", "go 1.25", "go 1.24")
	b.analysed("the language version", "a", "a [a.test]", "alone", "b", "c", "c_test [c.test]")
	b.edit("go.work", "go 1.25", "go 1.25\n\nreplace other.com/replaced => ./elsewhere")
	if err := os.CopyFS(filepath.Join(b.dir, "elsewhere"), os.DirFS(filepath.Join(b.dir, "replaced"))); err != nil {
		t.Fatal(err)
	}
	b.edit("m/go.mod", "replace other.com/replaced => ../replaced\n", "")
	b.analysed("a replacement", "alone")
}

func TestCacheSettings(t *testing.T) {
	t.Parallel()
	b := newBench(t, cached, "m")
	b.analysed("cold", all...)
	plain := b.opts
	for what, change := range map[string]func(){
		"another program or configuration": func() { b.opts.Salt = "other" },
		"tags":                             func() { b.opts.Load.Tags = "special" },
		"GOOS":                             func() { b.opts.Load.Env = append(slices.Clip(b.opts.Load.Env), "GOOS=windows") },
		"GOARCH":                           func() { b.opts.Load.Env = append(slices.Clip(b.opts.Load.Env), "GOARCH=386") },
		"cgo":                              func() { b.opts.Load.Env = append(slices.Clip(b.opts.Load.Env), "CGO_ENABLED=0") },
		"no notes":                         func() { b.opts.Note = nil },
		"another set": func() {
			b.opts.Analyzers = toy.Rules(engine.New(config.Default()))[:1]
		},
	} {
		b.opts, b.fresh = plain, nil
		change()
		b.analysed(what, all...)
		b.analysed(what+" again", none...)
	}
	b.opts, b.fresh = plain, nil
	b.analysed("none of these", none...)
	// The tag may come by GOFLAGS: then only the files tell.
	b.opts.Load.Env = append(slices.Clip(b.opts.Load.Env), "GOFLAGS=-tags=special")
	b.fresh = nil
	b.analysed("GOFLAGS", "alone")
	b.opts, b.fresh = plain, nil
	// Without tests b and c stay what they are; a is itself now.
	b.opts.Load.Tests = false
	b.analysed("no tests", "a")
}

// Whoever wants to see the results of the analyzers gets them, over cached facts.
func TestCacheVisit(t *testing.T) {
	b := newBench(t, cached, "m")
	b.run("cold")
	var visited []string
	b.opts.Visit = func(pkg *load.Package, _ *Results) { visited = append(visited, pkg.ID) }
	result := b.run("with Visit")
	if want := []string{"ex.com/m/a", "ex.com/second"}; !slices.Equal(result.Cached, want) || len(visited) != 5 {
		t.Errorf("from the cache %q, want %q; visited %q", result.Cached, want, visited)
	}
	b.opts.Visit = nil
	b.analysed("without Visit", none...)
}

func TestCacheDamaged(t *testing.T) {
	b := newBench(t, cached, "m")
	dir := t.TempDir()
	b.store = cache.Open(dir, cache.DefaultMax)
	b.analysed("cold", all...)
	names, err := filepath.Glob(filepath.Join(dir, "*", "*"))
	if err != nil || len(names) != len(all) {
		t.Fatalf("%d files in the cache, %v; want %d", len(names), err, len(all))
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err == nil {
			data[len(data)/2]++
			err = os.WriteFile(name, data, 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	b.analysed("all entries are damaged", all...)
	b.analysed("and replaced", none...)
	b.edit("m/a/a.go", "", "func More() {}\n")
	if err := os.Truncate(names[0], 7); err != nil {
		t.Fatal(err)
	}
	b.run("one is cut short")
}

// A mistake of ours is not remembered.
func TestCacheInternalError(t *testing.T) {
	b := newBench(t, "-- go.mod --\nmodule ex.com/m\n-- a/a.go --\npackage a\n\nfunc PanicInToy() {}\n\nfunc F() { PanicInToy() }\n", "")
	for range 2 {
		b.analysed("a panic", "a")
	}
}

// A file that is edited during the run: what is found is no answer for what the file was, nor for what it is.
func TestCacheEditedMeanwhile(t *testing.T) {
	b := newBench(t, cached, "m")
	opts := b.opts
	opts.Analyzers = toy.Rules(engine.New(config.Default()))
	opts.Cache = b.store
	turns := 0
	opts.Progress = func(_, _ int, pkg string) {
		if pkg != "ex.com/m/b" {
			return
		}
		if turns++; turns == 2 { // the first time it was looked up
			b.edit("m/b/b.go", "func Make()", "func Made()")
		}
	}
	if result, err := Run(t.Context(), opts, "./..."); err != nil || turns != 2 {
		t.Fatal(result, err, turns)
	}
	b.edit("m/b/b.go", "func Made()", "func Make()")
	if result := b.run("edited back"); !slices.Contains(result.Analysed, "ex.com/m/b") {
		t.Errorf("analysed %q: b, which was edited between the look-up and the analysis, comes from the cache", result.Analysed)
	}
	b.edit("m/b/b.go", "func Make()", "func Made()")
	b.run("edited again")
}

// Several processes in one cache.
func TestCacheManyAtOnce(t *testing.T) {
	b := newBench(t, cached, "m")
	want := b.run("before").Findings
	dir := t.TempDir()
	var wg sync.WaitGroup
	for i := range 6 {
		wg.Go(func() {
			opts := b.opts
			opts.Analyzers = toy.Rules(engine.New(config.Default()))
			opts.Salt = fmt.Sprint(i % 2)
			opts.Cache = cache.Open(dir, 64<<10)
			for range 3 {
				result, err := Run(t.Context(), opts, "./...")
				if err != nil || !reflect.DeepEqual(result.Findings, want) || opts.Cache.Trouble() != nil {
					t.Errorf("findings %v, want %v; %v, %v", result.Findings, want, err, opts.Cache.Trouble())
				}
				opts.Cache.Close()
			}
		})
	}
	wg.Wait()
}

// The number of workers must not show in what is kept.
func TestCacheDeterministic(t *testing.T) {
	b := newBench(t, cached, "m")
	read := func(workers int) map[string]string {
		dir := t.TempDir()
		b.store = cache.Open(dir, cache.DefaultMax)
		b.opts.Parallel = workers
		b.fresh = nil
		b.run(fmt.Sprint(workers, " workers"))
		names, err := filepath.Glob(filepath.Join(dir, "*", "*"))
		if err != nil {
			t.Fatal(err)
		}
		found := make(map[string]string)
		for _, name := range names {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			found[filepath.Base(name)] = string(data)
		}
		return found
	}
	first := read(1)
	for _, workers := range []int{2, 8, runtime.GOMAXPROCS(0)} {
		if !reflect.DeepEqual(read(workers), first) {
			t.Errorf("%d workers keep something else than one", workers)
		}
	}
}
