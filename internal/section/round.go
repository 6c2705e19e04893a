package section

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// roundEnd is where a round of a loop ends that leaves a block: the continue, or else the brace that closes the loop. SSA has no place for
// either of them.
func roundEnd(b *ssa.BasicBlock) token.Pos {
	last := lastPos(b)
	var body *ast.BlockStmt
	switch n := b.Parent().Syntax().(type) {
	case *ast.FuncDecl:
		body = n.Body
	case *ast.FuncLit:
		body = n.Body
	}
	if body == nil || !last.IsValid() {
		return last
	}
	end := last
	ast.Inspect(body, func(n ast.Node) bool {
		if n == nil || !spans(n, last) {
			return false
		}
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ForStmt:
			end = endOf(n.Body, last, end)
		case *ast.RangeStmt:
			end = endOf(n.Body, last, end)
		case *ast.IfStmt:
			if spans(n.Cond, last) {
				end = firstContinue(end, n.Body, n.Else)
			}
		case *ast.BlockStmt:
			end = continueBehind(end, n.List, last)
		case *ast.CaseClause:
			end = continueBehind(end, n.Body, last)
		case *ast.CommClause:
			end = continueBehind(end, n.Body, last)
		}
		return true
	})
	return end
}

// endOf is the brace that closes the body of a loop, if the place is in it; else end.
func endOf(body *ast.BlockStmt, pos, end token.Pos) token.Pos {
	if spans(body, pos) {
		return body.Rbrace
	}
	return end
}

func spans(n ast.Node, pos token.Pos) bool { return n.Pos() <= pos && pos < n.End() }

// firstContinue is the continue with which one of the branches of a condition begins, or end.
func firstContinue(end token.Pos, branches ...ast.Stmt) token.Pos {
	for _, s := range branches {
		if block, ok := s.(*ast.BlockStmt); ok && block != nil && len(block.List) > 0 && continues(block.List[0]) {
			return block.List[0].Pos()
		}
	}
	return end
}

// continueBehind is the continue behind the statement of a list that spans a place, or end.
func continueBehind(end token.Pos, list []ast.Stmt, pos token.Pos) token.Pos {
	for i, s := range list {
		if spans(s, pos) && i+1 < len(list) && continues(list[i+1]) {
			return list[i+1].Pos()
		}
	}
	return end
}

func continues(s ast.Stmt) bool {
	branch, ok := s.(*ast.BranchStmt)
	return ok && branch.Tok == token.CONTINUE
}
