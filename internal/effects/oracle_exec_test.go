package effects_test

import (
	"fmt"
	"go/ast"
	"go/token"
)

// Limits of one path.
const (
	maxSteps = 3000
)

func (m *machine) top() *frame { return m.stack[len(m.stack)-1] }

func (m *machine) block(list []ast.Stmt, e *env) control {
	for i := 0; i < len(list); i++ {
		c := m.stmt(list[i], e, "")
		if c.kind == token.GOTO {
			if to := labelled(list, c.label); to >= 0 {
				m.round(c.label)
				i = to - 1
				continue
			}
		}
		if c.kind != token.ILLEGAL {
			return c
		}
	}
	return control{}
}

func labelled(list []ast.Stmt, label string) int {
	for i, s := range list {
		if l, ok := s.(*ast.LabeledStmt); ok && l.Label.Name == label {
			return i
		}
	}
	return -1
}

// rounds is how often a loop is run.
func (m *machine) rounds() int {
	if m.lenient {
		return 3
	}
	return 2
}

// round ends a path that jumps back too often.
func (m *machine) round(label string) {
	f := m.top()
	if f.labels[label]++; f.labels[label] > m.rounds() {
		panic(stop{"loop"})
	}
}

func (m *machine) stmt(s ast.Stmt, e *env, label string) control {
	if m.steps++; m.steps > maxSteps {
		panic(stop{"too long"})
	}
	f := m.top()
	m.lines = append(m.lines, m.prog.fset.Position(s.Pos()).Line)
	switch s := s.(type) {
	case *ast.ExprStmt:
		m.call(s.X.(*ast.CallExpr), e, nil)()
	case *ast.AssignStmt:
		m.assign(s, e)
	case *ast.DeclStmt:
		for _, spec := range s.Decl.(*ast.GenDecl).Specs {
			for _, name := range spec.(*ast.ValueSpec).Names {
				m.define(f, e, name, zero(m.prog.info.Defs[name].Type()))
			}
		}
	case *ast.IncDecStmt:
		c := m.cell(s.X, e)
		c.v = c.v.(int) + 1
	case *ast.BlockStmt:
		c := m.block(s.List, e.inner())
		return broken(c, label, false)
	case *ast.LabeledStmt:
		return broken(m.stmt(s.Stmt, e, s.Label.Name), s.Label.Name, false)
	case *ast.IfStmt:
		return m.ifElse(s, e)
	case *ast.ForStmt:
		return m.loop(s, e, label)
	case *ast.RangeStmt:
		return m.ranges(s, e, label)
	case *ast.SwitchStmt:
		return m.choice(s, e, label)
	case *ast.BranchStmt:
		c := control{kind: s.Tok}
		if s.Label != nil {
			c.label = s.Label.Name
		}
		return c
	case *ast.DeferStmt:
		m.deferred(f.outer(), s, e)
	case *ast.GoStmt:
		m.spawn(s.Call, e)
	case *ast.EmptyStmt:
	case *ast.ReturnStmt:
		m.results(f.outer(), s, e)
		return control{kind: token.RETURN}
	default:
		panic(fmt.Sprintf("statement %T", s))
	}
	return control{}
}

// deferred keeps a call for the end of the function. Section takes the defer statement of a loop to have been
// reached once, so what comes after two rounds is not compared.
func (m *machine) deferred(f *frame, s *ast.DeferStmt, e *env) {
	run := m.call(s.Call, e, f)
	f.defers = append(f.defers, func() { run() })
	if f.deferred[s]++; f.deferred[s] > 1 && !m.lenient {
		for _, f := range m.stack {
			f.tainted = true
		}
	}
}

// broken ends a break to the statement with that label.
func broken(c control, label string, plain bool) control {
	if c.kind == token.BREAK && (plain && c.label == "" || c.label != "" && c.label == label) {
		return control{}
	}
	return c
}

