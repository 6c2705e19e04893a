package analyzers

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"math/rand/v2"
	"reflect"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/codec"
	"github.com/locklint/locklint/internal/config"
	"github.com/locklint/locklint/internal/effects"
	"github.com/locklint/locklint/internal/summary"
)

// What an entry of the cache says of the packages that are imported may be anything; so the facts here are, and no rule may fail over them.

// imports are what the program of the fuzz target imports, in order. The catalogue knows all but the last by their names.
var imports = []struct{ path, src string }{
	{"sync", "package sync\ntype Mutex struct{ n int }\nfunc (m *Mutex) Lock() {}\nfunc (m *Mutex) Unlock() {}\n"},
	{"time", "package time\ntype Duration int64\nconst Second Duration = 1000000000\nfunc Sleep(d Duration) {}\n"},
	{"context", "package context\nimport \"time\"\ntype Context interface{ Err() error; Value(key any) any }\ntype CancelFunc func()\n" +
		"func Background() Context { return nil }\nfunc WithTimeout(c Context, d time.Duration) (Context, CancelFunc) { return c, nil }\n"},
	{"database/sql", "package sql\nimport \"context\"\ntype DB struct{ n int }\ntype Tx struct{ n int }\ntype Result interface{ RowsAffected() (int64, error) }\n" +
		"func (d *DB) BeginTx(c context.Context, o any) (*Tx, error) { return nil, nil }\nfunc (t *Tx) Commit() error { return nil }\nfunc (t *Tx) Rollback() error { return nil }\n" +
		"func (t *Tx) ExecContext(c context.Context, q string, args ...any) (Result, error) { return nil, nil }\n"},
	{"net/http", "package http\nimport \"time\"\ntype Response struct{ Status int }\ntype Client struct{ Timeout time.Duration; Transport any }\nfunc (c *Client) Get(url string) (*Response, error) { return nil, nil }\n"},
	{"ex.com/m/q", `package q
import ("context"; "database/sql"; "net/http"; "sync")
type T struct { Mu sync.Mutex; F func(); In *T }
type L interface { Take(ctx context.Context, key string) (func() error, error); Do(f func(*sql.Tx) error) error }
var Client = &http.Client{}
var Lock sync.Mutex
func Key(id string) string { return id }
func New(id string) *T { return nil }
func F(ctx context.Context, t *T, f func() error, s string) (func(), error) { return nil, f() }
func Err(err error) bool { return false }
func (t *T) M(ctx context.Context, tx *sql.Tx) (n int, err error) { return 0, nil }
`},
}

const importer = `package p
import ("context"; "database/sql"; "ex.com/m/q"; "sync"; "time")
type S struct { mu sync.Mutex; db *sql.DB; l q.L; t *q.T }
func (s *S) A(ctx context.Context, id string) error {
	s.mu.Lock()
	done, err := q.F(ctx, s.t, func() error { s.mu.Unlock(); return nil }, q.Key(id))
	if err != nil { return err }
	defer done()
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil { return err }
	defer tx.Rollback()
	if n, err := s.t.M(ctx, tx); n == 0 || q.Err(err) { return err }
	for range 2 { s.t.In.M(ctx, tx); time.Sleep(time.Second) }
	s.t.F()
	q.Client.Get("http://a")
	return tx.Commit()
}
func (s *S) B(ctx context.Context) (err error) {
	unlock, err := s.l.Take(ctx, "lock:order:"+q.Key("7"))
	if err != nil { return err }
	defer func() { err = unlock(); recover() }()
	go q.F(ctx, q.New("a"), func() error { return s.A(ctx, "b") }, "c")
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return s.l.Do(func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "UPDATE t SET n = n + 1 WHERE id = $1", q.Key("1"))
		q.Lock.Lock()
		return err
	})
}
`

// A told is the facts that a package has for its importers.
type told struct {
	Summary   summary.Summary // of each function
	Limits    effects.Limits  // of each variable
	Methods   effects.Methods
	Table     effects.Table
	Templates effects.Templates
	Duplicate bool
}

// A puzzle is a program, typed, whose imports have facts.
type puzzle struct {
	pass     analysis.Pass
	told     *told
	analysed int
	found    map[string]bool // messages
}

type known map[string]*types.Package

