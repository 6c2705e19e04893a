package keyexpr_test

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"

	"github.com/locklint/locklint/internal/keyexpr"
	"github.com/locklint/locklint/internal/summary"
)

// patterns are expressions and the patterns that they make. The variables are those of source.
var patterns = []struct{ expr, want string }{
	{`"lock:a"`, "lock:a"},
	{`"lock:" + s`, "lock:{}"},
	{`("lock:" + s) + (":" + s)`, "lock:{}:{}"},
	{`prefix + s`, "p:{}"},
	{`fmt.Sprintf("lock:%d:%s", n, s)`, "lock:{}:{}"},
	{`fmt.Sprintf("%d%%:%v", n, s)`, "{}%:{}"},
	{`fmt.Sprintf("lock:%s", "a"+s)`, "lock:a{}"},
	{`fmt.Sprintf("lock:%x", n)`, "{}"},    // another text than n's own
	{`fmt.Sprintf("lock:%d:%d", n)`, "{}"}, // an argument is missing
	{`fmt.Sprintf(s, n)`, "{}"},            // the format is not constant
	{`fmt.Sprintf("lock:%s", parts...)`, "{}"},
	{`fmt.Sprint("lock:", n)`, "lock:{}"},
	{`strings.Join([]string{"lock", s, "x"}, ":")`, "lock:{}:x"},
	{`strings.Join([]string{"lock", s}, s)`, "{}"},
	{`"lock:" + strconv.Itoa(n)`, "lock:{}"},
	{`"lock:" + strconv.FormatInt(int64(n), 10)`, "lock:{}"},
	{`"lock:" + strconv.FormatInt(int64(n), 16)`, "lock:{}"},
	{`strconv.Itoa(7)`, "7"},
	{`[]byte("lock:" + s)`, "lock:{}"},
	{`string([]byte("lock:" + s))`, "lock:{}"},
	{`1000 + n`, "1000+{}"},
	{`int64(n)<<8 | 7`, "{}<<8|7"},
	{`n + n`, "{}"},
	{`s`, "{}"},
}

const source = `package p

import ("fmt"; "strconv"; "strings")

const prefix = "p:"

var _, _, _ = fmt.Sprint, strconv.Itoa, strings.Join

func f(s string, n int, parts ...any) []any { return []any{
`

// read parses expressions where the variables are known.
func read(t *testing.T, exprs ...string) (keyexpr.Reader, []ast.Expr) {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", source+strings.Join(exprs, ",\n")+"}}\n", 0)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}}
	conf := types.Config{Importer: importer.ForCompiler(fset, "source", nil)}
	if _, err := conf.Check("p", fset, []*ast.File{file}, info); err != nil {
		t.Fatal(err)
	}
	fn := file.Decls[len(file.Decls)-1].(*ast.FuncDecl)
	return keyexpr.Reader{Info: info}, fn.Body.List[0].(*ast.ReturnStmt).Results[0].(*ast.CompositeLit).Elts
}

func TestPieces(t *testing.T) {
	var exprs []string
	for _, p := range patterns {
		exprs = append(exprs, p.expr)
	}
	r, read := read(t, exprs...)
	for i, p := range patterns {
		if got := keyexpr.Pattern(r.Pieces(read[i])); got != p.want {
			t.Errorf("%s: %q, want %q", p.expr, got, p.want)
		}
	}
}

// A text comes from the constant that names it.
func TestConst(t *testing.T) {
	r, e := read(t, "prefix + s", `prefix + "x" + s`)
	pieces := r.Pieces(e[0])
	if len(pieces) != 2 || pieces[0].Const == nil || pieces[0].Const.Name() != "prefix" {
		t.Errorf("%+v", pieces)
	}
	if pieces := r.Pieces(e[1]); pieces[0].Const != nil {
		t.Errorf("a text of two has the constant %v", pieces[0].Const)
	}
}

// text makes the pieces of a pattern: each hole an expression.
func text(pattern string) []keyexpr.Piece {
	var out []keyexpr.Piece
	for i, part := range strings.Split(pattern, summary.Hole) {
		if i > 0 {
			out = append(out, keyexpr.Piece{Expr: ast.NewIdent("x")})
		}
		if part != "" {
			out = append(out, keyexpr.Piece{Text: part})
		}
	}
	return out
}

func TestMatch(t *testing.T) {
	for _, m := range []struct {
		pattern, text string
		fillings      string // constant ones in quotes
		ok            bool
	}{
		{"lock:{}", "lock:{}", "x", true},
		{"lock:{}:{}", "lock:{}:1", "x '1'", true},
		{"lock:{}:{}", "lock:user:{}", "'user' x", true},
		{"lock:{}", "lock:a", "'a'", true},
		{"lock:{}", "lock:a:{}", "", false}, // one hole is one thing
		{"lock:{}", "lock:{}:a", "", false},
		{"lock:{}", "lock:", "", false},
		{"lock:{}", "locks:{}", "", false},
		{"{}:lock", "{}:lock", "x", true},
		{"lock", "lock", "", true},
		{"", "", "", true},
	} {
		got, ok := keyexpr.Match(m.pattern, text(m.text))
		var words []string
		for _, f := range got {
			if f.Piece.Expr != nil {
				words = append(words, "x")
			} else {
				words = append(words, "'"+f.Piece.Text+"'")
			}
		}
		if ok != m.ok || ok && strings.Join(words, " ") != m.fillings {
			t.Errorf("%q of %q: %q %v, want %q %v", m.pattern, m.text, words, ok, m.fillings, m.ok)
		}
	}
}

// What matches makes the same text again.
func FuzzMatch(f *testing.F) {
	f.Add("lock:{}:{}", "lock:a:{}")
	f.Add("{}{}", "ab")
	f.Fuzz(func(t *testing.T, pattern, made string) {
		fillings, ok := keyexpr.Match(pattern, text(made))
		if !ok {
			return
		}
		again := pattern
		for _, x := range fillings {
			with := "\x00"
			if x.Piece.Expr == nil {
				with = x.Piece.Text
			}
			again = strings.Replace(again, summary.Hole, with, 1)
		}
		if want := strings.ReplaceAll(made, summary.Hole, "\x00"); again != want && !strings.Contains(made, "\x00") {
			t.Errorf("%q of %q makes %q", pattern, made, again)
		}
	})
}

// A key is looked into up to a depth; what is deeper is a hole.
func TestDepth(t *testing.T) {
	sum := func(n int) string { return "\"a\"" + strings.Repeat("+s", n) } // ((("a"+s)+s)+s: the text is n levels down
	const limit = 12
	r, e := read(t, sum(limit-1), sum(limit))
	if got, want := keyexpr.Pattern(r.Pieces(e[0])), "a"+strings.Repeat(summary.Hole, limit-1); got != want {
		t.Errorf("at the limit: %q, want %q", got, want)
	}
	if got, want := keyexpr.Pattern(r.Pieces(e[1])), strings.Repeat(summary.Hole, limit+1); got != want {
		t.Errorf("above it: %q, want %q", got, want)
	}
}
