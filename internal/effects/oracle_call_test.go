package effects_test

import (
	"go/ast"
	"go/types"
)

// call evaluates the function and the arguments of a call and returns what runs it. deferredBy is the frame
// whose defer statement it is.
func (m *machine) call(x *ast.CallExpr, e *env, deferredBy *frame) func() []value {
	f := m.top()
	keep := func(run func() []value) func() []value {
		return func() []value {
			out := run()
			f.calls[x.Lparen] = append(f.calls[x.Lparen], out)
			return out
		}
	}
	if id, ok := x.Fun.(*ast.Ident); ok && m.prog.info.Types[id].IsBuiltin() {
		return m.builtin(id.Name, f)
	}
	if sel, ok := ast.Unparen(x.Fun).(*ast.SelectorExpr); ok {
		if fn, ok := m.prog.info.Uses[sel.Sel].(*types.Func); ok {
			return keep(m.static(x, sel, fn, e, deferredBy))
		}
	}
	if id, ok := ast.Unparen(x.Fun).(*ast.Ident); ok {
		if fn, ok := m.prog.info.Uses[id].(*types.Func); ok {
			args := m.args(x, e)
			return keep(func() []value {
				return m.invoke(&closure{decl: m.prog.decls[fn.Origin()], env: m.globals}, args, deferredBy)
			})
		}
	}
	fn, _ := m.eval(x.Fun, e).(*closure)
	if _, field := ast.Unparen(x.Fun).(*ast.SelectorExpr); field && fn != nil && fn.stored > x.Pos() {
		fn.either = true
	}
	args := m.args(x, e)
	return keep(func() []value {
		m.taint(fn)
		return m.invoke(fn, args, deferredBy)
	})
}

// taint marks the frames that are run with a function that they cannot know.
func (m *machine) taint(fn *closure) {
	if fn == nil || fn.home < 0 && fn.lit == nil && fn.decl == nil && fn.method == nil && fn.native == nil {
		return
	}
	from := max(fn.home, 0) + 1
	if fn.either {
		from = 0
	}
	for _, f := range m.stack[min(from, len(m.stack)):] {
		f.tainted = true
	}
}

func (m *machine) args(x *ast.CallExpr, e *env) []value {
	var out []value
	for _, a := range x.Args {
		if id, ok := a.(*ast.Ident); ok { // not looked at yet
			if c := m.cell(id, e); c != nil {
				out = append(out, m.decide(c, m.prog.info.TypeOf(a)))
				continue
			}
		}
		out = append(out, m.eval(a, e))
	}
	return out
}

func (m *machine) builtin(name string, f *frame) func() []value {
	return func() []value {
		if name == "panic" {
			panic(goPanic{})
		}
		if by := f.deferredBy; by != nil && by.panicking {
			by.panicking = false
			return []value{failure{}}
		}
		return []value{nil}
	}
}

// static is the call of a declared method or of a function of another package.
func (m *machine) static(x *ast.CallExpr, sel *ast.SelectorExpr, fn *types.Func, e *env, deferredBy *frame) func() []value {
	var recv []value
	if s := m.prog.info.Selections[sel]; s != nil {
		recv = append(recv, m.field(m.eval(sel.X, e), s).v)
	}
	if m.prog.fullName(fn) == "oracle/env.Mark" {
		id := m.eval(x.Args[0], e).(int)
		f := m.top()
		return func() []value {
			if !f.tainted && (f.loop == nil || deferredBy == nil) { // a mark that the body of a loop defers is not reached in it
				m.mark(m, id, f)
			}
			return nil
		}
	}
	args := append(recv, m.args(x, e)...)
	if d := m.prog.decls[fn.Origin()]; d != nil {
		return func() []value { return m.invoke(&closure{decl: d, env: m.globals}, args, deferredBy) }
	}
	return func() []value { return m.library(fn, args) }
}

func (m *machine) methodValue(sel *ast.SelectorExpr, fn *types.Func, e *env) value {
	recv := m.field(m.eval(sel.X, e), m.prog.info.Selections[sel]).v
	if recv == nil {
		panic(stop{"nil"})
	}
	if d := m.prog.decls[fn.Origin()]; d != nil {
		return m.makes(&closure{decl: d, env: m.globals, recv: recv})
	}
	return m.makes(&closure{method: fn, recv: recv})
}

// makes is a function value that the running frame makes: it knows which it is.
func (m *machine) makes(fn *closure) *closure {
	fn.home = len(m.stack) - 1
	f := m.top()
	f.made = append(f.made, fn)
	return fn
}

// leaves ends a frame. Whoever runs the functions that it made from now on does not know what it did.
func (m *machine) leaves(f *frame) {
	m.stack = m.stack[:f.depth]
	for _, fn := range f.made {
		fn.home = min(fn.home, f.depth-1)
	}
	if f.depth > 0 {
		m.top().made = append(m.top().made, f.made...)
	}
}
