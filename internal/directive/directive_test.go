package directive

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"//locklint:ignore leakedlock the process ends here", "[leakedlock] the process ends here"},
		{"//locklint:ignore a,b\tboth", "[a b] both"},
		{"//locklint:ignore a see https://example.com/42 // want `x`", "[a] see https://example.com/42"},
		{"//locklint:ignore a // want `x`", "gives no reason"},
		{"//locklint:ignore a", "gives no reason"},
		{"//locklint:ignore", "names no rule"},
		{"//locklint:ignore // a", "names no rule"},
		{"//locklint:ignore a, b why", "has an empty rule in its list, where rules stand as in rule,rule without spaces,"},
		{"//locklint:ignore ,a why", "has an empty rule in its list, where rules stand as in rule,rule without spaces,"},
		{"//locklint:ignored a why", "is misspelt"},
		{"//locklint:disable a why", "is misspelt"},
		{"//locklint:Ignore a why", "is misspelt"},
		{"// locklint:ignore a why", "is misspelt"},
		{"//  LockLint: ignore a why", "is misspelt"},
		{"//locklint-ignore a why", "is misspelt"},
		{"/*locklint:ignore a why*/", "is misspelt"},
		{"// locklint: what it does", ""},
		{"// locklint finds locks", ""},
		{"// see //locklint:ignore", ""},
		{"//lint:ignore SA1000 why", ""},
	} {
		src := "package p\n\n" + tt.text + "\nvar x = 1\n"
		fset, f := parseFile(t, src)
		ignores, mistakes := Read(fset, []*ast.File{f})
		got := ""
		for _, i := range ignores {
			got += fmt.Sprint(i.Rules, " ", i.Reason)
		}
		for _, m := range mistakes {
			got += m.Text
		}
		if got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.text, got, tt.want)
		}
	}
}

// Each directive names the first and the last line that it must cover; "0 0" is none.
const scopes = `package p

//locklint:ignore a 4 4
var x = f()

var (
	//locklint:ignore a 8 8
	y = f()
	z = f() //locklint:ignore a 9 9
)

//locklint:ignore a 0 0

func before() {}

// doc is a function.
//
//locklint:ignore a 19 43
func doc() {
	f()
	//locklint:ignore a 23 23

	f()
	f() //locklint:ignore a 24 24
	if f() == 1 { //locklint:ignore a 25 30
		f()
		//locklint:ignore a 0 0
	} else if f() == 2 { //locklint:ignore a 28 30
		f()
	} //locklint:ignore a 28 30
	//locklint:ignore a 33 33
	//locklint:ignore a 33 33
	go f()
	g(func() { //locklint:ignore a 34 38
		f()
		//locklint:ignore a 37 37
		f()
	}, 1) //locklint:ignore a 34 38
	g(nil,
		//locklint:ignore a 39 41
		2)
	f(); f() //locklint:ignore a 42 42
}

func clauses() {
	switch f() {
	//locklint:ignore a 48 51
	case 1: //locklint:ignore a 48 51
		f()
		//locklint:ignore a 51 51
		f()
		//locklint:ignore a 0 0
	}
	for range 3 {
		//locklint:ignore a 56 58
		defer func() {
			f()
		}()
	}
}

func oneLine() { f() } //locklint:ignore a 62 62

type t struct {
	a int //locklint:ignore a 64 66
}

func f() int         { return 1 }
func g(func(), int) {}
`

func TestScope(t *testing.T) {
	fset, f := parseFile(t, scopes)
	ignores, mistakes := Read(fset, []*ast.File{f})
	if len(mistakes) > 0 || len(ignores) != strings.Count(scopes, "//locklint:") {
		t.Fatalf("%d directives, mistakes %v", len(ignores), mistakes)
	}
	for _, i := range ignores {
		var want lines
		fmt.Sscan(i.Reason, &want.first, &want.last)
		if i.lines != want {
			t.Errorf("line %d covers %v, want %v", fset.Position(i.Pos).Line, i.lines, want)
		}
	}
}

func TestCovers(t *testing.T) {
	fset := token.NewFileSet()
	src := "package p\n\nvar x = 1 //locklint:ignore a why\nvar y = 2\n"
	var files []*ast.File
	for _, name := range []string{"a.go", "b.go"} {
		f, err := parser.ParseFile(fset, name, src, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	ignores, _ := Read(fset, files)
	i := ignores[0]
	if !i.Covers(fset, files[0].Decls[0].Pos()) || !i.Names("a") || i.Names("b") {
		t.Error("does not cover its own line")
	}
	for _, pos := range []token.Pos{token.NoPos, files[0].Decls[1].Pos(), files[1].Decls[0].Pos()} {
		if i.Covers(fset, pos) {
			t.Errorf("covers %v", fset.Position(pos))
		}
	}
}

// A line directive renames lines; what a directive covers stays.
func TestLineDirective(t *testing.T) {
	fset, f := parseFile(t, "package p\n\n//line other.go:3\nvar x = 1 //locklint:ignore a why\n\n//line other.go:3\nvar y = 2\n")
	ignores, _ := Read(fset, []*ast.File{f})
	if !ignores[0].Covers(fset, f.Decls[0].Pos()) || ignores[0].Covers(fset, f.Decls[1].Pos()) {
		t.Error("line directives change what is covered")
	}
}

func parseFile(t *testing.T, src string) (*token.FileSet, *ast.File) {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "p.go", src, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	return fset, f
}
