package depend

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"testing"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
)

// shapes are bodies of functions with one read and one write, and what the write takes from the read.
var shapes = []struct {
	name, body    string
	data, control bool
}{
	{"argument", `n, _ := read(1); write(n + 1)`, true, false},
	{"given value", `n, _ := read(1); _ = n; write(7)`, false, false},
	{"before", `write(1); n, _ := read(1); _ = n`, false, false},
	{"field", `var t T; t.A, _ = read(1); t.B = 2; write(t.A)`, true, false},
	{"other field", `var t T; t.A, _ = read(1); t.B = 2; write(t.B)`, false, false},
	{"whole struct", `var t T; t.A, _ = read(1); put(&t)`, true, false},
	{"scanned", `var n int; scan(&n); write(n)`, true, false},
	{"scanned into a list", `var a, b int; scan(&a, &b); write(b)`, true, false},
	{"beside in a list", `n, _ := read(1); all(7, n)`, true, false},
	{"through a call", `n, _ := read(1); write(twice(n))`, true, false},
	{"through a map", `m := map[string]int{}; m["a"], _ = read(1); write(m["b"])`, true, false},
	{"through a slice", `var s []int; n, _ := read(1); s = append(s, n); write(s[0])`, true, false},
	{"captured", `var n int; func() { n, _ = read(1) }(); write(n)`, true, false},
	{"in a literal", `n, _ := read(1); run(func() error { write(n); return nil })`, true, false},
	{"returned by a literal", `n := get(func() int { n, _ := read(1); return n }); write(n)`, true, false},

	{"branch", `n, _ := read(1); if n > 3 { write(1) }`, false, true},
	{"early return", `n, _ := read(1); if n > 3 { return }; write(1)`, false, true},
	{"both ways", `n, _ := read(1); if n > 3 { note() }; write(1)`, false, false},
	{"failed", `_, err := read(1); if err != nil { return }; write(1)`, false, false},
	{"not found", `_, err := read(1); if err != nil { write(1) }`, false, true},
	{"found", `if _, err := read(1); err == nil { return }; write(1)`, false, true},
	{"kind of error", `_, err := read(1); if errors.Is(err, errNone) { write(1) }`, false, true},
	{"kind or none", `_, err := read(1); if err != nil && !errors.Is(err, errNone) { return }; write(1)`, false, false},
	{"both conditions", `n, _ := read(1); if ok() && n > 3 { write(1) }`, false, true},
	{"branch inside", `n, _ := read(1); if n > 3 { if ok() { write(1) } }`, false, true},
	{"verdict", `n, _ := read(1); if err := judge(n); err != nil { return }; write(1)`, false, true},
	{"parsed", `n, _ := read(1); _, err := parse(n); if err != nil { return }; write(1)`, false, false},
	{"rows", `n, _ := read(1); for i := 0; i < n; i++ { write(1) }`, false, false},
	{"row by row", `n, _ := read(1); for i := 0; i < n; i++ { if n > 3 { write(1) } }`, false, true},
	{"literal under a branch", `n, _ := read(1); if n > 3 { run(func() error { write(1); return nil }) }`, false, true},
	{"other branch", `n, _ := read(1); _ = n; if ok() { write(1) }`, false, false},
}

const around = `package p
import "errors"
var errNone = errors.New("none")
type T struct{ A, B int }
func read(id int) (int, error) { return id, nil }
func scan(into ...any) {}
func write(n int) {}
func put(t *T) {}
func all(n ...int) {}
func twice(n int) int { return 2 * n }
func judge(n int) error { if n > 3 { return errNone }; return nil }
func parse(n int) (string, error) { return "", nil }
func ok() bool { return true }
func note() {}
func run(fn func() error) {}
func get(fn func() int) int { return fn() }
var _ = errors.Is
`

// plain has no handles and no libraries but the standard one.
type plain struct{}

func (plain) Handle(types.Type) bool { return false }

func (plain) Library(fn *ssa.Function) bool { return fn.Pkg == nil || fn.Pkg.Pkg.Path() != "p" }

func (plain) Works(token.Pos) bool         { return false }
func (plain) Selects(*ssa.CallCommon) bool { return false }

func TestShapes(t *testing.T) {
	var bodies []string
	for _, s := range shapes {
		bodies = append(bodies, s.body)
	}
	for i, fn := range compile(t, bodies...) {
		s, g := shapes[i], New(fn, plain{})
		read, write := positions(fn)
		if !read.IsValid() || !write.IsValid() {
			t.Fatalf("%s: the read or the write is missing", s.name)
		}
		if got := g.Data(read, write, Anything); got != s.data {
			t.Errorf("%s: data is %v, want %v", s.name, got, s.data)
		}
		if got := g.Control(read, write); got != s.control {
			t.Errorf("%s: control is %v, want %v", s.name, got, s.control)
		}
	}
}

// TestKeys: what comes through a variable that holds a key does not count.
func TestKeys(t *testing.T) {
	for i, fn := range compile(t, `var tokens int; scan(&tokens); write(tokens)`, `var userID int; scan(&userID); write(userID)`) {
		read, write := positions(fn)
		if got := New(fn, plain{}).DataBeside(read, write, Anything); got != (i == 0) {
			t.Errorf("%s: %v", fn.Name(), got)
		}
	}
}

// compile makes a function of each body.
func compile(t *testing.T, bodies ...string) []*ssa.Function {
	t.Helper()
	src := around
	for i, body := range bodies {
		src += fmt.Sprintf("func F%d() {\n%s\n}\n", i, body)
	}
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "p.go", src, 0)
	if err != nil {
		t.Fatal(err)
	}
	pkg, _, err := ssautil.BuildPackage(&types.Config{Importer: importer.ForCompiler(fset, "source", nil)}, fset, types.NewPackage("p", ""), []*ast.File{f}, 0)
	if err != nil {
		t.Fatal(err)
	}
	var out []*ssa.Function
	for i := range bodies {
		out = append(out, pkg.Func(fmt.Sprintf("F%d", i)))
	}
	return out
}

// positions are those of the calls that read and write, in literals too.
func positions(fn *ssa.Function) (read, write token.Pos) {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok || call.Call.StaticCallee() == nil {
				continue
			}
			switch call.Call.StaticCallee().Name() {
			case "read", "scan":
				read = call.Pos()
			case "write", "put", "all":
				write = call.Pos()
			}
		}
	}
	for _, lit := range fn.AnonFuncs {
		if r, w := positions(lit); r.IsValid() || w.IsValid() {
			read, write = max(read, r), max(write, w)
		}
	}
	return read, write
}

// A pointer is followed to so many variables; to one of more it leads nowhere, and nothing is said to depend on what is
// written through it.
func TestAlternativesAtTheLimit(t *testing.T) {
	body := func(n int) string {
		out := "var v [20]T; var a T; p := &a; n, _ := read(1)\nswitch twice(0) {\n"
		for i := range n - 1 {
			out = fmt.Sprintf("var a%d T; %scase %d: p = &a%d\n", i, out, i, i)
		}
		return out + "}\np.A = n; _ = v; write(a.A)"
	}
	for i, fn := range compile(t, body(6), body(7)) {
		read, write := positions(fn)
		if got, want := New(fn, plain{}).Data(read, write, Anything), i == 0; got != want {
			t.Errorf("%d variables: data is %v, want %v", 6+i, got, want)
		}
	}
}
