package effects_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/config"
	"github.com/locklint/locklint/internal/effects"
	"github.com/locklint/locklint/internal/section"
)

// libraries are stubs that the limits need beside those of the oracle.
var libraries = map[string]string{
	"net/http":                         "package http\nimport \"time\"\ntype Client struct {\nTimeout time.Duration\nTransport any\n}\n",
	"context":                          "package context\ntype Context interface{ Err() error }\n",
	"time":                             "package time\ntype Duration int64\ntype Time struct{ n int }\nfunc Now() Time { return Time{} }\nfunc (t Time) UTC() Time { return t }\nfunc (t Time) Unix() int64 { return 0 }\n",
	"github.com/go-redsync/redsync/v4": "package redsync\ntype Mutex struct{ n int }\nfunc (m *Mutex) Extend() (bool, error) { return false, nil }\n",
	"github.com/redis/go-redis/v9": `package redis
import ("context"; "time")
type BoolCmd struct { n int }
func (c *BoolCmd) Result() (bool, error) { return false, nil }
type cmdable func()
func (c cmdable) SetNX(ctx context.Context, key string, value any, expiration time.Duration) *BoolCmd { return nil }
func (c cmdable) Del(ctx context.Context, keys ...string) *BoolCmd { return nil }
type Client struct{ cmdable }
`,
}

// A limited is a program as the whole analyzer sees it.
type limited struct {
	world  section.World
	pkg    *types.Package
	funcs  map[string]*ssa.Function
	result *effects.Result
	facts  []analysis.Fact
}

func analyzed(t *testing.T, src string) *limited {
	t.Helper()
	fset := token.NewFileSet()
	known := maps.Clone(imported())
	for _, path := range []string{"context", "time", "net/http", "github.com/go-redsync/redsync/v4", "github.com/redis/go-redis/v9"} {
		known[path] = stub(t, fset, known, path)
	}
	file, err := parser.ParseFile(fset, "p.go", src, parser.SkipObjectResolution|parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	p := &program{src: src, fset: fset, file: file, info: &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}, Instances: map[*ast.Ident]types.Instance{},
		Scopes: map[ast.Node]*types.Scope{}, FileVersions: map[*ast.File]string{},
	}}
	out := &limited{funcs: map[string]*ssa.Function{}}
	if out.pkg, err = (&types.Config{Importer: known}).Check("p", fset, []*ast.File{file}, p.info); err != nil {
		t.Fatal(err)
	}
	pass, built, err := p.ssa(out.pkg)
	if err != nil {
		t.Fatal(err)
	}
	out.world = effects.NewWorld(pass, built)
	for _, fn := range built.Funcs {
		out.funcs[fn.Name()] = fn
	}
	cfg, ir := &analysis.Analyzer{Name: "cfg"}, &analysis.Analyzer{Name: "ir"}
	pass.ResultOf = map[*analysis.Analyzer]any{cfg: config.NewSetup(config.Default()), ir: built}
	pass.ImportPackageFact = func(*types.Package, analysis.Fact) bool { return false }
	pass.ExportPackageFact = func(f analysis.Fact) { out.facts = append(out.facts, f) }
	pass.ExportObjectFact = func(_ types.Object, f analysis.Fact) { out.facts = append(out.facts, f) }
	res, err := effects.New(cfg, ir).Run(pass)
	if err != nil {
		t.Fatal(err)
	}
	out.result = res.(*effects.Result)
	return out
}

