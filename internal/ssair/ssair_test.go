package ssair

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/internal/catalog"
)

// stubs are the packages that the sources of these tests import.
var stubs = map[string]string{
	"sync":                 "package sync\ntype Mutex struct{ n int }\nfunc (*Mutex) Lock() {}\nfunc (*Mutex) Unlock() {}\nfunc (*Mutex) TryLock() bool { return false }\n",
	"database/sql":         "package sql\ntype DB struct{ n int }\nfunc (*DB) Exec(q string) error { return nil }\n",
	"fmt":                  "package fmt\nfunc Println(a ...any) {}\n",
	"ex.com/repo":          "package repo\nimport \"database/sql\"\nfunc Save(db *sql.DB) {}\n",
	"ex.com/util":          "package util\nimport \"sync\"\nfunc Do(mu *sync.Mutex) {}\n",
	"os/exec":              "package exec\nfunc Command() {}\n",
	"log/repo":             "package repo\nimport _ \"ex.com/repo\"\n",
	"github.com/x/unknown": "package unknown\nfunc F() {}\n",
}

type importer struct {
	fset *token.FileSet
	done map[string]*types.Package
}

func (im importer) Import(path string) (*types.Package, error) {
	if p := im.done[path]; p != nil {
		return p, nil
	}
	src, ok := stubs[path]
	if !ok {
		return nil, fmt.Errorf("no package %s", path)
	}
	f, err := parser.ParseFile(im.fset, path, src, 0)
	if err != nil {
		return nil, err
	}
	p, err := (&types.Config{Importer: im}).Check(path, im.fset, []*ast.File{f}, nil)
	im.done[path] = p
	return p, err
}

// passOf type-checks a package of one file, and perhaps one with tests.
func passOf(t *testing.T, path string, sources ...string) *analysis.Pass {
	t.Helper()
	return passIn(t, importer{token.NewFileSet(), map[string]*types.Package{}}, path, sources...)
}

// passIn type-checks one whose imports come from im, and which im has from then on.
func passIn(t *testing.T, im importer, path string, sources ...string) *analysis.Pass {
	t.Helper()
	fset := im.fset
	var files []*ast.File
	for i, src := range sources {
		f, err := parser.ParseFile(fset, []string{"p.go", "p_test.go"}[i], src, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}, Scopes: map[ast.Node]*types.Scope{},
		Instances: map[*ast.Ident]types.Instance{}, FileVersions: map[*ast.File]string{},
	}
	pkg, err := (&types.Config{Importer: im}).Check(path, fset, files, info)
	if err != nil {
		t.Fatal(err)
	}
	im.done[path] = pkg
	return &analysis.Pass{Fset: fset, Files: files, Pkg: pkg, TypesInfo: info}
}

const lockOnly = `package p
import "sync"
var mu sync.Mutex
`

