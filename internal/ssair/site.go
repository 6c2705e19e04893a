package ssair

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/analysis"
)

// A Site is the source text of a call: where a finding about it points, and the expression.
type Site struct {
	Pos, End token.Pos
	Node     ast.Node // the call, or the defer statement
	Func     string   // the declared function around it
}

type site struct {
	call ast.Node
	stmt ast.Stmt
	fn   string
}

// index finds the call or defer statement of each position that go/ssa gives to an instruction.
func (p *Package) index(pass *analysis.Pass) {
	p.sites = map[int]*site{}
	for _, f := range pass.Files {
		fn := ""
		var stmts []ast.Stmt
		var stack []ast.Node
		within := func(call ast.Node) *site {
			s := &site{call: call, fn: fn}
			if len(stmts) > 0 {
				s.stmt = stmts[len(stmts)-1]
			}
			return s
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if n == nil {
				if _, ok := stack[len(stack)-1].(ast.Stmt); ok {
					stmts = stmts[:len(stmts)-1]
				}
				stack = stack[:len(stack)-1]
				return true
			}
			stack = append(stack, n)
			if s, ok := n.(ast.Stmt); ok {
				stmts = append(stmts, s)
			}
			switch n := n.(type) {
			case *ast.FuncDecl:
				fn = DeclName(n)
			case *ast.CallExpr:
				p.sites[int(n.Lparen)] = within(n)
			case *ast.SendStmt:
				p.sites[int(n.Arrow)] = &site{call: n, stmt: n, fn: fn}
			case *ast.UnaryExpr:
				if n.Op == token.ARROW {
					p.sites[int(n.OpPos)] = within(n)
				}
			case *ast.DeferStmt:
				p.sites[int(n.Defer)] = &site{call: n, stmt: n, fn: fn}
			case *ast.ReturnStmt:
				p.sites[int(n.Return)] = &site{call: n, stmt: n, fn: fn}
			case *ast.GoStmt:
				p.sites[int(n.Go)] = &site{call: n, stmt: n, fn: fn}
			}
			return true
		})
	}
}

// DeclName is the name of a function as the timeline writes it: Type.Method or Func.
func DeclName(d *ast.FuncDecl) string {
	if d.Recv == nil || len(d.Recv.List) == 0 {
		return d.Name.Name
	}
	t := d.Recv.List[0].Type
	for {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		case *ast.Ident:
			return x.Name + "." + d.Name.Name
		default:
			return d.Name.Name
		}
	}
}

// Site is the place of an instruction: its expression, or the first line of its statement where the
// expression starts further down.
func (p *Package) Site(fset *token.FileSet, pos token.Pos) Site {
	s := p.sites[int(pos)]
	if s == nil {
		return Site{Pos: pos, End: pos}
	}
	out := Site{Pos: s.call.Pos(), End: s.call.End(), Node: s.call, Func: s.fn}
	if s.stmt != nil && fset.Position(s.stmt.Pos()).Line < fset.Position(out.Pos).Line && !isBlock(s.stmt) {
		out.Pos = s.stmt.Pos()
	}
	return out
}

func isBlock(s ast.Stmt) bool {
	_, ok := s.(*ast.BlockStmt)
	return ok
}