func stub(t *testing.T, fset *token.FileSet, known stubImporter, path string) *types.Package {
	t.Helper()
	f, err := parser.ParseFile(fset, path, libraries[path], 0)
	if err != nil {
		t.Fatal(err)
	}
	pkg, err := (&types.Config{Importer: known}).Check(path, fset, []*ast.File{f}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return pkg
}

// chain is functions that call each other, F first: F and n-1 more, of which the last does something.
func chain(n int, sig, call, last string) string {
	out := ""
	for i := range n {
		name, body := fmt.Sprintf("f%d", i), fmt.Sprintf("return f%d(%s)", i+1, call)
		if i == 0 {
			name = "F"
		}
		if i == n-1 {
			body = last
		}
		out += fmt.Sprintf("func %s(%s {\n%s\n}\n", name, sig, body)
	}
	return out
}

// Through so many calls, conversions or fields something is followed; one above it nothing is known.
func TestDepths(t *testing.T) {
	const imports = "package p\nimport (\n\"database/sql\"\n\"sync\"\n\"time\"\n\"github.com/go-redsync/redsync/v4\"\n)\nvar mu sync.Mutex\nvar _ sql.Tx\nvar _ redsync.Mutex\nvar _ = time.Now\n"
	for _, tt := range []struct {
		name  string
		limit int
		src   func(n int) string
		known func(p *limited) bool
	}{
		{"calls to a refusal", 3, func(n int) string { // the first call is in F
			return "type W interface{ WriteHeader(code int) }\n" + chain(n+1, "w W) int", "w", "w.WriteHeader(409)\nreturn 0")
		}, func(p *limited) bool { return effects.Refuses(p.funcs["F"]) }},
		{"conversions of an interval", 5, func(n int) string {
			return "func F(d int) int64 { return " + nested(n, "int64(", "int32(", "d") + " }"
		}, func(p *limited) bool { return effects.Given(p.funcs["F"]) }},
		{"negations", 5, func(n int) string {
			return "func F(d int) bool {\nb := " + nested(n, "!(", "!(", map[bool]string{true: "d <= 0", false: "d > 0"}[n%2 == 0]) + "\nreturn b\n}"
		}, func(p *limited) bool { return effects.NotPositive(p.funcs["F"]) }},
		{"calls behind a volatile value", 4, func(n int) string { // time.Now is one of them
			return "var V = time.Now()" + strings.Repeat(".UTC()", n-1)
		}, func(p *limited) bool { return effects.VolatileIn(p.result, p.pkg.Scope().Lookup("V")) == "time.Now" }},
		{"structs around a handle", 3, func(n int) string {
			out := "type T0 struct{ db *sql.DB }\n"
			for i := range n - 1 {
				out += fmt.Sprintf("type T%d struct{ in T%d }\n", i+1, i)
			}
			return out + fmt.Sprintf("type T = T%d\n", n-1)
		}, func(p *limited) bool { return effects.Handles(p.world, p.pkg.Scope().Lookup("T").Type()) }},
		{"calls behind a limit", 11, func(n int) string { // what the last one returns is one more
			return "var d = F()\nfunc change() { mu.Lock() }\n" + chain(n, ") int", "", "return 7")
		}, func(p *limited) bool {
			ns, ok := effects.LimitIn(p.world, p.pkg.Scope().Lookup("d"))
			return ok && ns == "7"
		}},
		{"functions between a handle and where it was opened", 4, func(n int) string {
			return "type S struct{ db *sql.DB }\nfunc New(at string) *S {\ndb, _ := F(at)\nreturn &S{db}\n}\n" +
				chain(n, "at string) (*sql.DB, error)", "at", `return sql.Open("sqlite", at)`)
		}, func(p *limited) bool {
			return effects.EmbeddedField(p.world, p.pkg.Scope().Lookup("S").(*types.TypeName), "db")
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if !tt.known(analyzed(t, imports+tt.src(tt.limit))) {
				t.Errorf("%d: nothing is known", tt.limit)
			}
			if tt.known(analyzed(t, imports+tt.src(tt.limit+1))) {
				t.Errorf("%d: it is followed above the limit", tt.limit+1)
			}
		})
	}
}

// What is said only of what was looked at as a whole is looked for however far, and around each circle.
func TestNoDepth(t *testing.T) {
	const imports = "package p\nimport \"github.com/go-redsync/redsync/v4\"\nvar _ redsync.Mutex\n"
	p := analyzed(t, imports+chain(40, "err error) bool", "err", `return f1(err) || err.Error() == "23505"`))
	if !p.world.HandlesDuplicate(p.funcs["F"]) || !p.world.HandlesDuplicate(p.funcs["f20"]) {
		t.Error("the question for a duplicate is not found")
	}
	p = analyzed(t, imports+chain(40, "err error) bool", "err", "return f1(err)"))
	if p.world.HandlesDuplicate(p.funcs["F"]) {
		t.Error("nobody asks for a duplicate")
	}
	p = analyzed(t, imports+chain(40, "m *redsync.Mutex) bool", "m", "ok, _ := m.Extend()\nreturn ok || f1(m)"))
	if !p.world.Renews(p.funcs["F"]) || !p.world.Renews(p.funcs["f20"]) {
		t.Error("the renewal is not found")
	}
	p = analyzed(t, imports+chain(40, "m *redsync.Mutex) bool", "m", "return f1(m)"))
	if p.world.Renews(p.funcs["F"]) {
		t.Error("nobody renews")
	}
}

// nested is what stands in n pairs of parentheses, the outermost and each second one behind a.
func nested(n int, a, b, inner string) string {
	for i := n - 1; i >= 0; i-- {
		inner = []string{a, b}[i%2] + inner + ")"
	}
	return inner
}

// A function that gives itself a part of what it was given: a path of nine steps is the last one, and it ends.
func TestLivePathAtTheLimit(t *testing.T) {
	got := effects.LiveAround()
	slices.Sort(got)
	if len(got) != 10 || got[9] != "p"+strings.Repeat(".f", 9) {
		t.Errorf("%d paths: %q", len(got), got)
	}
}
