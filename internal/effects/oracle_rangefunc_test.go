package effects_test

import (
	"go/ast"
	"go/types"
)

// outer is the frame of the function to which what a frame defers and returns belongs.
func (f *frame) outer() *frame {
	for f.loop != nil {
		f = f.loop
	}
	return f
}

// ranges runs a range over a number or a function.
func (m *machine) ranges(s *ast.RangeStmt, e *env, label string) control {
	if _, over := m.prog.info.TypeOf(s.X).Underlying().(*types.Signature); over {
		return m.rangeFunc(s, e, label)
	}
	for range m.eval(s.X, e).(int) {
		if c, over := ends(m.block(s.Body.List, e.inner()), label); over {
			return c
		}
	}
	return control{}
}

// rangeFunc runs a range over a function: the body of the loop is a function of its own, as it is to section.
func (m *machine) rangeFunc(s *ast.RangeStmt, e *env, label string) control {
	f := m.top()
	var out control
	over, panicked, rounds := false, false, 0
	body := &closure{home: f.depth, native: func() []value {
		if rounds++; over || panicked || rounds > m.rounds() {
			panic(stop{"loop"})
		}
		b := newFrame(&closure{env: e, lit: &ast.FuncLit{Body: s.Body}}, nil, nil, len(m.stack))
		b.loop, b.tainted = f, f.tainted || m.aliased(b, e.inner())
		m.stack = append(m.stack, b)
		panicked = true
		out, over = ends(m.block(s.Body.List, e.inner()), label)
		panicked = false
		m.leaves(b)
		return []value{!over}
	}}
	iterator, _ := m.eval(s.X, e).(*closure)
	m.taint(iterator)
	m.invoke(iterator, []value{body}, nil)
	if panicked {
		panic(stop{"the iterator recovered a panic of the loop"})
	}
	return out
}

// spawn is a go statement. It may hand off what is held, and nothing is said about that from here on, unless it does
// nothing but give a lock back: it may do so at once, and who takes the lock again waits for it, as if it were given
// back here.
func (m *machine) spawn(call *ast.CallExpr, e *env) {
	if unlock := onlyUnlock(call); unlock != nil {
		m.call(unlock, e, nil)()
		return
	}
	for _, f := range m.stack {
		f.tainted = f.tainted || len(f.held) > 0
	}
}

// onlyUnlock is the one call of a literal that gives a lock back.
func onlyUnlock(call *ast.CallExpr) *ast.CallExpr {
	lit, ok := call.Fun.(*ast.FuncLit)
	if !ok || len(lit.Body.List) != 1 {
		return nil
	}
	stmt, ok := lit.Body.List[0].(*ast.ExprStmt)
	if !ok {
		return nil
	}
	inner, ok := stmt.X.(*ast.CallExpr)
	if !ok {
		return nil
	}
	if sel, ok := inner.Fun.(*ast.SelectorExpr); !ok || sel.Sel.Name != "Unlock" {
		return nil
	}
	return inner
}

// again tells that a declared function has called itself often enough.
func (m *machine) again(fn *closure) bool {
	n := 0
	for _, f := range m.stack {
		if fn.decl != nil && f.fn.decl == fn.decl {
			n++
		}
	}
	return n > m.rounds()
}
