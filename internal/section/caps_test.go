package section

import (
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"

	"github.com/locklint/locklint/internal/summary"
)

// The limits that no program of a test can reach in reasonable time, or that stand between single steps: what is so at the
// number, and one above it. The others are in effects, with programs.

// heard is a world that hears of transactions, and gives package variables a value.
type heard struct {
	World
	given []string
	next  func() ssa.Value
	table []*ssa.Function
}

func (h *heard) GivenTx(_ *ssa.Function, path string) { h.given = append(h.given, path) }

func (h *heard) Assigned(types.Object) ssa.Value { return h.next() }

// build makes the function F of a package that imports nothing.
func build(t *testing.T, path, src string) *ssa.Function {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "p.go", "package p\n"+src, 0)
	if err != nil {
		t.Fatal(err)
	}
	pkg, _, err := ssautil.BuildPackage(&types.Config{}, fset, types.NewPackage(path, "p"), []*ast.File{f}, 0)
	if err != nil {
		t.Fatal(err)
	}
	return pkg.Func("F")
}

// walked follows a function of one block after some of the work is done.
func walked(t *testing.T, done func(*walker)) *Function {
	w := newWalker(build(t, "p", "func F(n int) int { return n }"), &heard{})
	done(w)
	w.run(Entry{})
	return w.fn
}

// script is what is known of a text that stands behind n package variables, each of which is assigned the next.
func script(n int, text ssa.Value) *summary.Expr {
	h := &heard{}
	v := text
	if n > 0 {
		v = &ssa.UnOp{X: &ssa.Global{}}
	}
	h.next = func() ssa.Value {
		if n--; n == 0 {
			return text
		}
		return v
	}
	return (&walker{fn: &Function{}, world: h}).madeOf(v)
}

func (h *heard) Dispatch(_, _ string) []*ssa.Function { return h.table }

func bools(at, above bool) [2]bool { return [2]bool{at, above} }

// A step is what is followed through so many steps.
type step struct {
	name  string
	limit int
	known func(n int) bool
}

func (tt step) test(t *testing.T) {
	if got := bools(tt.known(tt.limit), tt.known(tt.limit+1)); got != bools(true, false) {
		t.Errorf("known at %d and at %d: %v", tt.limit, tt.limit+1, got)
	}
}

func TestStatesAtTheLimit(t *testing.T) {
	tx := summary.LocalOf(0)
	for _, tt := range []step{
		{"copies of a struct", 4, func(n int) bool {
			c := newConfig()
			for i := range n {
				c.set(summary.LocalOf(i), summary.LocalOf(i+1))
			}
			c.set(summary.LocalOf(n).Dot("f"), summary.ConstOf("7"))
			x, _ := c.content(summary.LocalOf(0).Dot("f"))
			return summary.Equal(x, summary.ConstOf("7"))
		}},
		{"variables that lead to a lock", 3, func(n int) bool {
			c := newConfig()
			for i := range n {
				c.set(summary.LocalOf(i+1), summary.LocalOf(i+2))
			}
			w := &walker{fn: &Function{}}
			return w.leads(c, summary.LocalOf(1), duty{target: summary.LocalOf(n + 1)}, 0)
		}},
		{"pointers to a transaction", 3, func(n int) bool {
			c, x := newConfig(), tx
			c.open = []*summary.Expr{tx}
			for range n {
				x = summary.New(summary.Ref, 0, "", x)
			}
			h := &heard{}
			(&walker{fn: &Function{}, world: h}).observe(c, nil, []*summary.Expr{x}, nil)
			return len(h.given) == 1 && h.given[0] == strings.Repeat("*", n)+"p0"
		}},
		{"variables that lead to a transaction", 3, func(n int) bool {
			c := newConfig()
			c.open = []*summary.Expr{tx}
			for i := range n {
				c.set(summary.LocalOf(i+1), summary.LocalOf(i))
			}
			h := &heard{}
			(&walker{fn: &Function{}, world: h}).observe(c, nil, nil, []*summary.Expr{summary.LocalOf(n)})
			return len(h.given) == 1 && h.given[0] == strings.Repeat("*", n)+"free0"
		}},
		{"functions of a table", 4, func(n int) bool {
			table := summary.New(summary.Elem, 0, "", summary.GlobalOf("p.drivers"), summary.ConstOf("insert"))
			w := &walker{fn: &Function{}, world: &heard{table: make([]*ssa.Function, n)}}
			return len(w.dispatched(table)) == n
		}},
		{"texts that a caller gives", 128, func(n int) bool {
			w := &walker{fn: &Function{}}
			for range n {
				w.useText(newConfig(), Event{Event: summary.Event{Func: summary.ParamOf(0), Args: []*summary.Expr{nil}}})
			}
			return len(w.fn.texts) == n
		}},
	} {
		t.Run(tt.name, tt.test)
	}
}

func TestStepsAtTheLimit(t *testing.T) {
	for _, tt := range []step{
		{"rounds over a block", 100, func(n int) bool {
			return !walked(t, func(w *walker) { w.blocks[0].visits = n - 1 }).Capped // one more comes
		}},
		{"entries of configs", 10_000_000, func(n int) bool {
			return !walked(t, func(w *walker) { w.copied = n }).Capped
		}},
		{"calls of function values", 6, func(n int) bool {
			fn := build(t, "p", "func F(f func()) {\n"+strings.Repeat("f()\n", n)+"println()\n}")
			return !newWalker(fn, &heard{}).manyRuns
		}},
		{"calls in a trace", 12, func(n int) bool { // the last of n
			out := &Event{Event: summary.Event{Kind: summary.Outbound, Ctx: summary.ParamOf(0), Out: &summary.OutCall{Name: "http.Get"}}}
			var before []*Event
			for range n - 1 {
				before = append(before, out, &Event{Event: summary.Event{Kind: summary.Write}})
			}
			return worthKeeping(before, out)
		}},
		{"conversions of a builder", 15, func(n int) bool { // and the call itself
			var v ssa.Value = &ssa.Call{}
			for range n {
				v = &ssa.ChangeInterface{X: v}
			}
			return builderCall(v) != nil
		}},
		{"variables of a script", 15, func(n int) bool { // and the text itself
			text := ssa.NewConst(constant.MakeString("return 1"), types.Typ[types.String])
			return script(n, text) != nil
		}},
		{"length of a script", 600, func(n int) bool {
			return script(0, ssa.NewConst(constant.MakeString(strings.Repeat("x", n)), types.Typ[types.String])) != nil
		}},
		{"parts of a parameter", 7, func(n int) bool { // and the parameter itself
			var v ssa.Value = &ssa.Parameter{}
			for range n {
				v = &ssa.FieldAddr{X: v}
			}
			return isGivenValue(v)
		}},
		{"derivations of a context", 8, func(n int) bool {
			var v ssa.Value = build(t, "context", "type Context interface{}\nfunc F(ctx Context) {}").Params[0]
			for range n {
				v = &ssa.Phi{Edges: []ssa.Value{v}}
			}
			life := Lifetime{Param: func(*ssa.Parameter) Life { return Caller }}
			return life.Of(v) == Caller
		}},
	} {
		t.Run(tt.name, tt.test)
	}
}
