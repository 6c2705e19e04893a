package outline_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/locklint/locklint/internal/outline"
)

// What is left of a file behind its package clause, and which words a dot follows in it.
func TestOf(t *testing.T) {
	for _, tc := range []struct{ what, src, text, names string }{
		{"a body", "func f() { g() }", "func f() {     }", ""},
		{"a body of several lines", "func f() {\n\tg()\n\t}; func g()", "func f() {\n\n }; func g()", ""},
		{"no body", "func f()\nfunc g() {x}", "func f()\nfunc g() { }", ""},
		{"a method", "func (t *T) f() { t.g() }", "func (t *T) f() {       }", ""},
		{"a result interface{}", "func f() interface{} { return nil }", "func f() interface{} {            }", ""},
		{"a result struct{}", "func f() (a struct{}, b interface{ M() }) { x{} }", "func f() (a struct{}, b interface{ M() }) {     }", ""},
		{"a brace after white space", "func f() struct\t/*{*/\n{ a int } { x }", "func f() struct\t     \n{ a int } {   }", ""},
		{"a type", "type T struct { a int; b interface { M(struct{}) } }", "type T struct { a int; b interface { M(struct{}) } }", ""},
		{"constraints", "func f[T interface{ ~int | ~[]E }, E any](x T) { g[T](x) }", "func f[T interface{ ~int | ~[]E }, E any](x T) {         }", ""},
		{"a generic type", "type L[T interface{ M() }, P *T] struct{ next *L[T, P] }", "type L[T interface{ M() }, P *T] struct{ next *L[T, P] }", ""},
		{"a composite literal", "var x = T{1, T{2}}", "var x = T{       }", ""},
		{"of a type without a name", "var x = []struct{ a int }{{1}, {2}}", "var x = []struct{ a int }{        }", ""},
		{"one of a generic type", "var x = &G[int, struct{}]{1}", "var x = &G[int, struct{}]{ }", ""},
		{"one in an argument", "var x, y = f(T{1}, g(map[string]T{\"a\": {1}})[\"a\"].B), 1", "var x, y = f(T{ }, g(map[string]T{        })[\"a\"].B), 1", ""},
		{"a func literal", "var f = func(a int) string { return fmt.Sprint(a) }", "var f = func(a int) string {                      }", ""},
		{"one that is called", "var x = func() int { return 1 }() + 2", "var x = func() int {          }() + 2", ""},
		{"one that gives a struct{}", "var x = func() struct{} { return x }()", "var x = func() struct{} {          }()", ""},
		{"the length of a struct's array", "type T struct { a [len(V{1, 2}.b)]int; c int }", "type T struct { a [len(V{    }.b)]int; c int }", ""},
		{"of a literal's array", "type T struct { a [len([...]int{1, 2})]struct{} }", "type T struct { a [len([...]int{1, 2})]struct{} }", ""},
		{"an array", "var x = [...]T{{1}, {2}}", "var x = [...]T{{1}, {2}}", ""},
		{"an array with all kinds of spaces", "var x = [\n... /*]*/ ]T{1 /*}*/}", "var x = [\n...       ]T{1      }", ""},
		{"an array of arrays", "var x = [...][2]int{{1, 2}, 4: {}}", "var x = [...][2]int{{1, 2}, 4: {}}", ""},
		{"an array of a struct", "var x = [...]struct{ a int }{{1}}", "var x = [...]struct{ a int }{{1}}", ""},
		{"an array in a literal", "var x = T{[...]int{1}}", "var x = T{           }", ""},
		{"the length of an array", "const n = len([...]string{\"}\", `{`})", "const n = len([...]string{\"}\", `{`})", ""},
		{"an array, and the declaration behind it", "var x = [...]int{1}\nfunc f() { x }", "var x = [...]int{1}\nfunc f() {   }", ""},
		{"the same on one line", "var x = [...]int{1}; var y = T{1}", "var x = [...]int{1}; var y = T{1}", ""},
		{"an array of a group", "var (\n\tx = [...]int{1}\n\ty = T{1}\n)\nvar z = T{1}", "var (\n\tx = [...]int{1}\n\ty = T{1}\n)\nvar z = T{ }", ""},
		{"what looks like a declaration in an array", "var x = [...]any{func() {\nf()\nvar y T }, T{1}}\nvar z = T{1}", "var x = [...]any{func() {\nf()\nvar y T }, T{1}}\nvar z = T{ }", ""},
		{"an array of arrays of functions", "var x = [...][2]func(){{f, g}, {}}", "var x = [...][2]func(){{f, g}, {}}", ""},
		{"an array in a signature", "func f(a [len([...]T{1})]int) { b.c() }\nfunc g() { x }", "func f(a [len([...]T{1})]int) { b.c() }\nfunc g() {   }", "b"},
		{"variadic", "func f(a ...[]T) { x }; var x = f(y...)", "func f(a ...[]T) {   }; var x = f(y...)", ""},
		{"an index that begins with a dot", "const x = \"a\"[.0]; func f() { x }", "const x = \"a\"[.0]; func f() {   }", ""},
		{"an array of channels whose type goes on in a line that looks like a declaration", "var x = [...]chan\nfunc(){nil, nil}", "var x = [...]chan\nfunc(){nil, nil}", ""},

		{"runes", "func f() { a = '{'; b = '}'; c = '\\''; d = '\"' }; func g() {x}", "func f() {                                     }; func g() { }", ""},
		{"strings", "func f() { a = \"}\\\"}\"; b = `}\"\\` }; func g() {x}", "func f() {                       }; func g() { }", ""},
		{"strings that stay", "const a, b, c = \"{\\\"\", `{\\`, '{'; var x = T{1}", "const a, b, c = \"{\\\"\", `{\\`, '{'; var x = T{ }", ""},
		{"a string of several lines", "const a = `{\n// \"`; func f() {\n`\n}`}", "const a = `{\n// \"`; func f() {\n\n  }", ""},
		{"tags", "type T struct { a int `json:\"{\"` }", "type T struct { a int `json:\"{\"` }", ""},
		{"comments in a body", "func f() { // }\n/* } */ a / b\n}", "func f() {\n\n}", ""},
		{"a comment behind a line", "var x int // {\nvar y T // }", "var x int \nvar y T ", ""},
		{"a comment in a line", "var x /* { */ int", "var x         int", ""},
		{"a comment of several lines", "var x /* {\n // \" */ int", "var x \n         int", ""},
		{"one that ends a statement", "var x int /*\n*/ var y int", "var x int \n   var y int", ""},
		{"division", "const a, b = 4 / 2, 4 /*x*/ / 2", "const a, b = 4 / 2, 4       / 2", ""},
		{"labels", "func f() {\nL: for { break L }\n}", "func f() {\n\n}", ""},
		{"letters that are not ASCII", "func é() { ö }\nvar x = ü.Ä{\"é\"}", "func é() {    }\nvar x = ü.Ä{    }", "ü"},
		{"carriage returns", "func f() {\r\n\tg() }\r\n// x\r\nvar x = /*\r\n*/ T{\r\n}\r\n", "func f() {\n     }\r\n\nvar x = \n   T{\n}\r\n", ""},
		{"one line", "import \"a\";import (b \"b\";. \"c\");type T struct{a.T};func f(){b.B()};var x=T{1};func g()", "import \"a\";import (b \"b\";. \"c\");type T struct{a.T};func f(){     };var x=T{ };func g()", "a"},

		{"qualifiers", "var x a.T; var y = b.F(c.D{e.F}); func f(g.H) { i.J() }", "var x a.T; var y = b.F(c.D{   }); func f(g.H) {       }", "a b c g"},
		{"spaces before a dot", "var x = fmt . Println(a\t/* . */ .\nb)", "var x = fmt . Println(a\t        .\nb)", "a fmt"},
		{"a comment behind a dot", "var x a./*x*/b", "var x a.     b", "a"},
		{"names of all letters", "var x = a_1.B(_A.c)", "var x = a_1.B(_A.c)", "_A a_1"},
		{"selectors of selectors", "var x = a.b.c().d[e.f]", "var x = a.b.c().d[e.f]", "a b e"},
		{"an embedded type", "type T struct { *a.B; c.D[e.F] }", "type T struct { *a.B; c.D[e.F] }", "a c e"},
		{"numbers", "const a, b, c = 1.5, .5, 0x1.p-2", "const a, b, c = 1.5, .5, 0x1.p-2", "0x1 1"},
	} {
		const clause = "package p\n"
		got := outline.Of([]byte(clause + tc.src))
		if want := clause + tc.text; string(got.Text) != want {
			t.Errorf("%s: %q is left, want %q", tc.what, got.Text, want)
		}
		if names := strings.Join(slices.Sorted(maps.Keys(got.Qualifiers)), " "); got.Qualifiers == nil || names != tc.names {
			t.Errorf("%s: qualifiers %q, want %q", tc.what, names, tc.names)
		}
	}
}