// ends tells that a loop ends after a round that ended with c.
func ends(c control, label string) (control, bool) {
	switch c.kind {
	case token.ILLEGAL:
		return control{}, false
	case token.CONTINUE:
		if c.label == "" || c.label == label {
			return control{}, false
		}
	}
	return broken(c, label, true), true
}

func (m *machine) ifElse(s *ast.IfStmt, e *env) control {
	e = e.inner()
	if s.Init != nil {
		m.stmt(s.Init, e, "")
	}
	switch {
	case m.eval(s.Cond, e).(bool):
		return m.block(s.Body.List, e.inner())
	case s.Else != nil:
		return m.stmt(s.Else, e, "")
	}
	return control{}
}

func (m *machine) loop(s *ast.ForStmt, e *env, label string) control {
	e = e.inner()
	if s.Init != nil {
		m.stmt(s.Init, e, "")
	}
	for n := 0; s.Cond == nil || m.eval(s.Cond, e).(bool); n++ {
		if n == m.rounds() {
			panic(stop{"loop"})
		}
		if c, over := ends(m.block(s.Body.List, e.inner()), label); over {
			return c
		}
		if s.Post != nil {
			m.stmt(s.Post, e, "")
		}
	}
	return control{}
}

func (m *machine) choice(s *ast.SwitchStmt, e *env, label string) control {
	var tag value = true
	if s.Tag != nil {
		tag = m.eval(s.Tag, e)
	}
	taken, fallback := -1, -1
	for i, stmt := range s.Body.List {
		cc := stmt.(*ast.CaseClause)
		if cc.List == nil {
			fallback = i
		}
		for _, x := range cc.List {
			if taken < 0 && m.eval(x, e) == tag {
				taken = i
			}
		}
	}
	if taken < 0 {
		taken = fallback
	}
	for i := taken; i >= 0; i++ {
		c := m.block(s.Body.List[i].(*ast.CaseClause).Body, e.inner())
		if c.kind != token.FALLTHROUGH {
			return broken(c, label, true)
		}
	}
	return control{}
}

func (m *machine) results(f *frame, s *ast.ReturnStmt, e *env) {
	vals := m.values(s.Results, e)
	for i, v := range vals {
		f.results[i].v = v
	}
}

// values evaluates a list of expressions or the one call that stands for it.
func (m *machine) values(list []ast.Expr, e *env) []value {
	if len(list) == 1 {
		if call, ok := list[0].(*ast.CallExpr); ok {
			return m.call(call, e, nil)()
		}
	}
	var out []value
	for _, x := range list {
		out = append(out, m.eval(x, e))
	}
	return out
}

func (m *machine) assign(s *ast.AssignStmt, e *env) {
	f := m.top()
	if len(s.Lhs) == 1 && isBlank(s.Lhs[0]) {
		if _, ok := s.Rhs[0].(*ast.Ident); ok {
			return // says that a variable is used
		}
	}
	for i, v := range m.values(s.Rhs, e) {
		id, isIdent := s.Lhs[i].(*ast.Ident)
		switch {
		case isBlank(s.Lhs[i]):
		case isIdent && m.prog.info.Defs[id] != nil:
			m.define(f, e, id, v)
		default:
			c := m.cell(s.Lhs[i], e)
			if fn, ok := v.(*closure); ok && fn != nil && isIdent { // a field is known to who puts it there
				fn.home = min(fn.home, m.owner(c))
			}
			if fn, ok := v.(*closure); ok && fn != nil && !isIdent {
				fn.stored = s.Pos()
			}
			c.v = v
		}
	}
}

func isBlank(x ast.Expr) bool {
	id, ok := x.(*ast.Ident)
	return ok && id.Name == "_"
}

// owner is the depth of the frame whose variable c is.
func (m *machine) owner(c *cell) int {
	for _, f := range m.stack {
		for _, cells := range f.names {
			for _, o := range cells {
				if o == c {
					return f.depth
				}
			}
		}
	}
	return -1
}
