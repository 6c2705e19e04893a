// Package keyexpr reads how the source puts a key together: the pieces of text and the expressions between
// them, from Sprintf, +, strings.Join, strconv and constants. It looks at syntax and types alone, so that it
// works on packages that are not followed, and so that a fix can be written in the words of the source.
package keyexpr

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"
	"unicode"

	"github.com/locklint/locklint/internal/summary"
)

// A Piece is a constant text, or an expression whose text is not constant.
type Piece struct {
	Text  string
	Const *types.Const // the named constant that the text came from, if it is all of it
	Expr  ast.Expr     // nil: constant text
	Whole ast.Expr     // the expression whose value is the text, where Expr is the value that it was made of: strconv.Itoa(id)
}

// A Reader reads keys in one package.
type Reader struct {
	Info *types.Info
	Init func(*types.Var) ast.Expr // what a local variable was set to once and for all, or nil
}

// Pieces are the pieces of e, or nil where e is nothing that is put together.
func (r Reader) Pieces(e ast.Expr) []Piece {
	return merge(r.pieces(e, maxDepth))
}

// maxDepth bounds how deep expressions are looked into.
const maxDepth = 12

func (r Reader) pieces(e ast.Expr, depth int) []Piece {
	e = ast.Unparen(e)
	if depth == 0 {
		return []Piece{{Expr: e, Whole: e}}
	}
	if text, ok := r.constant(e); ok {
		return []Piece{{Text: text, Const: r.named(e)}}
	}
	switch x := e.(type) {
	case *ast.BinaryExpr:
		switch {
		case x.Op == token.ADD && r.isString(e):
			return append(r.pieces(x.X, depth-1), r.pieces(x.Y, depth-1)...)
		case r.isInteger(e):
			return r.number(x, depth)
		}
	case *ast.CallExpr:
		if out := r.call(x, depth); out != nil {
			return out
		}
	case *ast.Ident:
		if v, ok := r.Info.Uses[x].(*types.Var); ok && r.Init != nil && r.isString(e) {
			if init := r.Init(v); init != nil {
				return r.pieces(init, depth-1)
			}
		}
	}
	return []Piece{{Expr: e, Whole: e}}
}

// number is a number made of others: one of them has to be constant for it to be a template of numbers.
func (r Reader) number(x *ast.BinaryExpr, depth int) []Piece {
	left, right := r.pieces(x.X, depth-1), r.pieces(x.Y, depth-1)
	for _, side := range [][]Piece{left, right} {
		if len(side) == 1 && side[0].Expr == nil {
			op := Piece{Text: x.Op.String(), Const: side[0].Const}
			return append(append(left, op), right...)
		}
	}
	return []Piece{{Expr: x, Whole: x}}
}

