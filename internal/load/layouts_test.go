package load_test

import (
	"go/ast"
	"go/token"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/locklint/locklint/internal/load"
)

// units types all packages of a graph, the own ones with bodies.
func units(g *load.Graph) map[string]*load.Unit {
	all := make(map[string]*load.Unit)
	checker := &load.Checker{Fset: token.NewFileSet(), Sizes: g.Sizes, Imported: func(dep *load.Package) *types.Package { return all[dep.ID].Types }}
	for _, p := range g.Packages {
		all[p.ID] = check(checker, p, p.Main)
	}
	return all
}

// env is the environment without what the user has set for the go command, and with more.
func env(more ...string) []string {
	return append(os.Environ(), append([]string{"GOWORK=", "GOFLAGS=", "GOPROXY=off", "GOSUMDB=off"}, more...)...)
}

// files are the base names of the files of a package.
func files(p *load.Package) []string {
	var out []string
	for _, f := range p.Files {
		out = append(out, filepath.Base(f))
	}
	return out
}

const cgoModules = `
-- go.mod --
module ex.com/m

go 1.25

require other.com/c v1.0.0

replace other.com/c => ./other
-- own/own.go --
package own

// static int two(void) { return 2; }
import "C"

import "other.com/c"

func Two() int { return int(C.two()) + c.Three() }

func Plain() int { return 1 }
-- other/go.mod --
module other.com/c

go 1.25
-- other/c.go --
package c

// struct s { int n; };
// static int three(void) { return 3; }
import "C"

type T struct {
	Name string
	c    C.struct_s
}

func Three() int { return int(C.three()) }
`

// Own packages are typed as cgo compiles them, those of others with a C that has everything.
func TestCgo(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("no C compiler")
	}
	g := list(t, cgoModules, load.Config{Env: env("CGO_ENABLED=1")}, "./own")
	all := units(g)
	own := byID(t, g, "ex.com/m/own")
	if u := all[own.ID]; u.Broken || len(u.Problems) > 0 || len(g.Problems) > 0 {
		t.Errorf("problems %v, %v", g.Problems, u.Problems)
	}
	if got := files(own); slices.Contains(got, "own.go") || len(got) < 2 {
		t.Errorf("files %q are not those that cgo wrote", got)
	}
	if got := files(byID(t, g, "other.com/c")); !slices.Equal(got, []string{"c.go"}) {
		t.Errorf("files of the dependency %q", got)
	}
	dep := all["other.com/c"]
	if dep.Broken || dep.Types.Scope().Lookup("T").Type().Underlying().(*types.Struct).NumFields() != 2 {
		t.Errorf("dependency: %+v", dep)
	}
}

// Without a C compiler the functions that use C have no bodies, and that is said.
func TestCgoWithoutCompiler(t *testing.T) {
	g := list(t, cgoModules, load.Config{Env: env("CGO_ENABLED=1", "CC=/no/such/compiler")}, "./own")
	if len(g.Problems) != 1 || g.Problems[0].Package != "ex.com/m/own" || !strings.Contains(g.Problems[0].Msg, "cgo failed") {
		t.Errorf("problems %v", g.Problems)
	}
	u := units(g)["ex.com/m/own"]
	if u.Broken || len(u.Problems) > 0 {
		t.Errorf("problems %v", u.Problems)
	}
	bodies := map[string]bool{}
	for _, decl := range u.Files[0].Decls {
		if fn, ok := decl.(*ast.FuncDecl); ok {
			bodies[fn.Name.Name] = fn.Body != nil
		}
	}
	if bodies["Two"] || !bodies["Plain"] {
		t.Errorf("functions with bodies: %v", bodies)
	}
}

