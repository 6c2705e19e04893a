package inventory

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/cfg"
)

// callsUnder are the calls that are made between the acquire at a place and what gives its lock back, and those of function
// literals that the acquire is given, in the order of the source. Of a function of the program that leaves a lock behind which
// its caller does not give back, only the literals count: most leave it on a path that is no way out for the caller.
func (c *collector) callsUnder(v *view, pos token.Pos, library bool) []*ast.CallExpr {
	decl := c.declOf(pos)
	if decl == nil {
		return nil
	}
	acquire := callAt(decl, pos)
	if acquire == nil {
		return nil
	}
	var out []*ast.CallExpr
	add := func(call *ast.CallExpr) { out = append(out, call) }
	for _, arg := range acquire.Args {
		if lit, ok := ast.Unparen(arg).(*ast.FuncLit); ok {
			c.eachCall(lit.Body, add)
		}
	}
	inside := len(out)
	subjects := v.subjects(decl, acquire)
	given := library
	gives := func(call *ast.CallExpr) bool {
		is := v.gives(call, acquire, subjects)
		given = given || is
		return is
	}
	c.until(bodyAround(decl, acquire.Pos()), acquire, gives, add)
	if !given {
		out = out[:inside]
	}
	slices.SortFunc(out, func(a, b *ast.CallExpr) int { return int(a.Pos() - b.Pos()) })
	return slices.Compact(out)
}

// until visits the calls on the paths from the acquire to calls that give its lock back. A deferred one ends no path.
func (c *collector) until(body *ast.BlockStmt, acquire *ast.CallExpr, gives func(*ast.CallExpr) bool, visit func(*ast.CallExpr)) {
	graph, held := cfg.New(body, func(*ast.CallExpr) bool { return true }), conditionsAround(body, acquire)
	seen := map[*cfg.Block]bool{}
	var follow func(b *cfg.Block, nodes []ast.Node)
	follow = func(b *cfg.Block, nodes []ast.Node) {
		for _, n := range nodes {
			over := false
			c.eachCall(n, func(call *ast.CallExpr) {
				if !over && !gives(call) {
					visit(call)
				} else if _, deferred := n.(*ast.DeferStmt); !deferred {
					over = true
				}
			})
			if over {
				return
			}
		}
		for _, next := range feasible(b, held) {
			if !seen[next] {
				seen[next] = true
				follow(next, next.Nodes)
			}
		}
	}
	for _, b := range graph.Blocks {
		at := slices.IndexFunc(b.Nodes, func(n ast.Node) bool { return n.Pos() <= acquire.Pos() && acquire.End() <= n.End() })
		if at >= 0 && b.Live {
			follow(b, b.Nodes[at+1:])
			return
		}
	}
}

// bodyAround is the body of the innermost function, or literal, around a place.
func bodyAround(fn *ast.FuncDecl, pos token.Pos) *ast.BlockStmt {
	body := fn.Body
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		if lit, ok := n.(*ast.FuncLit); ok && lit.Body.Pos() <= pos && pos < lit.Body.End() {
			body = lit.Body
		}
		return true
	})
	return body
}

// conditionsAround are the conditions under which a call is made: those of the ifs around it, and of their parts those that all have
// to hold.
func conditionsAround(body *ast.BlockStmt, call *ast.CallExpr) []string {
	var out []string
	var add func(cond ast.Expr)
	add = func(cond ast.Expr) {
		out = append(out, types.ExprString(cond))
		if and, ok := ast.Unparen(cond).(*ast.BinaryExpr); ok && and.Op == token.LAND {
			add(and.X)
			add(and.Y)
		}
	}
	ast.Inspect(body, func(n ast.Node) bool {
		if is, ok := n.(*ast.IfStmt); ok && is.Body.Pos() <= call.Pos() && call.End() <= is.Body.End() {
			add(is.Cond)
		}
		return true
	})
	return out
}

// feasible are the blocks that may follow one: where it asks again for a condition under which the lock was taken, that holds.
func feasible(b *cfg.Block, held []string) []*cfg.Block {
	if len(b.Succs) == 2 && len(b.Nodes) > 0 {
		if cond, ok := b.Nodes[len(b.Nodes)-1].(ast.Expr); ok && slices.Contains(held, types.ExprString(cond)) {
			return b.Succs[:1]
		}
	}
	return b.Succs
}
