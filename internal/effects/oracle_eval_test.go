package effects_test

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
)

// decide chooses a value that nobody has looked at.
func (m *machine) decide(c *cell, t types.Type) value {
	if _, ok := c.v.(unchosen); ok {
		yes := m.choose(2) == 1
		switch {
		case t.String() == "bool":
			c.v = yes
		case yes:
			c.v = failure{}
		default:
			c.v = nil
		}
	}
	return c.v
}

// cell is the variable that an expression names.
func (m *machine) cell(x ast.Expr, e *env) *cell {
	switch x := x.(type) {
	case *ast.Ident:
		return e.find(m.prog.info.Uses[x])
	case *ast.ParenExpr:
		return m.cell(x.X, e)
	case *ast.StarExpr:
		if c, ok := m.eval(x.X, e).(*cell); ok {
			return c
		}
	case *ast.SelectorExpr:
		if s := m.prog.info.Selections[x]; s != nil && s.Kind() == types.FieldVal {
			return m.field(m.eval(x.X, e), s)
		}
	}
	return nil
}

// field is the variable that a selection leads to, through embedded fields.
func (m *machine) field(v value, s *types.Selection) *cell {
	t := s.Recv()
	index := s.Index()
	if s.Kind() != types.FieldVal {
		index = index[:len(index)-1]
	}
	c := &cell{v}
	for _, i := range index {
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t = p.Elem()
		}
		fld := t.Underlying().(*types.Struct).Field(i)
		o, ok := c.v.(*object)
		if !ok {
			panic(stop{"nil struct"})
		}
		c, t = o.fields[fld.Name()], fld.Type()
	}
	return c
}

func (m *machine) eval(x ast.Expr, e *env) value {
	if tv := m.prog.info.Types[x]; tv.Value != nil {
		switch tv.Value.Kind() {
		case constant.Bool:
			return constant.BoolVal(tv.Value)
		case constant.Int:
			n, _ := constant.Int64Val(tv.Value)
			return int(n)
		}
		return nil
	}
	switch x := x.(type) {
	case *ast.Ident:
		if fn, ok := m.prog.info.Uses[x].(*types.Func); ok {
			return m.makes(&closure{decl: m.prog.decls[fn.Origin()], env: m.globals})
		}
		if c := m.cell(x, e); c != nil {
			return m.decide(c, m.prog.info.TypeOf(x))
		}
		return nil // nil
	case *ast.ParenExpr:
		return m.eval(x.X, e)
	case *ast.FuncLit:
		return m.makes(&closure{lit: x, env: e})
	case *ast.CallExpr:
		out := m.call(x, e, nil)()
		return m.decide(&cell{out[0]}, m.prog.info.TypeOf(x))
	case *ast.SelectorExpr, *ast.StarExpr:
		if s, ok := x.(*ast.SelectorExpr); ok {
			if fn, ok := m.prog.info.Uses[s.Sel].(*types.Func); ok {
				return m.methodValue(s, fn, e)
			}
		}
		if c := m.cell(x, e); c != nil {
			return m.decide(c, m.prog.info.TypeOf(x))
		}
		panic(stop{"nil"})
	case *ast.UnaryExpr:
		if x.Op == token.NOT {
			return !m.eval(x.X, e).(bool)
		}
		return m.address(x.X, e)
	case *ast.BinaryExpr:
		return m.binary(x, e)
	}
	panic(fmt.Sprintf("expression %T", x))
}

func (m *machine) address(x ast.Expr, e *env) value {
	if lit, ok := x.(*ast.CompositeLit); ok {
		v := made(fresh(m.prog.info.TypeOf(x), 0))
		f := m.top()
		f.calls[lit.Lbrace] = append(f.calls[lit.Lbrace], []value{v})
		return v
	}
	c := m.cell(x, e)
	switch c.v.(type) {
	case *mutex, *object:
		if _, ptr := m.prog.info.TypeOf(x).(*types.Pointer); !ptr {
			return c.v
		}
	}
	return c
}

// made marks the locks of a new struct as free.
func made(v value) value {
	switch v := v.(type) {
	case *mutex:
		*v = mutex{off, off}
	case *object:
		for _, c := range v.fields {
			made(c.v)
		}
	}
	return v
}

func (m *machine) binary(x *ast.BinaryExpr, e *env) value {
	l := m.eval(x.X, e)
	switch x.Op {
	case token.LAND:
		return l.(bool) && m.eval(x.Y, e).(bool)
	case token.LOR:
		return l.(bool) || m.eval(x.Y, e).(bool)
	}
	r := m.eval(x.Y, e)
	switch x.Op {
	case token.EQL:
		return l == r
	case token.NEQ:
		return l != r
	case token.LSS:
		return l.(int) < r.(int)
	}
	panic("operator " + x.Op.String())
}

// severalReturns tells that a function may return one of several functions: nil beside a false does not count.
func severalReturns(d *ast.FuncDecl) bool {
	n := 0
	ast.Inspect(d.Body, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			if len(node.Results) == 0 || !isNil(node.Results[0]) {
				n++
			}
		}
		return true
	})
	return n > 1
}

func isNil(x ast.Expr) bool {
	id, ok := x.(*ast.Ident)
	return ok && id.Name == "nil"
}
