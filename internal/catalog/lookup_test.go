package catalog

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/types/typeutil"
)

// TestLookup looks up the calls of real programs and compares with the comment on the line.
func TestLookup(t *testing.T) {
	loadLibraries(t)
	if len(loaded.uses) != len(modules)-1 { // the cases are programs themselves
		t.Fatalf("%d programs for %d modules", len(loaded.uses), len(modules))
	}
	checked := 0
	for _, p := range loaded.uses {
		if p.PkgPath == "github.com/locklint/locklint/testdata/catalog/use" {
			checkTypes(t, p.Types)
		}
		checked += checkCalls(t, p)
	}
	if checked < 100 {
		t.Errorf("only %d lines compared", checked)
	}
	t.Logf("%d lines compared", checked)
}

// checkCalls compares the calls of one program and counts the comments.
func checkCalls(t *testing.T, p *packages.Package) int {
	checked := 0
	for _, f := range p.Syntax {
		found := map[int][]string{} // by line
		ast.Inspect(f, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				if fn, ok := typeutil.Callee(p.TypesInfo, call).(*types.Func); ok {
					line := p.Fset.Position(call.Lparen).Line
					found[line] = append(found[line], describe(fn))
				}
			}
			return true
		})
		for _, group := range f.Comments {
			for _, c := range group.List {
				if c.Pos() < f.Name.Pos() {
					continue
				}
				pos := p.Fset.Position(c.Pos())
				want := strings.TrimSpace(strings.TrimPrefix(c.Text, "//"))
				checked++
				if got := found[pos.Line]; want != "" && !slices.Contains(got, want) || want == "" && slices.ContainsFunc(got, func(s string) bool { return s != "" }) {
					t.Errorf("%s: found %q, want %q", pos, got, want)
				}
			}
		}
	}
	return checked
}

// describe writes the role of fn and where fn is declared: "Statement sql.Tx".
func describe(fn *types.Func) string {
	e := Standard().Lookup(fn)
	if e == nil {
		return ""
	}
	recv := ""
	if r := fn.Signature().Recv(); r != nil {
		recv = namedType(r.Type()).Obj().Name()
	}
	return e.Role.String() + " " + fn.Pkg().Name() + "." + recv
}

// checkTypes looks at the parameters of a function in the usage package.
func checkTypes(t *testing.T, pkg *types.Package) {
	c := Standard()
	param := func(fn string, i int) types.Type {
		return pkg.Scope().Lookup(fn).(*types.Func).Signature().Params().At(i).Type()
	}
	if e := c.TypeOf(param("sqlUse", 1)); e == nil || e.Scope != PoolScope {
		t.Errorf("*sql.DB: %+v", e)
	}
	if e := c.TypeOf(param("pgxUse", 2)); e == nil || e.Scope != TxScope {
		t.Errorf("pgx.Tx: %+v", e)
	}
	if e := c.TypeOf(param("sqlUse", 0)); e != nil {
		t.Errorf("context.Context: %+v", e)
	}
	conn := param("sqlxUse", 2)
	embedded := conn.(*types.Pointer).Elem().Underlying().(*types.Struct).Field(0)
	if !c.Transparent(conn, embedded) {
		t.Error("the *sql.Conn in a *sqlx.Conn is the same handle")
	}
	lock := c.typeEntry(name{pkg: redislockPkg, name: "Lock"})
	if slices.Contains(lock.Same, "Client") {
		t.Error("the *redislock.Client in a *redislock.Lock is another thing")
	}
	sqlDB := types.NewPackage("example.com/app/vendor/database/sql", "sql")
	fn := types.NewFunc(token.NoPos, sqlDB, "Open", types.NewSignatureType(nil, nil, nil, nil, nil, false))
	if e := c.Lookup(fn); e == nil || e.Role != Open {
		t.Error("vendored packages are found")
	}
	if !c.Has("sync") || c.Has("syn") || c.Has("fmt") || !slices.IsSorted(c.Packages()) {
		t.Error("Has or Packages is wrong")
	}
	if c.Lookup(nil) != nil || c.TypeOf(types.Typ[types.Int]) != nil || c.ErrorOf(nil) != NoMeaning {
		t.Error("what is nothing is not found")
	}
}

