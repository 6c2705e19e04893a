package outline_test

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/locklint/locklint/internal/outline"
)

// same fails where the outline of a file that parses has not all that types depend on, at its place, and tells whether it parses.
func same(t *testing.T, name string, src []byte) bool {
	t.Helper()
	got := outline.Of(src)
	if len(got.Text) > len(src) {
		t.Errorf("%s: %d bytes are left of %d", name, len(got.Text), len(src))
	}
	fset := token.NewFileSet()
	whole, err := parser.ParseFile(fset, name, src, parser.SkipObjectResolution)
	if err != nil {
		return false
	}
	left, err := parser.ParseFile(fset, name, got.Text, parser.SkipObjectResolution)
	if err != nil {
		t.Errorf("%s: the outline does not parse: %v\n%s", name, err, got.Text)
		return true
	}
	if left.GoVersion != whole.GoVersion {
		t.Errorf("%s: the version of the language is %q, in the outline %q", name, whole.GoVersion, left.GoVersion)
	}
	names(t, fset, left, got)
	strip(whole)
	if full, kept := strip(left); full != nil && !kept && got.Qualifiers != nil {
		t.Errorf("%s: there is something left\n%s", fset.Position(full.Pos()), got.Text)
	}
	a, b := places(fset, whole), places(fset, left)
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			t.Errorf("%s: instead of %s there is %s\n%s", name, a[i], b[i], got.Text)
			return true
		}
	}
	if len(a) != len(b) {
		t.Errorf("%s: of %d nodes %d are left\n%s", name, len(a), len(b), got.Text)
	}
	return true
}

// names fails where a qualifier is not known.
func names(t *testing.T, fset *token.FileSet, f *ast.File, got outline.Outline) {
	t.Helper()
	ast.Inspect(f, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok && got.Qualifiers != nil {
			if x, ok := sel.X.(*ast.Ident); ok && !got.Qualifiers[x.Name] {
				t.Errorf("%s: the qualifier %s is not known\n%s", fset.Position(sel.Pos()), x.Name, got.Text)
			}
		}
		return true
	})
}

// strip leaves out of a file what its outline has not. It returns one place where there was something, and whether there may be because
// the length of an array follows from a literal.
func strip(f *ast.File) (full ast.Node, kept bool) {
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ArrayType:
			kept = kept || counted(n)
		case *ast.BlockStmt:
			if len(n.List) > 0 {
				full, n.List = n, nil
			}
		case *ast.CompositeLit:
			if len(n.Elts) > 0 && !counted(n.Type) {
				full, n.Elts = n, nil
			}
		}
		return true
	})
	return full, kept
}

// counted tells the type of an array whose length follows from a literal.
func counted(typ ast.Expr) bool {
	array, ok := typ.(*ast.ArrayType)
	if ok {
		_, ok = array.Len.(*ast.Ellipsis)
	}
	return ok
}

// places are the nodes of a file, each with what it says and where it begins and ends.
func places(fset *token.FileSet, f *ast.File) []string {
	var out []string
	for n := range ast.Preorder(f) {
		said := ""
		switch n := n.(type) {
		case *ast.Ident:
			said = n.Name
		case *ast.BasicLit:
			said = n.Value
		}
		from, to := fset.Position(n.Pos()), fset.Position(n.End())
		out = append(out, fmt.Sprintf("%T %s %d:%d-%d:%d", n, said, from.Line, from.Column, to.Line, to.Column))
	}
	return out
}