func TestVendor(t *testing.T) {
	g := list(t, `
-- go.mod --
module ex.com/m

go 1.25

require other.com/x v1.2.3
-- vendor/modules.txt --
# other.com/x v1.2.3
## explicit; go 1.20
other.com/x
-- vendor/other.com/x/x.go --
package x

type T struct{}
-- m.go --
package m

import "other.com/x"

var V x.T
`, load.Config{Env: env()}, "./...")
	x := byID(t, g, "other.com/x")
	if x.Main || x.Module == nil || x.Module.Version != "v1.2.3" || x.Module.GoVersion != "go1.20" {
		t.Errorf("vendored package: %+v of module %+v", x, x.Module)
	}
	if !strings.HasSuffix(filepath.ToSlash(x.Files[0]), "/vendor/other.com/x/x.go") || len(g.Problems) > 0 {
		t.Errorf("files %q, problems %v", x.Files, g.Problems)
	}
	if u := units(g)["ex.com/m"]; u.Broken || u.Types.Scope().Lookup("V").Type().String() != "other.com/x.T" {
		t.Errorf("unit %+v", u)
	}
}

const workspace = `
-- go.work --
go 1.25

use (
	./one
	./two
)

replace other.com/r => ./replacement
-- one/go.mod --
module ex.com/one

go 1.25
-- one/one.go --
package one

const From = "workspace"
-- two/go.mod --
module ex.com/two

go 1.25

require other.com/r v1.5.0
-- two/two.go --
package two

import (
	"ex.com/one"
	"other.com/r"
)

const Both = one.From + r.From
-- replacement/go.mod --
module other.com/r

go 1.21
-- replacement/r.go --
package r

const From = "replacement"
`

// All modules of a workspace are own ones; what replaces a dependency is not.
func TestWorkspaceAndReplace(t *testing.T) {
	g := list(t, workspace, load.Config{Env: env()}, "./one/...", "./two/...")
	if len(g.Problems) > 0 {
		t.Fatal(g.Problems)
	}
	if got, want := ids(g, func(p *load.Package) bool { return p.Main }), []string{"ex.com/one", "ex.com/two"}; !slices.Equal(got, want) {
		t.Errorf("own packages %q, want %q", got, want)
	}
	r := byID(t, g, "other.com/r")
	if r.Main || r.Root || r.Module.Path != "other.com/r" || r.Module.Version != "v1.5.0" || r.Module.GoVersion != "go1.21" {
		t.Errorf("replaced: %+v of module %+v", r, r.Module)
	}
	if !strings.HasSuffix(filepath.ToSlash(r.Files[0]), "/replacement/r.go") {
		t.Errorf("files %q", r.Files)
	}
	both := units(g)["ex.com/two"].Types.Scope().Lookup("Both").(*types.Const)
	if got := both.Val().ExactString(); got != `"workspacereplacement"` {
		t.Errorf("two sees %s", got)
	}
}

// Without the network everything that is in the module cache loads; what is not is said, and the rest is typed.
func TestOffline(t *testing.T) {
	const module = `
-- go.mod --
module ex.com/m

go 1.25

require golang.org/x/tools v0.52.0
-- there/there.go --
package there

import "golang.org/x/tools/txtar"

var A txtar.Archive
`
	for _, flags := range []string{"GOFLAGS=-mod=mod", "GOFLAGS=-mod=mod -trimpath"} {
		g := list(t, module, load.Config{Env: env(flags)}, "./...")
		if u := units(g)["ex.com/m/there"]; len(g.Problems) > 0 || u.Broken {
			t.Errorf("%s: problems %v, %v", flags, g.Problems, u.Problems)
		}
	}
	g := list(t, module+`
-- absent/absent.go --
package absent

import (
	"no.such/module/p"
	"strings"
)

var B = strings.ToUpper(p.Name)

func C() string { return strings.ToUpper("c") }
`, load.Config{Env: env("GOFLAGS=-mod=mod")}, "./...")
	if len(g.Problems) != 1 || !strings.Contains(g.Problems[0].String(), "no.such/module") {
		t.Errorf("problems %v, want one that names the module", g.Problems)
	}
	all := units(g)
	if u := all["ex.com/m/there"]; u.Broken {
		t.Errorf("the package beside it: %v", u.Problems)
	}
	if u := all["ex.com/m/absent"]; !u.Broken || u.Types.Scope().Lookup("C") == nil || len(u.Problems) > 0 {
		t.Errorf("the package itself: broken %t, problems %v: go list said it already", u.Broken, u.Problems)
	}
}
