package leaseexpiry

import (
	"bytes"
	"go/ast"
	"go/format"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
)

// oneStep gives SET NX the life that a second command gives the key, where nothing else changes by that: between the
// two stand only tests that leave the function, one of them where the key was there already, and nobody looks at how the
// second command went.
func (f fault) oneStep(pass *analysis.Pass) []analysis.SuggestedFix {
	if len(f.acquire.Via) > 0 {
		return nil
	}
	for _, file := range pass.Files {
		if file.FileStart > f.at.Pos || f.at.Pos >= file.FileEnd {
			continue
		}
		list, i, k := together(file, f.acquire.Pos, f.at.Pos)
		if list == nil {
			return nil
		}
		set, expire := callIn(list[i], "SetNX", 4), callIn(list[k], "Expire", 3)
		if set == nil || expire == nil || !alike(set, expire) || !isZero(pass, set.Args[3]) || !testsAlone(list[i:k], set) || !known(pass, expire.Args[2], set) {
			return nil
		}
		var life bytes.Buffer
		if format.Node(&life, pass.Fset, expire.Args[2]) != nil {
			return nil
		}
		from := list[k-1].End()
		for _, c := range file.Comments {
			if from <= c.Pos() && c.Pos() < list[k].Pos() {
				from = list[k].Pos()
			}
		}
		return []analysis.SuggestedFix{{
			Message: "give SET NX the expiry",
			TextEdits: []analysis.TextEdit{
				{Pos: set.Args[3].Pos(), End: set.Args[3].End(), NewText: life.Bytes()},
				{Pos: from, End: list[k].End()},
			},
		}}
	}
	return nil
}

// together are the statements among which two places are, and which of them hold these; the second is a statement of its
// own.
func together(file *ast.File, first, second token.Pos) (list []ast.Stmt, i, k int) {
	ast.Inspect(file, func(n ast.Node) bool {
		block, ok := n.(*ast.BlockStmt)
		if !ok {
			return true
		}
		a, b := -1, -1
		for at, s := range block.List {
			if s.Pos() <= first && first < s.End() {
				a = at
			}
			if _, alone := s.(*ast.ExprStmt); alone && s.Pos() <= second && second < s.End() {
				b = at
			}
		}
		if a >= 0 && a < b {
			list, i, k = block.List, a, b
		}
		return true
	})
	return list, i, k
}

// callIn is the one call of a method of that name, with n arguments, in a statement itself.
func callIn(s ast.Stmt, name string, n int) *ast.CallExpr {
	if test, ok := s.(*ast.IfStmt); ok {
		s = test.Init
	}
	if s == nil {
		return nil
	}
	var found []*ast.CallExpr
	ast.Inspect(s, func(node ast.Node) bool {
		if call, ok := node.(*ast.CallExpr); ok && len(call.Args) == n {
			if sel, ok := call.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == name {
				found = append(found, call)
			}
		}
		return true
	})
	if len(found) != 1 {
		return nil
	}
	return found[0]
}

// alike tells that both calls are given the same client and key.
func alike(set, expire *ast.CallExpr) bool {
	a, b := set.Fun.(*ast.SelectorExpr).X, expire.Fun.(*ast.SelectorExpr).X
	return types.ExprString(a) == types.ExprString(b) && types.ExprString(set.Args[1]) == types.ExprString(expire.Args[1]) && plain(a) && plain(set.Args[1])
}

// plain tells an expression that is the same wherever it is evaluated, while nobody assigns to what it mentions.
func plain(x ast.Expr) bool {
	ok := true
	ast.Inspect(x, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.CallExpr, *ast.FuncLit, *ast.IndexExpr:
			ok = false
		}
		return ok
	})
	return ok
}

// testsAlone tells that the statement of the call is followed by nothing but tests that leave the function, and that one
// of these does where the key was there already.
func testsAlone(list []ast.Stmt, set *ast.CallExpr) bool {
	assign, ok := list[0].(*ast.AssignStmt)
	if test, isIf := list[0].(*ast.IfStmt); isIf {
		assign, ok = test.Init.(*ast.AssignStmt)
	} else {
		list = list[1:]
	}
	if !ok || assign.Tok != token.DEFINE {
		return false
	}
	answer, ok := assign.Lhs[0].(*ast.Ident)
	refused := false
	for n, s := range list {
		test, isIf := s.(*ast.IfStmt)
		if !isIf || test.Else != nil || n > 0 && test.Init != nil || !leaves(test.Body) {
			return false
		}
		refused = refused || ok && refuses(test.Cond, answer.Name)
	}
	return refused
}

// refuses tells !ok, alone or as one of several reasons.
func refuses(cond ast.Expr, ok string) bool {
	switch cond := ast.Unparen(cond).(type) {
	case *ast.UnaryExpr:
		id, isName := cond.X.(*ast.Ident)
		return cond.Op == token.NOT && isName && id.Name == ok
	case *ast.BinaryExpr:
		return cond.Op == token.LOR && (refuses(cond.X, ok) || refuses(cond.Y, ok))
	}
	return false
}

func leaves(body *ast.BlockStmt) bool {
	if len(body.List) == 0 {
		return false
	}
	_, returns := body.List[len(body.List)-1].(*ast.ReturnStmt)
	return returns
}

func isZero(pass *analysis.Pass, x ast.Expr) bool {
	v := pass.TypesInfo.Types[x].Value
	return v != nil && v.ExactString() == "0"
}

// known tells an expression that can be written at a call too.
func known(pass *analysis.Pass, x ast.Expr, call *ast.CallExpr) bool {
	ok := plain(x)
	ast.Inspect(x, func(n ast.Node) bool {
		if id, is := n.(*ast.Ident); is {
			if obj := pass.TypesInfo.Uses[id]; obj != nil && obj.Pos() > call.Pos() && obj.Parent() != pass.Pkg.Scope() && obj.Pkg() == pass.Pkg {
				ok = false
			}
		}
		return ok
	})
	return ok
}