func (r Reader) isInteger(e ast.Expr) bool {
	b, ok := typeOf(r.Info, e).(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0
}

func (r Reader) call(x *ast.CallExpr, depth int) []Piece {
	if tv, ok := r.Info.Types[x.Fun]; ok && tv.IsType() && len(x.Args) == 1 { // a conversion between texts
		if isText(tv.Type) && r.isTextual(x.Args[0]) {
			if out := r.pieces(x.Args[0], depth-1); len(out) > 1 || out[0].Expr == nil {
				return out
			}
			return []Piece{{Expr: x, Whole: x}}
		}
		if r.isInteger(x) && r.isInteger(x.Args[0]) {
			if out := r.pieces(x.Args[0], depth-1); len(out) > 1 {
				return out
			}
		}
		return nil
	}
	switch r.callee(x) {
	case "fmt.Sprintf":
		return r.sprintf(x, depth)
	case "fmt.Sprint":
		var out []Piece
		for _, a := range x.Args {
			out = append(out, r.pieces(a, depth-1)...)
		}
		return out
	case "strings.Join":
		return r.join(x, depth)
	case "strconv.Itoa", "strconv.FormatInt", "strconv.FormatUint":
		if len(x.Args) == 2 {
			if base, ok := r.constant(x.Args[1]); !ok || base != "10" {
				return nil
			}
		}
		if text, ok := r.constant(x.Args[0]); ok {
			return []Piece{{Text: text, Const: r.named(x.Args[0])}}
		}
		return []Piece{{Expr: ast.Unparen(x.Args[0]), Whole: x}}
	}
	return nil
}

func (r Reader) sprintf(x *ast.CallExpr, depth int) []Piece {
	if len(x.Args) == 0 || x.Ellipsis.IsValid() {
		return nil
	}
	format, ok := r.constant(x.Args[0])
	if !ok {
		return nil
	}
	from := r.named(x.Args[0])
	var out []Piece
	args := x.Args[1:]
	for format != "" {
		i := strings.IndexByte(format, '%')
		if i < 0 || i == len(format)-1 {
			out = append(out, Piece{Text: format, Const: from})
			break
		}
		out = append(out, Piece{Text: format[:i], Const: from})
		switch verb := format[i+1]; {
		case verb == '%':
			out = append(out, Piece{Text: "%", Const: from})
		case len(args) == 0:
			return nil
		case strings.IndexByte("dsv", verb) >= 0:
			out = append(out, r.pieces(args[0], depth-1)...)
			args = args[1:]
		default:
			return nil // another text than the value's own
		}
		format = format[i+2:]
	}
	return out
}

func (r Reader) join(x *ast.CallExpr, depth int) []Piece {
	lit, ok := ast.Unparen(x.Args[0]).(*ast.CompositeLit)
	if !ok || len(x.Args) != 2 {
		return nil
	}
	sep, ok := r.constant(x.Args[1])
	if !ok {
		return nil
	}
	var out []Piece
	for i, e := range lit.Elts {
		if i > 0 {
			out = append(out, Piece{Text: sep})
		}
		out = append(out, r.pieces(e, depth-1)...)
	}
	return out
}

// merge joins texts that stand side by side. The first text keeps the constant that it came from.
func merge(pieces []Piece) []Piece {
	var out []Piece
	for _, p := range pieces {
		n := len(out)
		switch {
		case p.Expr == nil && p.Text == "":
		case p.Expr == nil && n > 0 && out[n-1].Expr == nil:
			out[n-1].Text += p.Text
			if out[n-1].Const != p.Const {
				out[n-1].Const = nil
			}
		default:
			out = append(out, p)
		}
	}
	return out
}

// Pattern is the text of the pieces with {} for each expression.
func Pattern(pieces []Piece) string {
	var b strings.Builder
	for _, p := range pieces {
		if p.Expr != nil {
			b.WriteString(summary.Hole)
		} else {
			b.WriteString(p.Text)
		}
	}
	return b.String()
}

// constant is the text of a constant string or integer.
func (r Reader) constant(e ast.Expr) (string, bool) {
	tv := r.Info.Types[e]
	if tv.Value == nil {
		return "", false
	}
	switch tv.Value.Kind() {
	case constant.String:
		return constant.StringVal(tv.Value), true
	case constant.Int:
		return tv.Value.ExactString(), true
	}
	return "", false
}

// named is the package-level constant that e names.
func (r Reader) named(e ast.Expr) *types.Const {
	var id *ast.Ident
	switch x := ast.Unparen(e).(type) {
	case *ast.Ident:
		id = x
	case *ast.SelectorExpr:
		id = x.Sel
	default:
		return nil
	}
	c, ok := r.Info.Uses[id].(*types.Const)
	if !ok || c.Pkg() == nil || c.Parent() != c.Pkg().Scope() {
		return nil
	}
	return c
}

func (r Reader) callee(x *ast.CallExpr) string {
	sel, ok := ast.Unparen(x.Fun).(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	fn, ok := r.Info.Uses[sel.Sel].(*types.Func)
	if !ok || fn.Pkg() == nil || fn.Signature().Recv() != nil {
		return ""
	}
	return fn.FullName()
}

func (r Reader) isString(e ast.Expr) bool {
	b, ok := typeOf(r.Info, e).(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

func (r Reader) isTextual(e ast.Expr) bool { return isText(typeOf(r.Info, e)) }

func typeOf(info *types.Info, e ast.Expr) types.Type {
	t := info.TypeOf(e)
	if t == nil {
		return types.Typ[types.Invalid]
	}
	return t.Underlying()
}

// isText tells strings and bytes.
func isText(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&types.IsString != 0
	case *types.Slice:
		b, ok := u.Elem().Underlying().(*types.Basic)
		return ok && b.Kind() == types.Byte
	}
	return false
}

// Prefix is the text of a pattern before its first hole, and whether there is a hole.
func Prefix(pattern string) (string, bool) {
	before, _, ok := strings.Cut(pattern, summary.Hole)
	return before, ok
}

// Letters are the letters and digits of a pattern.
func Letters(pattern string) string {
	return strings.Map(func(c rune) rune {
		if unicode.IsLetter(c) || unicode.IsDigit(c) {
			return c
		}
		return -1
	}, pattern)
}
