package effects_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"testing"

	"github.com/locklint/locklint/internal/effects"
)

// A package is handed on what its importers can call without naming where it is declared, and nothing else.
func TestHandedOn(t *testing.T) {
	fset := token.NewFileSet()
	check := func(path, src string, imports types.Importer) *types.Package {
		t.Helper()
		f, err := parser.ParseFile(fset, path, src, 0)
		if err != nil {
			t.Fatal(err)
		}
		pkg, err := (&types.Config{Importer: imports}).Check(path, fset, []*ast.File{f}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return pkg
	}
	q := check("q.com/q", "package q\ntype T struct{}\nfunc (*T) M() {}\nfunc (T) n() {}\nfunc (T) To() U { return U{} }\ntype U struct{}\nfunc (U) V() {}\n", nil)
	far := stubImporter{"q.com/q": q}
	all := []string{"q.com/q.T.M", "q.com/q.T.To", "q.com/q.T.n", "q.com/q.U.V"}
	for _, tt := range []struct {
		src  string
		want []string
	}{
		{"var V q.T", all},
		{"var V map[string][]*q.T", all},
		{"var V map[q.T]chan int", all},
		{"var V [2]chan q.T", all},
		{"func F() (int, *q.T)", all},
		{"func F() func() q.T", all},
		{"type S struct{ T q.T }", all},
		{"type S struct{ q.T }", all},
		{"type s struct{ q.T }; type S struct{ s }", all},
		{"type S struct{}; func (*S) F() *q.T", all},
		{"type S interface{ F() q.T }", all},
		{"type S = q.T", all},
		{"type S q.T", nil},
		{"type B[A any] struct{ a A }; func F() B[q.T]", all},
		{"type B[A any] struct{ Next *B[A] }; func (B[A]) V() q.T", all},
		{"func F(yield func(int, q.T) bool)", all},
		{"type S struct{}; func (S) All() func(func(q.T) bool)", all},
		{"var V q.U", all[3:]},
		{"type s struct{}; func (s) F() q.T; func New() s", all},
		// Whoever has these without naming package q has them from elsewhere, or not at all.
		{"var v q.T", nil},
		{"func f() q.T", nil},
		{"func F(q.T)", nil},
		{"func F(int, func(q.T))", nil},
		{"func F(func(q.T)) error", nil},
		{"type S struct{ t q.T }", nil},
		{"type S struct{}; func (S) f() q.T", nil},
		{"type s struct{ T q.T }", nil},
	} {
		p := check("p.com/p", "package p\nimport \"q.com/q\"\nvar _ q.T\n"+tt.src, far)
		if got := effects.HandedOn(p); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q, want %q", tt.src, got, tt.want)
		}
	}
}