func (k known) Import(path string) (*types.Package, error) {
	if p := k[path]; p != nil {
		return p, nil
	}
	return nil, fmt.Errorf("no package %s", path)
}

func newPuzzle(t testing.TB) *puzzle {
	t.Helper()
	fset, all := token.NewFileSet(), known{}
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}, Instances: map[*ast.Ident]types.Instance{},
		Scopes: map[ast.Node]*types.Scope{}, FileVersions: map[*ast.File]string{},
	}
	check := func(path, src string, info *types.Info) *ast.File {
		f, err := parser.ParseFile(fset, path+"/x.go", src, parser.SkipObjectResolution|parser.ParseComments)
		if err == nil {
			all[path], err = (&types.Config{Importer: all}).Check(path, fset, []*ast.File{f}, info)
		}
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	for _, p := range imports {
		check(p.path, p.src, nil)
	}
	file := check("ex.com/m/p", importer, info)
	return &puzzle{pass: analysis.Pass{Fset: fset, Files: []*ast.File{file}, Pkg: all["ex.com/m/p"], TypesInfo: info, TypesSizes: types.SizesFor("gc", "amd64")}, found: map[string]bool{}}
}

// analyse runs all rules, as a driver does.
func (p *puzzle) analyse(t testing.TB, facts *told) {
	p.told = facts
	p.analysed++
	done := map[*analysis.Analyzer]any{}
	var run func(a *analysis.Analyzer)
	run = func(a *analysis.Analyzer) {
		if _, ok := done[a]; ok {
			return
		}
		pass := p.pass
		pass.Analyzer, pass.ResultOf = a, map[*analysis.Analyzer]any{}
		for _, req := range a.Requires {
			run(req)
			pass.ResultOf[req] = done[req]
		}
		pass.Report = func(d analysis.Diagnostic) { p.found[d.Message] = true }
		pass.ReadFile = func(string) ([]byte, error) { return []byte(importer), nil }
		pass.ExportObjectFact = func(_ types.Object, f analysis.Fact) { _ = fmt.Sprint(f) }
		pass.ExportPackageFact = func(f analysis.Fact) { _ = fmt.Sprint(f) }
		pass.ImportObjectFact = func(_ types.Object, f analysis.Fact) bool { return p.has(f) }
		pass.ImportPackageFact = func(pkg *types.Package, f analysis.Fact) bool { return pkg.Path() == "ex.com/m/q" && p.has(f) }
		var err error
		if done[a], err = a.Run(&pass); err != nil {
			t.Fatal(err)
		}
	}
	for _, a := range New(config.Default()) {
		run(a)
	}
}

func (p *puzzle) has(f analysis.Fact) bool {
	switch f := f.(type) {
	case *summary.Summary:
		*f = p.told.Summary
	case *effects.Limits:
		*f = p.told.Limits
	case *effects.Methods:
		*f = p.told.Methods
	case *effects.Table:
		*f = p.told.Table
	case *effects.Templates:
		*f = p.told.Templates
	case *effects.Duplicate:
		return p.told.Duplicate
	default:
		return false
	}
	return true
}

