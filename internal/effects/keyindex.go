package effects

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/locklint/locklint/internal/keyexpr"
	"github.com/locklint/locklint/internal/keys"
)

// A keyIndex finds the source around the places at which go/ssa says that a text is put together.
type keyIndex struct {
	info  *types.Info
	exprs map[token.Pos]ast.Expr    // by the position of the instruction: the whole expression
	stmts map[token.Pos]ast.Stmt    // of x += y
	funcs []*ast.FuncDecl           // in the order of the source
	kept  map[*types.Var][]ast.Expr // what fields and package variables are set to; nil: something unknown
	sets  map[*types.Var]int        // how often a local variable is set
	init  map[*types.Var]ast.Expr   // to what, the last time
	tests map[*ast.FuncDecl]bool
	alias map[*types.Const]bool // constants that are declared to be another
}

func newKeyIndex(info *types.Info, fset *token.FileSet, files []*ast.File) *keyIndex {
	x := &keyIndex{
		info: info, tests: map[*ast.FuncDecl]bool{},
		exprs: map[token.Pos]ast.Expr{}, stmts: map[token.Pos]ast.Stmt{},
		kept: map[*types.Var][]ast.Expr{}, sets: map[*types.Var]int{}, init: map[*types.Var]ast.Expr{},
		alias: map[*types.Const]bool{},
	}
	for _, f := range files {
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok {
				x.funcs = append(x.funcs, fn)
				x.tests[fn] = strings.HasSuffix(fset.Position(fn.Pos()).Filename, "_test.go")
			}
		}
		ast.PreorderStack(f, nil, func(n ast.Node, stack []ast.Node) bool {
			x.node(n, stack)
			return true
		})
	}
	return x
}

func (x *keyIndex) node(n ast.Node, stack []ast.Node) {
	switch n := n.(type) {
	case *ast.BinaryExpr:
		x.exprs[n.OpPos] = outermost(n, stack)
	case *ast.CallExpr:
		x.exprs[n.Lparen] = n
	case *ast.SliceExpr:
		x.exprs[n.Lbrack] = n
	case *ast.AssignStmt:
		if n.Tok != token.ASSIGN && n.Tok != token.DEFINE {
			x.stmts[n.Pos()] = n
		}
		for i, lhs := range n.Lhs {
			if len(n.Lhs) == len(n.Rhs) {
				x.set(lhs, n.Rhs[i])
			} else if len(n.Rhs) == 1 && i == 0 {
				x.set(lhs, n.Rhs[0]) // and an error
			} else {
				x.set(lhs, nil)
			}
		}
	case *ast.ValueSpec:
		for i, name := range n.Names {
			var value ast.Expr
			switch {
			case i < len(n.Values):
				value = n.Values[i]
			case len(n.Values) == 0:
				continue // its zero value
			}
			x.set(name, value)
			x.constant(name, value)
		}
	case *ast.KeyValueExpr:
		if id, ok := n.Key.(*ast.Ident); ok {
			if f, ok := x.info.Uses[id].(*types.Var); ok && f.IsField() {
				x.kept[f] = append(x.kept[f], n.Value)
			}
		}
	case *ast.UnaryExpr:
		if n.Op == token.AND {
			x.set(n.X, nil)
		}
	case *ast.IncDecStmt:
		x.set(n.X, nil)
	case *ast.RangeStmt:
		for _, e := range []ast.Expr{n.Key, n.Value} {
			if e != nil {
				x.set(e, nil)
			}
		}
	}
}

// set notes that a variable is set once more.
func (x *keyIndex) set(lhs, value ast.Expr) {
	v := x.variable(lhs)
	if v == nil {
		return
	}
	x.sets[v]++
	x.init[v] = value
	x.kept[v] = append(x.kept[v], value)
}

// variable is the variable or field that an expression names.
func (x *keyIndex) variable(e ast.Expr) *types.Var {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if sel, is := ast.Unparen(e).(*ast.SelectorExpr); is {
		id, ok = sel.Sel, true
	}
	if !ok {
		return nil
	}
	v, _ := x.info.ObjectOf(id).(*types.Var)
	return v
}

// volatile is the function that all values of a field or package variable come from, whose results differ each time
// or on each host, or "".
func (x *keyIndex) volatile(e ast.Expr) string {
	v := x.variable(e)
	if v == nil || !v.IsField() && (v.Pkg() == nil || v.Parent() != v.Pkg().Scope()) {
		return ""
	}
	from := ""
	for _, value := range x.kept[v] {
		name := x.volatileCall(value)
		if name == "" {
			return ""
		}
		from = name
	}
	return from
}

// volatileCall is the function behind a call, and behind the methods called on its result.
func (x *keyIndex) volatileCall(e ast.Expr) string {
	for range maxChain {
		if id, ok := e.(*ast.Ident); ok { // a local variable
			e = x.init[x.variable(id)]
		}
		call, ok := e.(*ast.CallExpr)
		if !ok {
			return ""
		}
		if fn, ok := typeutil.Callee(x.info, call).(*types.Func); ok && keys.IsVolatile(fn.FullName()) {
			return fn.FullName()
		}
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if !ok {
			return ""
		}
		e = ast.Unparen(sel.X)
	}
	return ""
}

// maxChain bounds how many methods are looked through.
const maxChain = 4

// constant notes a constant that is another one under a new name.
func (x *keyIndex) constant(name *ast.Ident, value ast.Expr) {
	c, ok := x.info.Defs[name].(*types.Const)
	if !ok || value == nil {
		return
	}
	switch v := ast.Unparen(value).(type) {
	case *ast.Ident:
		_, other := x.info.Uses[v].(*types.Const)
		x.alias[c] = other && v.Name != "iota"
	case *ast.SelectorExpr:
		x.alias[c] = true
	}
}

// outermost climbs from + to the whole sum.
func outermost(e ast.Expr, stack []ast.Node) ast.Expr {
	for i := len(stack) - 1; i >= 0; i-- {
		switch n := stack[i].(type) {
		case *ast.ParenExpr:
		case *ast.BinaryExpr:
			e = n
		default:
			return e
		}
	}
	return e
}

// reader reads keys; a local variable that is set once stands for what it was set to.
func (x *keyIndex) reader() keyexpr.Reader {
	return keyexpr.Reader{Info: x.info, Init: func(v *types.Var) ast.Expr {
		if v.IsField() || v.Pkg() == nil || v.Parent() == v.Pkg().Scope() || x.sets[v] != 1 {
			return nil
		}
		return x.init[v]
	}}
}

// at is the expression, or the statement, at the position of an instruction.
func (x *keyIndex) at(pos token.Pos) ast.Node {
	if e := x.exprs[pos]; e != nil {
		return e
	}
	if s := x.stmts[pos]; s != nil {
		return s
	}
	return nil
}

// around is the declared function around pos.
func (x *keyIndex) around(pos token.Pos) *ast.FuncDecl {
	for _, fn := range x.funcs {
		if fn.Pos() <= pos && pos < fn.End() {
			return fn
		}
	}
	return nil
}
