package inventory

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/internal/config"
	"github.com/locklint/locklint/internal/effects"
	"github.com/locklint/locklint/internal/ssair"
)

// stubs are the packages that the programs of these tests import. The catalogue knows them by name.
type stubs map[string]*types.Package

func (s stubs) Import(path string) (*types.Package, error) {
	if p := s[path]; p != nil {
		return p, nil
	}
	return nil, fmt.Errorf("no package %s", path)
}

func (s stubs) check(t *testing.T, fset *token.FileSet, path, src string) (*ast.File, *types.Info) {
	t.Helper()
	file, err := parser.ParseFile(fset, path+".go", src, parser.SkipObjectResolution|parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}, Instances: map[*ast.Ident]types.Instance{},
		Scopes: map[ast.Node]*types.Scope{}, FileVersions: map[*ast.File]string{},
	}
	if s[path], err = (&types.Config{Importer: s}).Check(path, fset, []*ast.File{file}, info); err != nil {
		t.Fatal(err)
	}
	return file, info
}

// sitesOf are the sites of a program of one file.
func sitesOf(t *testing.T, src string) []Found {
	t.Helper()
	fset, known := token.NewFileSet(), stubs{}
	known.check(t, fset, "sync", "package sync\ntype Mutex struct{ n int }\nfunc (m *Mutex) Lock() {}\nfunc (m *Mutex) Unlock() {}\n")
	known.check(t, fset, "database/sql", "package sql\ntype DB struct{ n int }\ntype Tx struct{ n int }\ntype Result interface{ RowsAffected() (int64, error) }\n"+
		"func (d *DB) Begin() (*Tx, error) { return nil, nil }\nfunc (t *Tx) Commit() error { return nil }\n"+
		"func (t *Tx) Exec(query string, args ...any) (Result, error) { return nil, nil }\nfunc (d *DB) Exec(query string, args ...any) (Result, error) { return nil, nil }\n")
	file, info := known.check(t, fset, "p", src)
	cfg := &analysis.Analyzer{Name: "cfg"}
	ir := ssair.New(cfg, new(ssair.Workshop))
	pass := &analysis.Pass{
		Fset: fset, Files: []*ast.File{file}, Pkg: known["p"], TypesInfo: info, TypesSizes: types.SizesFor("gc", "amd64"),
		ResultOf:          map[*analysis.Analyzer]any{cfg: config.NewSetup(config.Default())},
		ImportObjectFact:  func(types.Object, analysis.Fact) bool { return false },
		ExportObjectFact:  func(types.Object, analysis.Fact) {},
		ImportPackageFact: func(*types.Package, analysis.Fact) bool { return false },
		ExportPackageFact: func(analysis.Fact) {},
	}
	for _, a := range []*analysis.Analyzer{ir, effects.New(cfg, ir)} {
		res, err := a.Run(pass)
		if err != nil {
			t.Fatal(err)
		}
		pass.ResultOf[a] = res
		if r, ok := res.(*effects.Result); ok {
			return Of(r).Found
		}
	}
	return nil
}

// A timeline tells six statements that ran before, and sixty steps in all. Above that it still tells where the lock and the
// transactions end: else it would look as if they never did.
func TestTimelineAtTheLimit(t *testing.T) {
	const begin = "package p\nimport (\n\"database/sql\"\n\"sync\"\n)\nvar mu sync.Mutex\nvar _ sql.Tx\n"
	exec := func(of string, n int) string {
		var out strings.Builder
		for i := range n {
			fmt.Fprintf(&out, "%s.Exec(\"UPDATE %s%d SET a = 1\")\n", of, of, i)
		}
		return out.String()
	}
	for _, tt := range []struct {
		name   string
		src    string
		writes int
		steps  int
		last   string
	}{
		{"before, at the limit", "func F(db *sql.DB) {\n" + exec("db", 6) + "mu.Lock()\n" + exec("db", 1) + "mu.Unlock()\n}", 7, 9, "release"},
		{"before, above it", "func F(db *sql.DB) {\n" + exec("db", 7) + "mu.Lock()\n" + exec("db", 1) + "mu.Unlock()\n}", 7, 9, "release"},
		{"in all, at the limit", "func F(db *sql.DB) {\nmu.Lock()\n" + exec("db", 58) + "mu.Unlock()\n}", 58, 60, "release"},
		{"in all, at the limit without the end", "func F(db *sql.DB) {\nmu.Lock()\n" + exec("db", 59) + "mu.Unlock()\n}", 59, 61, "release"},
		{"in all, above it", "func F(db *sql.DB) {\nmu.Lock()\n" + exec("db", 60) + "mu.Unlock()\n}", 59, 61, "release"},
		{"transaction, above it", "func F(db *sql.DB) {\ntx, err := db.Begin()\nif err != nil {\nreturn\n}\nmu.Lock()\n" + exec("tx", 59) + "mu.Unlock()\ntx.Commit()\n}", 58, 62, "commit"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			found := sitesOf(t, begin+tt.src)
			if len(found) != 1 {
				t.Fatalf("%d sites", len(found))
			}
			steps := found[0].Site.Timeline
			writes := 0
			for _, e := range steps {
				if e.What == "write" {
					writes++
				}
			}
			if writes != tt.writes || len(steps) != tt.steps || steps[len(steps)-1].What != tt.last {
				t.Errorf("%d writes in %d steps, the last one a %s; want %d in %d and a %s", writes, len(steps), steps[len(steps)-1].What, tt.writes, tt.steps, tt.last)
			}
		})
	}
}

// A comment shows twenty faults, forty resources and forty changes, and says how many more there are.
func TestCommentAtTheLimit(t *testing.T) {
	sites := func(n int) (out []Site) {
		for i := range n {
			out = append(out, Site{ID: fmt.Sprint(i), Lock: Lock{Name: "lock"}, TTL: TTL{Is: "unlimited"}, Pos: Pos{File: "a.go", Line: i + 1}})
		}
		return out
	}
	for _, tt := range []struct {
		what  string
		limit int
		row   string
		write func(n int, w *strings.Builder) error
	}{
		{"faults", 20, "| no TTL |", func(n int, w *strings.Builder) error { return (&Inventory{Sites: sites(n)}).Markdown(w) }},
		{"resources", 40, "| table |", func(n int, w *strings.Builder) error {
			inv := &Inventory{}
			for range n {
				inv.Resources = append(inv.Resources, Resource{Name: "table"})
			}
			return inv.Markdown(w)
		}},
		{"changes", 40, "| added |", func(n int, w *strings.Builder) error { return (&Diff{Added: sites(n)}).Markdown(w) }},
	} {
		for n, more := range map[int]bool{tt.limit: false, tt.limit + 1: true} {
			var out strings.Builder
			if err := tt.write(n, &out); err != nil {
				t.Fatal(err)
			}
			if got := strings.Count(out.String(), tt.row); got != tt.limit || strings.Contains(out.String(), "\nand 1 more "+tt.what+"\n") != more {
				t.Errorf("%d %s: %d rows\n%s", n, tt.what, got, out.String())
			}
		}
	}
}