func TestMatters(t *testing.T) {
	dep := &analysis.Module{Path: "ex.com/dep", Version: "v1.2.3"}
	own := &analysis.Module{Path: "ex.com/own"}
	for _, tt := range []struct {
		name, path, src string
		module          *analysis.Module
		want            bool
	}{
		{"a store", "ex.com/p", "package p\nimport _ \"database/sql\"\n", nil, true},
		{"a store behind another package", "ex.com/p", "package p\nimport _ \"ex.com/repo\"\n", nil, true},
		{"nothing", "ex.com/p", "package p\nimport _ \"fmt\"\n", nil, false},
		{"a library that nobody knows", "ex.com/p", "package p\nimport _ \"github.com/x/unknown\"\n", own, false},
		{"a mutex that is declared", "ex.com/p", lockOnly, nil, false},
		{"a mutex behind another package", "ex.com/p", "package p\nimport _ \"ex.com/util\"\n", nil, false},
		{"locked and deferred", "ex.com/p", lockOnly + "func f() {\n\tmu.Lock()\n\tdefer mu.Unlock()\n}\n", nil, false},
		{"locked and kept", "ex.com/p", lockOnly + "func f() { mu.Lock() }\n", nil, true},
		{"locked and unlocked by hand", "ex.com/p", lockOnly + "func f() {\n\tmu.Lock()\n\tmu.Unlock()\n}\n", nil, true},
		{"something between", "ex.com/p", lockOnly + "func f() {\n\tmu.Lock()\n\tprintln()\n\tdefer mu.Unlock()\n}\n", nil, true},
		{"in a closure", "ex.com/p", lockOnly + "func f() func() { return func() { mu.Lock() } }\n", nil, true},
		{"in a case", "ex.com/p", lockOnly + "func f(n int) {\n\tswitch n {\n\tcase 1:\n\t\tmu.Lock()\n\t}\n}\n", nil, true},
		{"in a case, and deferred", "ex.com/p", lockOnly + "func f(n int) {\n\tswitch n {\n\tcase 1:\n\t\tmu.Lock()\n\t\tdefer mu.Unlock()\n\t}\n}\n", nil, false},
		{"in a case of a select", "ex.com/p", lockOnly + "func f(ch chan int) {\n\tselect {\n\tcase <-ch:\n\t\tmu.Lock()\n\t}\n}\n", nil, true},
		{"a channel as a mutex", "ex.com/p", "package p\nvar sem = make(chan struct{}, 1)\n", nil, true},
		{"a channel with more room", "ex.com/p", "package p\nvar sem = make(chan struct{}, 8)\n", nil, false},
		{"a channel of values", "ex.com/p", "package p\nvar ch = make(chan int, 1)\n", nil, false},
		{"tried", "ex.com/p", lockOnly + "func f() bool { return mu.TryLock() }\n", nil, true},
		{"locked, deferred and waited for", "ex.com/p", lockOnly + "type clock struct{}\nfunc (clock) Sleep() {}\nfunc f(c clock) {\n\tmu.Lock()\n\tdefer mu.Unlock()\n\tc.Sleep()\n}\n", nil, true},
		{"a call of another program", "ex.com/p", "package p\nimport _ \"os/exec\"\n", nil, true},
		{"one that nobody can call under a lock", "ex.com/p", "package main\nimport _ \"os/exec\"\n", nil, false},
		{"nor from a test", "ex.com/p_test", "package p_test\nimport _ \"os/exec\"\n", nil, false},
		{"one under a lock", "ex.com/p", strings.Replace(lockOnly, "package p\n", "package main\nimport \"os/exec\"\n", 1) + "func f() {\n\tmu.Lock()\n\tdefer mu.Unlock()\n\texec.Command()\n}\n", nil, true},
		{"fields of such names", "ex.com/p", "package p\ntype event struct{ Lock, After int }\nfunc f(e event) int { return e.Lock + e.After }\n", nil, false},
		{"a dependency with a store", "ex.com/dep/p", "package p\nimport _ \"database/sql\"\n", dep, true},
		{"a dependency with a store behind another package", "ex.com/dep/p", "package p\nimport _ \"ex.com/repo\"\n", dep, false},
		{"a dependency with a mutex", "ex.com/dep/p", lockOnly + "func f() { mu.Lock() }\n", dep, false},
		{"the main module", "ex.com/own/p", lockOnly + "func f() { mu.Lock() }\n", own, true},
		{"the standard library", "net/http", lockOnly + "func f() { mu.Lock() }\n", nil, false},
		{"a main module with a name of the standard library", "log/p", lockOnly + "func f() { mu.Lock() }\n", &analysis.Module{Path: "log"}, true},
		{"and with a store in another package", "log/p", "package p\nimport _ \"log/repo\"\n", &analysis.Module{Path: "log"}, true},
		{"the standard library with a store behind it", "ex.com/p", "package p\nimport _ \"log/repo\"\n", own, false},
		{"a library of the catalogue", "gorm.io/gorm", "package gorm\nimport _ \"database/sql\"\n", nil, false},
		{"below a library of the catalogue", "gorm.io/gorm/clause", "package clause\nimport _ \"database/sql\"\n", nil, false},
	} {
		pass := passOf(t, tt.path, tt.src)
		pass.Module = tt.module
		if got := matters(pass, catalog.Standard()); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
		if p := run(pass, catalog.Standard(), new(Workshop)); (p.SSA != nil) != tt.want || p.Err != nil {
			t.Errorf("%s: SSA %v, error %v", tt.name, p.SSA != nil, p.Err)
		}
	}
}

