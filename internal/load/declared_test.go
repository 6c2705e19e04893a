package load

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"testing"
)

const halfSeen = `package p

var table = build()

func build() map[string]int { return nil }

func helper(n int) int { for i := 0; i < n; i++ { n-- }; return n }

func Seen(n int) int { if n > 0 { m := n; return helper(m) }; return n }

type hidden struct{}

func (hidden) method() {}

func New() hidden { return hidden{} }
`

// Importers get what they can name, and what that stands on; nothing of the bodies.
func TestDeclared(t *testing.T) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "p.go", halfSeen, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	c := &Checker{Fset: fset}
	whole := &Unit{Files: []*ast.File{f}, Info: newInfo([]*ast.File{f})}
	whole.Types = c.check(&Package{Path: "p"}, whole.Files, whole.Info, func(err error) { t.Error(err) })
	pkg := c.Declared(&Package{Path: "p"}, whole)
	if want := []string{"New", "Seen", "build", "hidden", "table"}; !slices.Equal(pkg.Scope().Names(), want) {
		t.Errorf("declared are %v, want %v", pkg.Scope().Names(), want)
	}
	if whole.Types.Scope().Lookup("helper") == nil || len(f.Decls) != 7 {
		t.Error("the package itself lost something")
	}
	hidden := pkg.Scope().Lookup("hidden").Type().(*types.Named)
	if hidden.NumMethods() != 1 || !types.Identical(pkg.Scope().Lookup("New").Type().(*types.Signature).Results().At(0).Type(), hidden) {
		t.Errorf("%v has lost its method, or is not what New gives", hidden)
	}
	for _, unit := range []struct {
		pkg  *types.Package
		want int
	}{{whole.Types, 1}, {pkg, 0}} {
		if got := unit.pkg.Scope().Lookup("Seen").(*types.Func).Scope().NumChildren(); got != unit.want {
			t.Errorf("the body of Seen has %d blocks, want %d", got, unit.want)
		}
	}
}

// The places of lines are forgotten for the standard library only.
func TestForgetLines(t *testing.T) {
	for _, standard := range []bool{true, false} {
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, "p.go", halfSeen, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		(&Checker{Fset: fset}).forgetLines(&Package{Path: "p", Standard: standard}, []*ast.File{f})
		if got := fset.File(f.FileStart).LineCount() == 1; got != standard {
			t.Errorf("standard %v: forgotten %v", standard, got)
		}
	}
}