func TestCommand(t *testing.T) {
	do := &Entry{Pkg: redis9, Name: "Do", Role: Command, Store: Redis, Handle: Recv, Args: 1, Err: failed}
	words := func(s string) []string {
		out := strings.Split(s, " ")
		for i, w := range out {
			out[i] = strings.TrimSuffix(w, "_")
		}
		return out
	}
	tests := []struct {
		words string
		check func(e *Entry) bool
	}{
		{"SET _ _ NX", func(e *Entry) bool {
			return e.Role == TryAcquire && e.Key == Arg(2) && e.Token == Arg(3) && e.TTL.IsZero() && e.Busy == "Nil"
		}},
		{"set k v PX 10 nx", func(e *Entry) bool { return e.Role == TryAcquire && e.TTL == Arg(5) && e.TTLUnit == time.Millisecond }},
		{"SET k v EX _", func(e *Entry) bool { return e.Role == Write && e.TTL == Arg(5) && e.TTLUnit == time.Second }},
		{"DEL k", func(e *Entry) bool { return e.Role == Delete && e.Key == Arg(2) }},
		{"EVAL script 1 k v", func(e *Entry) bool {
			return e.Role == Script && e.SQL == Arg(2) && e.Key == Arg(4) && e.Token == Arg(5)
		}},
		{"PEXPIRE k 100", func(e *Entry) bool { return e.Role == Extend && e.TTL == Arg(3) && e.TTLUnit == time.Millisecond }},
		{"GET k", func(e *Entry) bool { return e.Role == Read }},
		{"INCR k", func(e *Entry) bool { return e.Role == Write && e.Atomic }},
		{"LSET k", func(e *Entry) bool { return e.Role == Write && e.Key == Arg(2) }},
		{"SET", func(e *Entry) bool { return e.Role == Write && e.Key.IsZero() }},
		{"PING", func(e *Entry) bool { return e == nil }},
		{"_", func(e *Entry) bool { return e == nil }},
	}
	for _, tt := range tests {
		if e := do.Command(words(tt.words)); !tt.check(e) {
			t.Errorf("%s: %+v", tt.words, e)
		}
	}
	if (&Entry{Role: Write}).Command([]string{"GET"}) != nil {
		t.Error("only a Command sends commands")
	}
}

// A library whose nil answer is no error says so, and what its error for nothing is.
func TestCommandAnswers(t *testing.T) {
	do := &Entry{Pkg: redigoPkg, Name: "Do", Role: Command, Store: Redis, Handle: Recv, OK: answer, Err: Result(1), Busy: "ErrNil"}
	if e := do.Command([]string{"SET", "", "", "NX", "PX", ""}); e.Role != TryAcquire || e.Key != Arg(1) || e.Token != Arg(2) || e.TTL != Arg(5) || e.OK != answer || e.Busy != "ErrNil" {
		t.Errorf("SET NX: %+v", e)
	}
	if e := do.Command([]string{"SET", "", ""}); e.Role != Write || !e.OK.IsZero() || e.Busy != "" {
		t.Errorf("SET: %+v", e)
	}
}

func TestEmbeddedDriver(t *testing.T) {
	for _, d := range []string{"sqlite", "sqlite3", "SQLite", "modernc.org/sqlite", "gorm.io/driver/sqlite"} {
		if !EmbeddedDriver(d) {
			t.Errorf("%s is of this process alone", d)
		}
	}
	for _, d := range []string{"", "mysql", "postgres", "pgx", "gorm.io/driver/postgres"} {
		if EmbeddedDriver(d) {
			t.Errorf("%s is shared", d)
		}
	}
}

// What only calls out does not make a package one that has to be analysed.
func TestCallsOut(t *testing.T) {
	c := Standard()
	for _, p := range []string{"net/http", "net", "os/exec", "google.golang.org/grpc", "github.com/go-resty/resty/v2", "github.com/segmentio/kafka-go"} {
		if c.Has(p) || !c.CallsOut(p) {
			t.Errorf("%s calls out, and nothing else", p)
		}
	}
	for _, p := range []string{"sync", "database/sql", redis9, "fmt"} {
		if c.CallsOut(p) {
			t.Errorf("%s does not only call out", p)
		}
	}
	if !c.Covers("github.com/segmentio/kafka-go/protocol") || c.Covers("net/url") || c.Covers("github.com/aws/smithy-go") {
		t.Error("Covers is wrong")
	}
}

// Users overrule what is known.
func TestOverrule(t *testing.T) {
	c := New([]Entry{{Pkg: "p", Name: "F", Role: Acquire}, {Pkg: "p", Name: "F", Role: Release}}, nil, nil)
	fn := types.NewFunc(token.NoPos, types.NewPackage("p", "p"), "F", types.NewSignatureType(nil, nil, nil, nil, nil, false))
	if e := c.Lookup(fn); e == nil || e.Role != Release {
		t.Errorf("got %+v", e)
	}
}
