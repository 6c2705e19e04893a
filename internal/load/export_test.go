package load_test

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/gcexportdata"

	"github.com/locklint/locklint/internal/load"
)

var compareAll = flag.Bool("load.all", false, "compare the types of std and of all libraries of the module's tests with the compiler's, which builds them")

// The types that are made of source, without bodies and with a faked C, are those that the compiler made. By
// default of a part of the standard library; with -load.all of all of it and of hundreds of packages of others.
func TestTypesAsCompiled(t *testing.T) {
	std := []string{"net/http", "go/types", "database/sql", "text/template", "os/user"}
	modules := []string{"."}
	if *compareAll {
		std = []string{"std"}
		modules = []string{".", "examples/shop", "testdata/catalog", "testdata/catalogsql", "testdata/catalogframe", "testdata/catalogout", "testdata/catalogredis", "testdata/cases"}
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	seen := make(map[string]bool) // path and version
	compare(t, load.Config{Dir: root}, seen, std...)
	for _, dir := range modules {
		cfg := load.Config{Dir: filepath.Join(root, filepath.FromSlash(dir)), Env: append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")}
		if !*compareAll {
			compare(t, cfg, seen, "./internal/driver")
			continue
		}
		compare(t, cfg, seen, "./...")
	}
	others := 0
	for id := range seen {
		if strings.Contains(id, "@") {
			others++
		}
	}
	t.Logf("%d packages, %d of them of other modules", len(seen), others)
	if want := 500; *compareAll && others < want {
		t.Errorf("%d packages of other modules, want %d at least", others, want)
	}
}

// compare compares all packages that the patterns name or need, each once.
func compare(t *testing.T, cfg load.Config, seen map[string]bool, patterns ...string) {
	t.Helper()
	g, err := load.List(t.Context(), cfg, patterns...)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range g.Problems {
		t.Errorf("%s: %v", cfg.Dir, p)
	}
	compiled := exported(t, cfg, patterns)
	mine := make(map[*load.Package]*types.Package)
	checker := &load.Checker{Fset: token.NewFileSet(), Sizes: g.Sizes, Imported: func(p *load.Package) *types.Package { return mine[p] }}
	for _, p := range g.Packages {
		unit := check(checker, p, false)
		mine[p] = unit.Types
		id := p.Path
		if p.Module != nil && p.Module.Version != "" {
			id += "@" + p.Module.Version
		}
		if seen[id] || p.Path == "unsafe" {
			continue
		}
		seen[id] = true
		theirs := compiled[p.Path]
		if theirs == nil {
			t.Errorf("%s: the compiler has no types of it", p.ID)
			continue
		}
		if unit.Broken {
			t.Errorf("%s: broken", p.ID)
		}
		for _, difference := range differences(unit.Types, theirs) {
			t.Errorf("%s: %s", p.ID, difference)
		}
		// What importers get of a package that was analysed.
		if whole := checker.Check(p); !whole.Broken {
			for _, difference := range differences(checker.Declared(p, whole), theirs) {
				t.Errorf("%s: once it was analysed: %s", p.ID, difference)
			}
		} else if len(whole.Problems) == 0 {
			t.Errorf("%s: broken with bodies, and nobody says why", p.ID)
		}
	}
}

// check types a package with bodies or without.
func check(c *load.Checker, p *load.Package, bodies bool) *load.Unit {
	if bodies {
		return c.Check(p)
	}
	return c.Types(c.Outline(p))
}

// exported builds the packages and reads the types that the compiler left for importers.
func exported(t *testing.T, cfg load.Config, patterns []string) map[string]*types.Package {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", append([]string{"list", "-export", "-deps", "-json=ImportPath,Export", "--"}, patterns...)...)
	cmd.Dir, cmd.Env, cmd.Stderr = cfg.Dir, cfg.Env, os.Stderr
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	fset := token.NewFileSet()
	packages := map[string]*types.Package{}
	dec := json.NewDecoder(out)
	for {
		var p struct{ ImportPath, Export string }
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		if p.Export == "" {
			continue // unsafe
		}
		if err := readExport(fset, p.Export, packages, p.ImportPath); err != nil {
			t.Errorf("%s: %v", p.ImportPath, err)
		}
	}
	if err := cmd.Wait(); err != nil {
		t.Fatalf("go list -export: %v", err)
	}
	return packages
}

func readExport(fset *token.FileSet, file string, packages map[string]*types.Package, path string) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	//lint:ignore SA1019 what go list -export names is an archive, in Go 1.26
	r, err := gcexportdata.NewReader(f)
	if err != nil {
		return err
	}
	_, err = gcexportdata.Read(r, fset, packages, path)
	return err
}

// differences are what an importer can see of two typings of one package that is not the same. The compiler
// exports what is exported, and what that speaks of; also functions that it may inline, which no importer can name.
func differences(mine, theirs *types.Package) []string {
	var out []string
	names := slices.DeleteFunc(theirs.Scope().Names(), func(name string) bool {
		_, function := theirs.Scope().Lookup(name).(*types.Func)
		return function && !token.IsExported(name) && mine.Scope().Lookup(name) == nil
	})
	for _, name := range mine.Scope().Names() {
		if token.IsExported(name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		a, b := describe(mine.Scope().Lookup(name)), describe(theirs.Scope().Lookup(name))
		for _, line := range a {
			if !slices.Contains(b, line) {
				out = append(out, fmt.Sprintf("%s: only from source: %s", name, line))
			}
		}
		for _, line := range b {
			if !slices.Contains(a, line) {
				out = append(out, fmt.Sprintf("%s: only compiled: %s", name, line))
			}
		}
	}
	return out
}

// describe says all there is to an object of a package: its type down to the next named ones, its value, its methods.
func describe(obj types.Object) []string {
	full := func(p *types.Package) string { return p.Path() }
	switch obj := obj.(type) {
	case nil:
		return []string{"nothing"}
	case *types.Const:
		return []string{fmt.Sprintf("const %s = %s", types.TypeString(obj.Type(), full), obj.Val().ExactString())}
	case *types.TypeName:
		t := obj.Type()
		if alias, ok := t.(*types.Alias); ok {
			return []string{"alias " + parameters(alias.TypeParams(), full) + types.TypeString(alias.Rhs(), full)}
		}
		lines := []string{"type " + types.TypeString(t.Underlying(), full)}
		if n, ok := t.(*types.Named); ok {
			lines = append(lines, "parameters "+parameters(n.TypeParams(), full))
			for m := range n.Methods() {
				lines = append(lines, function(m, full))
			}
		}
		return lines
	case *types.Func:
		return []string{function(obj, full)}
	}
	return []string{types.ObjectString(obj, full)}
}

// function says what a function or a method takes and gives. The compiler names results that have no name #rv1, #rv2.
func function(f *types.Func, full types.Qualifier) string {
	sig := f.Signature()
	var results []string
	for v := range sig.Results().Variables() {
		name := v.Name()
		if strings.HasPrefix(name, "#") {
			name = ""
		}
		results = append(results, name+" "+types.TypeString(v.Type(), full))
	}
	recv := ""
	if sig.Recv() != nil {
		recv = types.TypeString(sig.Recv().Type(), full)
	}
	return fmt.Sprintf("func (%s) %s %s%s %t %q", recv, f.Name(), parameters(sig.TypeParams(), full), types.TypeString(sig.Params(), full), sig.Variadic(), results)
}

func parameters(list *types.TypeParamList, full types.Qualifier) string {
	var out []string
	for p := range list.TypeParams() {
		out = append(out, p.Obj().Name()+" "+types.TypeString(p.Constraint(), full))
	}
	return fmt.Sprint(out, " ")
}

func BenchmarkList(b *testing.B) {
	for b.Loop() {
		if _, err := load.List(b.Context(), load.Config{Dir: "../..", Tests: true}, "./..."); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCheck(b *testing.B) {
	g, err := load.List(b.Context(), load.Config{}, "net/http")
	if err != nil {
		b.Fatal(err)
	}
	for _, bodies := range []bool{false, true} {
		b.Run(fmt.Sprintf("bodies=%t", bodies), func(b *testing.B) {
			for b.Loop() {
				mine := make(map[*load.Package]*types.Package)
				checker := &load.Checker{Fset: token.NewFileSet(), Sizes: g.Sizes, Imported: func(p *load.Package) *types.Package { return mine[p] }}
				for _, p := range g.Packages {
					mine[p] = check(checker, p, bodies).Types
				}
			}
		})
	}
}