// sources are the files of directories of the standard library.
func sources(t *testing.T, dirs ...string) map[string][]byte {
	t.Helper()
	root, err := exec.CommandContext(t.Context(), "go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]byte{}
	for _, dir := range dirs {
		names, err := filepath.Glob(filepath.Join(strings.TrimSpace(string(root)), "src", filepath.FromSlash(dir), "*.go"))
		if err != nil || len(names) == 0 {
			t.Fatalf("%s: %d files, %v", dir, len(names), err)
		}
		for _, name := range names {
			if out[name], err = os.ReadFile(name); err != nil {
				t.Fatal(err)
			}
		}
	}
	return out
}

// The outlines of real files have all that their types depend on, and little more.
func TestStandardLibrary(t *testing.T) {
	total, left := 0, 0
	for name, src := range sources(t, "go/types", "net/http", "runtime", "reflect", "encoding/json", "testing", "math/big", "cmd/compile/internal/types2") {
		if !same(t, name, src) {
			t.Errorf("%s does not parse", name)
		}
		got := outline.Of(src)
		if got.Qualifiers == nil && !bytes.Contains(src, []byte("line ")) {
			t.Errorf("%s is left whole", name)
		}
		total += len(src)
		left += len(got.Text)
	}
	if left > total/3 {
		t.Errorf("of %d bytes %d are left", total, left)
	}
}

// Files that nobody formatted, with comments between all tokens and lines that end wherever they may, have the same outlines.
func TestSpaces(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	parsed := 0
	files := sources(t, "internal/types/testdata/check", "internal/types/testdata/fixedbugs", "internal/types/testdata/spec", "go/types")
	for _, name := range slices.Sorted(maps.Keys(files)) {
		for range 2 {
			if same(t, name, spaced(r, files[name])) {
				parsed++
			}
		}
	}
	if parsed < 500 {
		t.Errorf("%d files parse", parsed)
	}
}

// spaced is a file with other spaces and comments between its tokens.
func spaced(r *rand.Rand, src []byte) []byte {
	spaces := []string{" ", "\t", "/*{*/", "/*}\"*/", " /* ' */ "}
	lines := []string{"\n", "// {\n", "//'\n", "/*\n}*/", "\r\n", "/*\r\n*/\r\n", "\n\n"}
	var s scanner.Scanner
	s.Init(token.NewFileSet().AddFile("", -1, len(src)), src, nil, 0)
	var out bytes.Buffer
	before := token.SEMICOLON
	for {
		_, tok, lit := s.Scan()
		between := spaces
		switch {
		case tok == token.EOF:
			return out.Bytes()
		case tok == token.SEMICOLON && r.IntN(2) == 0:
			between, lit = lines, ""
		case tok == token.SEMICOLON:
			lit = ";"
		case !ends(before) && r.IntN(3) == 0:
			between = lines
		}
		if lit == "" && tok != token.SEMICOLON {
			lit = tok.String()
		}
		out.WriteString(between[r.IntN(len(between))])
		out.WriteString(lit)
		before = tok
	}
}

// ends tells a token behind which the end of a line ends a statement.
func ends(tok token.Token) bool {
	switch tok {
	case token.BREAK, token.CONTINUE, token.FALLTHROUGH, token.RETURN, token.INC, token.DEC, token.RPAREN, token.RBRACK, token.RBRACE:
		return true
	}
	return tok == token.IDENT || tok.IsLiteral()
}

// Of any text something is left, and of one that parses all that types depend on.
func FuzzOf(f *testing.F) {
	for _, src := range []string{
		"package p", "package p\n/* x", "package p;}{", "\ufeff//go:build go1.21\npackage p", "package p\nvar x = 'a", "//line x.go:1\npackage p\nfunc f() { g() }",
		"//go:build go1.21\n\n// Package p.\npackage p // {\n\nimport (\n\t\"fmt\"\n\t. \"io\"\n)\n\nconst (\n\ta = iota\n\tb\n)\n\nfunc (t *T[K]) F(a ...[]K) (r struct{}, err error) {\nL:\n\tfor { break L }\n\tfmt.Println('{', '\\'', \"}\", `}`) // }\n}\n",
		"package p; type T[K interface{ ~int | ~[]E }, E any] struct { a.B; c [len([...]K{1, 2})]d.E `x:\"{\"`; *f.G[h.I] }; func (T[K, E]) f() interface{ M() } { return nil }; func g()",
		"package p\nvar x = func() struct{} { return x }()\nvar y, z = fmt . Println(a/*x*/.b.c, T{1, U{}}, &[]struct{ a int }{{1}}), [...]string{2: \"a\"}[0]\nvar w = map[K][2]T{a: {{1}}}\r\n",
		"package p\nvar x = [...]chan\nfunc(){nil, nil}\nvar y = [...]any{\nfunc() {},\nfunc() { var y T\nvar z T }}[1]\nfunc f(a [len([...]T{1})]int) { b.c() }\nfunc g() { x }\n",
		"package p\nvar x /* {\n // \" */ int; var y = 1.5 /*\n*/; const c, d = 0x1.p-2 / .5, 'ä'\nfunc é() { ö }\n",
	} {
		f.Add([]byte(src))
	}
	f.Fuzz(func(t *testing.T, src []byte) { same(t, "p.go", src) })
}