// tellings are facts of all kinds, to begin with.
func tellings() []told {
	lock := summary.Lock{Kind: catalog.Lease, Handle: summary.ParamOf(1).Dot("Mu"), Key: summary.FillTemplate("lock:{}", []*summary.Expr{summary.ParamOf(3)}), Conn: summary.FreshOf(0)}
	var events []summary.Event
	for k := summary.Acquire; k <= summary.HandOff; k++ {
		e := summary.Event{Kind: k, Lock: lock, Handle: summary.ParamOf(2), Func: summary.ParamOf(2), Args: []*summary.Expr{summary.NilExpr}, Ret: summary.IsNil, Via: []string{"f"}, Ctx: summary.ParamOf(0)}
		if k == summary.Outbound || k == summary.Wait {
			e.Out = &summary.OutCall{Name: "http.Get", Protocol: "HTTP", Limits: []*summary.Expr{summary.ConstOf("5")}}
		}
		if k == summary.Acquire {
			e.TTL, e.Token = summary.Declared(summary.GlobalOf("q.ttl"), "7"), summary.ConstOf("me")
		}
		events = append(events, e)
	}
	whole := summary.Summary{Cases: []summary.Case{
		{
			Pre: []summary.Cond{{X: summary.ParamOf(3), Is: summary.NotNil}}, Events: events, Post: []summary.Cond{{X: summary.ResultOf(1), Is: summary.IsNil}},
			Stores:  []summary.Store{{Addr: summary.ParamOf(1).Dot("F"), X: summary.New(summary.Func, 0, "q.F$1", summary.ParamOf(1))}},
			Results: []*summary.Expr{summary.New(summary.Func, 0, "q.F$1", summary.ParamOf(1)), summary.NilExpr},
			Keys:    []summary.Event{{Func: summary.ParamOf(3), Args: []*summary.Expr{nil}}, {Kind: summary.Acquire, Lock: lock}},
		},
		{Events: []summary.Event{{Kind: summary.Missed, Lock: lock, Why: summary.Busy}}, Exit: summary.Panics},
	}, Literals: []summary.Literal{{Name: "q.F$1", Cases: []summary.Case{{Events: []summary.Event{{Kind: summary.Release, Lock: summary.Lock{Kind: catalog.Process, Handle: summary.FreeOf(0).Dot("Mu")}}}}}}}}
	var one []told
	for _, e := range events {
		does := summary.Summary{Cases: []summary.Case{{Events: []summary.Event{events[0], e}}}}
		one = append(one, told{Summary: does, Methods: effects.Methods{Entries: []effects.MethodEntry{{Method: "ex.com/m/q.T.M", Does: does.Pack()}}}})
	}
	return append(one, told{}, told{
		Summary: whole, Limits: effects.Limits{Fields: []effects.FieldLimit{{Path: "Timeout", NS: "5"}}}, Duplicate: true,
		Methods: effects.Methods{Entries: []effects.MethodEntry{{Method: "ex.com/m/q.T.M", Does: whole.Pack()}}},
		Table: effects.Table{Entries: []effects.MethodEntry{{Method: "ex.com/m/q.L.Take", Does: whole.Pack()}, {Method: "ex.com/m/q.L.Do", Does: whole.Pack()}},
			Drivers: effects.Drivers{Shared: true}, Taken: []effects.TakenKey{{Pattern: "lock:{}", Func: "q.F"}}, Told: []string{"q.F"}},
		Templates: effects.Templates{Entries: []effects.TemplateFact{{Name: "Key", Kind: effects.TemplateFunc, Pattern: "lock:order:{}", Params: []int{0}, Locks: true}}},
	})
}

// ask analyses the program with facts that are read from data, if they are facts.
func (p *puzzle) ask(t testing.TB, codec *codec.Codec, data []byte) {
	var facts told
	if codec.Decode(data, &facts) != nil || !facts.Summary.Whole() {
		return
	}
	_ = facts.Summary.String() + facts.Methods.String() + facts.Table.String() + facts.Templates.String() + facts.Limits.String()
	again, err := codec.Encode(facts)
	if err != nil {
		t.Fatal(err)
	}
	var back told
	if err := codec.Decode(again, &back); err != nil || !back.Summary.Whole() || !reflect.DeepEqual(facts, back) {
		t.Errorf("%q is read, and written and read again it is not the same: %v", data, err)
	}
	p.analyse(t, &facts)
}

func encoded(t testing.TB, codec *codec.Codec) [][]byte {
	var out [][]byte
	for _, facts := range tellings() {
		data, err := codec.Encode(facts)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, data)
	}
	return out
}

func FuzzFacts(f *testing.F) {
	codec, p := new(codec.Codec), newPuzzle(f)
	for _, data := range encoded(f, codec) {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) { p.ask(t, codec, data) })
}

// Facts with a few bytes changed.
func TestFactsDamaged(t *testing.T) {
	codec, p := new(codec.Codec), newPuzzle(t)
	seeds := encoded(t, codec)
	r := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		data := append([]byte{}, seeds[r.IntN(len(seeds))]...)
		for range 1 + r.IntN(2) {
			data[r.IntN(len(data))] = byte(r.IntN(24))
		}
		p.ask(t, codec, data)
	}
	if len(p.found) == 0 || p.analysed < 100 {
		t.Errorf("%d times there were facts, and %d findings in all", p.analysed, len(p.found))
	}
}
