package load_test

import (
	"go/ast"
	"go/token"
	"go/types"
	"os"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/locklint/locklint/internal/linttest"
	"github.com/locklint/locklint/internal/load"
)

func list(t *testing.T, files string, cfg load.Config, patterns ...string) *load.Graph {
	t.Helper()
	cfg.Dir = linttest.Extract(t, txtar.Parse([]byte(files)))
	g, err := load.List(t.Context(), cfg, patterns...)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func ids(g *load.Graph, want func(*load.Package) bool) []string {
	var list []string
	for _, p := range g.Packages {
		if want(p) {
			list = append(list, p.ID)
		}
	}
	slices.Sort(list)
	return list
}

func byID(t *testing.T, g *load.Graph, id string) *load.Package {
	t.Helper()
	for _, p := range g.Packages {
		if p.ID == id {
			return p
		}
	}
	t.Fatalf("package %s is not there", id)
	return nil
}

const module = `
-- go.mod --
module ex.com/m

go 1.21
-- a/a.go --
package a
-- a/a_test.go --
package a

import "testing"

func TestA(*testing.T) {}
-- a/x_test.go --
package a_test

import _ "ex.com/m/b"
-- b/b.go --
package b

import _ "ex.com/m/a"
-- c/c.go --
package c
-- c/c_tagged.go --
//go:build special

package c
-- sub/testmain.test/main.go --
package main

func main() {}
`

func TestList(t *testing.T) {
	g := list(t, module, load.Config{Tests: true}, "./...")
	roots := []string{"ex.com/m/a [ex.com/m/a.test]", "ex.com/m/a_test [ex.com/m/a.test]", "ex.com/m/b", "ex.com/m/c", "ex.com/m/sub/testmain.test"}
	if got := ids(g, func(p *load.Package) bool { return p.Root }); !slices.Equal(got, roots) {
		t.Errorf("roots %q, want %q", got, roots)
	}
	own := append([]string{"ex.com/m/a", "ex.com/m/b [ex.com/m/a.test]"}, roots...)
	slices.Sort(own)
	if got := ids(g, func(p *load.Package) bool { return p.Main }); !slices.Equal(got, own) {
		t.Errorf("own packages %q, want %q", got, own)
	}
	// The generated main of the test is gone, and what only it imports.
	if got := ids(g, func(p *load.Package) bool { return strings.HasPrefix(p.ID, "testing/internal") }); got != nil {
		t.Errorf("loaded without need: %q", got)
	}
	seen := make(map[*load.Package]bool)
	for _, p := range g.Packages {
		for _, dep := range append(slices.Clip(p.Deps), p.Plain) {
			if dep != nil && !seen[dep] {
				t.Errorf("%s comes before %s, which it needs", p.ID, dep.ID)
			}
		}
		seen[p] = true
	}
	recompiled := byID(t, g, "ex.com/m/b [ex.com/m/a.test]")
	if recompiled.Plain != byID(t, g, "ex.com/m/b") || recompiled.Path != "ex.com/m/b" {
		t.Errorf("plain package of b is %v, its path %s", recompiled.Plain, recompiled.Path)
	}
	if got := recompiled.Import("ex.com/m/a"); got == nil || got.ID != "ex.com/m/a [ex.com/m/a.test]" {
		t.Errorf("recompiled b imports %v", got)
	}
	if got := byID(t, g, "ex.com/m/b").Module; got == nil || got.Path != "ex.com/m" || got.GoVersion != "go1.21" {
		t.Errorf("module of b is %+v", got)
	}
	if std := byID(t, g, "testing"); std.Module != nil || !std.Standard || std.Root {
		t.Errorf("testing is %+v", std)
	}
}

func TestListOptions(t *testing.T) {
	g := list(t, module, load.Config{}, "./a", "./c")
	if got, want := ids(g, func(p *load.Package) bool { return true }), []string{"ex.com/m/a", "ex.com/m/c"}; !slices.Equal(got, want) {
		t.Errorf("without tests: %q, want %q", got, want)
	}
	if got := len(byID(t, g, "ex.com/m/c").Files); got != 1 {
		t.Errorf("c has %d files", got)
	}
	g = list(t, module, load.Config{Tags: "special"}, "./c")
	if got := len(byID(t, g, "ex.com/m/c").Files); got != 2 {
		t.Errorf("c has %d files with the tag", got)
	}
	// A pattern is a pattern, whatever it looks like.
	if g := list(t, module, load.Config{}, "-test", "./a"); len(g.Problems) != 1 || len(g.Packages) != 1 {
		t.Errorf("a pattern is taken for a flag: %q", g.Problems)
	}
	env := append(os.Environ(), "GOARCH=386")
	if g := list(t, module, load.Config{Env: env}, "./c"); g.Sizes.Sizeof(types.Typ[types.Int]) != 4 {
		t.Error("sizes are not those of GOARCH")
	}
}

const checked = `
-- go.mod --
module ex.com/m

go 1.21
-- dep/dep.go --
// Package dep.
package dep

import "os"

type T[P any] struct{ F P }

func (T[P]) M() {}

func Broken() { return undefined(1) }
-- a/a.go --
package a

import "ex.com/m/dep"

// A comment.
func F() { dep.T[int]{}.M() }
-- v/v.go --
package v

func F() { for range 3 {} }
-- soft/s.go --
package soft

import "os"
`

func TestCheck(t *testing.T) {
	g := list(t, checked, load.Config{}, "./...")
	fset := token.NewFileSet()
	units := make(map[*load.Package]*load.Unit)
	checker := &load.Checker{Fset: fset, Sizes: g.Sizes, Imported: func(dep *load.Package) *types.Package { return units[dep].Types }}
	keep := func(p *load.Package, bodies bool) *load.Unit {
		u := check(checker, p, bodies)
		units[p] = u
		return u
	}
	for _, p := range g.Packages {
		if p.Standard {
			keep(p, false)
		}
	}
	u := keep(byID(t, g, "ex.com/m/dep"), false)
	if u.Broken || u.Problems != nil || u.Files != nil || u.Info != nil || !u.Types.Complete() {
		t.Errorf("dependency: %+v", u)
	}
	u = keep(byID(t, g, "ex.com/m/a"), true)
	if u.Broken || u.Problems != nil || len(u.Files) != 1 || len(u.Files[0].Comments) != 1 {
		t.Errorf("own package: %+v", u)
	}
	fn := u.Files[0].Decls[1].(*ast.FuncDecl)
	call := fn.Body.List[0].(*ast.ExprStmt).X.(*ast.CallExpr)
	if sel := u.Info.Selections[call.Fun.(*ast.SelectorExpr)]; sel == nil || sel.Obj().Name() != "M" {
		t.Errorf("selection of the call is %v", sel)
	}
	// The language version is that of the module: no range over an integer in Go 1.21.
	if u = keep(byID(t, g, "ex.com/m/v"), true); len(u.Problems) != 1 || !strings.Contains(u.Problems[0].Msg, "go1.22") {
		t.Errorf("module of Go 1.21: %+v", u)
	}
	if u = keep(byID(t, g, "ex.com/m/soft"), true); u.Broken || len(u.Problems) != 1 {
		t.Errorf("unused import: %+v", u)
	}
	u = keep(byID(t, g, "ex.com/m/dep"), true)
	if !u.Broken || len(u.Problems) == 0 || !strings.HasSuffix(u.Problems[0].Pos, "dep.go:10:24") {
		t.Errorf("broken package with bodies: %+v", u)
	}
}

func TestCycle(t *testing.T) {
	g := list(t, `
-- go.mod --
module ex.com/m
-- a/a.go --
package a

import _ "ex.com/m/b"
-- b/b.go --
package b

import _ "ex.com/m/a"
`, load.Config{}, "./...")
	if len(g.Problems) == 0 || !strings.Contains(g.Problems[0].Msg, "import cycle") {
		t.Errorf("problems %v", g.Problems)
	}
	if len(g.Packages) != 2 {
		t.Errorf("%d packages", len(g.Packages))
	}
}

// Of one package so many errors are told, and no more.
func TestErrorsAtTheLimit(t *testing.T) {
	const most = 10
	for n, want := range map[int]int{most - 1: most - 1, most: most, most + 1: most} {
		g := list(t, "\n-- go.mod --\nmodule ex.com/m\n\ngo 1.26\n-- a.go --\npackage m\n"+strings.Repeat("var _ = undefined\n", n), load.Config{}, "./...")
		checker := &load.Checker{Fset: token.NewFileSet(), Sizes: g.Sizes}
		if u := checker.Check(byID(t, g, "ex.com/m")); !u.Broken || len(u.Problems) != want {
			t.Errorf("%d errors: %d are told, broken %v", n, len(u.Problems), u.Broken)
		}
	}
}