// What only the tests of a package import is nothing that its importers could call.
func TestMattersWithTests(t *testing.T) {
	const plain, exec = "package p\nimport _ \"fmt\"\n", "package p\nimport _ \"os/exec\"\n"
	for _, tt := range []struct {
		name, src, test string
		want            bool
	}{
		{"called by the tests", plain, exec, false},
		{"called by the package", exec, plain, true},
		{"called by the tests under a lock", plain, strings.Replace(lockOnly, "package p\n", exec, 1) + "func f() {\n\tmu.Lock()\n\tdefer mu.Unlock()\n}\n", true},
	} {
		if got := matters(passOf(t, "ex.com/p", tt.src, tt.test), catalog.Standard()); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

func TestWanted(t *testing.T) {
	for _, tt := range []struct {
		path    string
		imports []string
		want    bool
	}{
		{"ex.com/locks", []string{"fmt", "database/sql"}, true},
		{"ex.com/locks", []string{"sync"}, false},
		{"ex.com/locks", nil, false},
		{"ex.com/locks", []string{"sync", "github.com/redis/go-redis/v9"}, true},
		{"gorm.io/gorm", []string{"database/sql"}, false},
		{"gorm.io/gorm/migrator", []string{"database/sql"}, false},
		{"net/http", []string{"database/sql"}, false},
	} {
		if got := Wanted(catalog.Standard(), tt.path, tt.imports); got != tt.want {
			t.Errorf("%s with %v: %v, want %v", tt.path, tt.imports, got, tt.want)
		}
	}
}

// Of packages that only the user describes, and of what imports them, something may be known.
func TestUserPackages(t *testing.T) {
	dep := &analysis.Module{Path: "ex.com/dep", Version: "v1.0.0"}
	c := catalog.With(catalog.User{Functions: []catalog.Entry{
		{Pkg: "github.com/x/unknown", Name: "F", Role: catalog.Acquire, Key: catalog.Arg(0)},
		{Pkg: "ex.com", Name: "F", Role: catalog.Acquire, Key: catalog.Arg(0)},
		{Pkg: "gorm.io/gorm", Name: "F", Role: catalog.Acquire, Key: catalog.Arg(0)},
	}})
	for _, tt := range []struct {
		name, path, src string
		module          *analysis.Module
		want            bool
	}{
		{"an importer", "ex.com/p", "package p\nimport _ \"github.com/x/unknown\"\n", nil, true},
		{"an importer among the dependencies", "ex.com/dep/p", "package p\nimport _ \"github.com/x/unknown\"\n", dep, true},
		{"the package itself", "github.com/x/unknown", "package unknown\n", dep, true},
		{"the package itself, in the main module", "ex.com", "package p\n", nil, true},
		{"below it nothing is said", "ex.com/q", "package q\nfunc f() {}\n", nil, false},
		{"a library of which the user says one thing more stays one", "gorm.io/gorm", "package gorm\nimport _ \"database/sql\"\n", nil, false},
	} {
		pass := passOf(t, tt.path, tt.src)
		pass.Module = tt.module
		if got := matters(pass, c); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
		if got := Wanted(c, tt.path, importPaths(pass.Pkg)); tt.module == dep && got != tt.want {
			t.Errorf("%s: wanted %v, want %v", tt.name, got, tt.want)
		}
	}
}

// Functions come in the order of the source, a literal behind the function that it stands in.
func TestFuncs(t *testing.T) {
	const src = lockOnly + `
type T struct{}
func (T) b() { _ = func() { _ = func() {} }; _ = func() {} }
func a() { mu.Lock() }
func g[X any](x X) {}
func init() {}
`
	p := run(passOf(t, "ex.com/p", src), catalog.Standard(), new(Workshop))
	var names []string
	for _, fn := range p.Funcs {
		names = append(names, fn.Name())
	}
	if got, want := strings.Join(names, " "), "b b$1 b$1$1 b$2 a g init#1"; got != want {
		t.Errorf("functions %q, want %q", got, want)
	}
}

// What go/ssa panics on is an error, and no reason to stop.
func TestBuildFails(t *testing.T) {
	pass := passOf(t, "ex.com/p", lockOnly+"func f() { mu.Lock() }\n")
	pass.TypesInfo = &types.Info{}
	p := run(pass, catalog.Standard(), new(Workshop))
	if p.Err == nil || p.SSA != nil || len(p.Funcs) > 0 || !strings.Contains(p.Err.Error(), "go/ssa") {
		t.Errorf("error %v, program %v", p.Err, p.SSA)
	}
}
