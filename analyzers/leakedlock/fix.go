package leakedlock

import (
	"bytes"
	"go/ast"
	"go/format"
	"go/token"

	"golang.org/x/tools/go/analysis"
)

// moveDefer moves the deferred release right behind the acquire and the test of its error, if all that it
// mentions is there by then.
func moveDefer(pass *analysis.Pass, acquire, deferred token.Pos) []analysis.SuggestedFix {
	for _, file := range pass.Files {
		if file.FileStart > acquire || acquire >= file.FileEnd {
			continue
		}
		d, list := deferIn(file, deferred)
		if d == nil {
			return nil
		}
		behind := guarded(list, acquire)
		if behind == nil || behind.End() >= d.Pos() || !declaredBy(pass, d, behind.End()) {
			return nil
		}
		var text bytes.Buffer
		if format.Node(&text, pass.Fset, d) != nil {
			return nil
		}
		return []analysis.SuggestedFix{{
			Message: "defer the release right behind the acquire",
			TextEdits: []analysis.TextEdit{
				{Pos: behind.End(), End: behind.End(), NewText: append([]byte("\n"), text.Bytes()...)},
				{Pos: d.Pos(), End: d.End()},
			},
		}}
	}
	return nil
}

// deferIn finds the defer statement and the statements among which it stands.
func deferIn(file *ast.File, pos token.Pos) (*ast.DeferStmt, []ast.Stmt) {
	var found *ast.DeferStmt
	var list []ast.Stmt
	ast.Inspect(file, func(n ast.Node) bool {
		if b, ok := n.(*ast.BlockStmt); ok {
			for _, s := range b.List {
				if d, ok := s.(*ast.DeferStmt); ok && d.Defer == pos {
					found, list = d, b.List
				}
			}
		}
		return found == nil
	})
	return found, list
}

// guarded is the statement behind which the acquire is known to have worked: its own, or the test that follows.
func guarded(list []ast.Stmt, acquire token.Pos) ast.Stmt {
	for i, s := range list {
		if s.Pos() > acquire || acquire >= s.End() {
			continue
		}
		if test, ok := s.(*ast.IfStmt); ok {
			if test.Init == nil && test.Cond.End() < acquire || test.Else != nil {
				return nil
			}
			return s
		}
		if assign, ok := s.(*ast.AssignStmt); ok {
			test, ok := next(list, i).(*ast.IfStmt)
			if !ok || !mentionsAny(test.Cond, assign.Lhs) || test.Else != nil {
				return nil
			}
			for { // an error, then a bool
				i++
				more, ok := next(list, i).(*ast.IfStmt)
				if !ok || !mentionsAny(more.Cond, assign.Lhs) || more.Else != nil {
					return test
				}
				test = more
			}
		}
		if _, ok := s.(*ast.ExprStmt); ok {
			return s
		}
		return nil
	}
	return nil
}

func next(list []ast.Stmt, i int) ast.Stmt {
	if i+1 < len(list) {
		return list[i+1]
	}
	return nil
}

// mentionsAny tells that an expression has one of the variables in it.
func mentionsAny(cond ast.Expr, vars []ast.Expr) bool {
	found := false
	ast.Inspect(cond, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			for _, v := range vars {
				if lhs, ok := v.(*ast.Ident); ok && lhs.Name == id.Name {
					found = true
				}
			}
		}
		return !found
	})
	return found
}

// declaredBy tells that all that the defer mentions is declared before a place, or in the defer itself.
func declaredBy(pass *analysis.Pass, d *ast.DeferStmt, place token.Pos) bool {
	fine := true
	ast.Inspect(d, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		if obj := pass.TypesInfo.Uses[id]; obj != nil && obj.Pos() > place && obj.Pos() < d.Pos() {
			fine = false
		}
		return fine
	})
	return fine
}