// What stands before the package clause stays: it may say to which build and version of the language a file belongs.
func TestHeader(t *testing.T) {
	for _, header := range []string{
		"//go:build go1.21\n\n// Package p {.\n", "/* { */ /*\n*/ ", "\r\n// +build x\r\n\r\n", "", "\ufeff//go:build go1.21\n",
	} {
		for clause, want := range map[string]string{"package p // x\nvar x = T{1}": "package p \nvar x = T{ }", "package /* x */ p;": "package         p;"} {
			if got := outline.Of([]byte(header + clause)); string(got.Text) != header+want {
				t.Errorf("of %q %q is left, want %q", header+clause, got.Text, header+want)
			}
		}
	}
}

// What cannot be read, or would move if it were cut, stays as it is, and what it names is not known.
func TestLeftAlone(t *testing.T) {
	for _, src := range []string{
		"package p\n//line x.go:1\nfunc f() { a.B() }\n",
		"package p\nfunc f() { a.B( /*line x.go:1:1*/ ) }\n",
		"package p\nfunc f() { a.B()\n",
		"package p\nfunc f() { \"}\n}\n",
		"package p\nfunc f() { '}\n}\n",
		"package p\nfunc f() { `}\n}\n",
		"package p\nfunc f() { /* }\n",
		"package p\nfunc f() {} // x\n/* y",
		"package p\nfunc f() {}\n/*/",
		"package p\nvar x = \"a\n",
		"package p\nvar x = \"a\nvar y = \"b\n",
		"package p\nvar x = \"a\\",
		"package p\nvar x = 'a",
		"package p\nvar x = `a",
		"package p\ntype T struct { a int\n",
		"package p\ntype T struct { a int }}\n",
		"package p\nfunc f(\n",
		"package p\nvar x = [...]T{1\n",
		"/* package p",
	} {
		if got := outline.Of([]byte(src)); string(got.Text) != src || got.Qualifiers != nil {
			t.Errorf("of %q %q is left, with qualifiers %v", src, got.Text, got.Qualifiers)
		}
	}
	for _, src := range []string{"", "\n", "// x", "\ufeff", "package p"} {
		if got := outline.Of([]byte(src)); string(got.Text) != src {
			t.Errorf("of %q %q is left", src, got.Text)
		}
	}
}
