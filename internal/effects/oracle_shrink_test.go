package effects_test

import (
	"bytes"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
)

// shrink leaves out of a program what the failure does not need.
func shrink(src string, w *wrong) (string, *wrong) {
	for again := true; again; {
		again = false
		for i := 0; ; i++ {
			smaller, ok := edit(src, i)
			if !ok {
				break
			}
			if smaller == src {
				continue
			}
			p, err := load(smaller)
			if err != nil {
				continue
			}
			var t tally
			if now := compare(p, &t); now != nil && now.what == w.what {
				src, w, again = smaller, now, true
				i--
			}
		}
	}
	return src, w
}

// edit makes the n-th of all small cuts, and tells whether there are so many.
func edit(src string, n int) (string, bool) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "p.go", src, parser.SkipObjectResolution)
	if err != nil {
		return src, false
	}
	done := false
	turn := func() bool { n--; return n < 0 && !done }
	for i, d := range f.Decls {
		if _, ok := d.(*ast.FuncDecl); ok && turn() {
			f.Decls = append(f.Decls[:i:i], f.Decls[i+1:]...)
			done = true
		}
	}
	ast.Inspect(f, func(node ast.Node) bool {
		switch s := node.(type) {
		case *ast.BlockStmt:
			s.List, done = cut(s.List, done, turn)
		case *ast.CaseClause:
			s.Body, done = cut(s.Body, done, turn)
		case *ast.IfStmt:
			if s.Else != nil && turn() {
				s.Else, done = nil, true
			}
		}
		return !done
	})
	if !done {
		return src, false
	}
	var b bytes.Buffer
	if err := format.Node(&b, fset, f); err != nil {
		return src, true
	}
	return b.String(), true
}

// cut leaves out one statement, or two in a row, or puts the inside of one in its place.
func cut(list []ast.Stmt, done bool, turn func() bool) ([]ast.Stmt, bool) {
	if done {
		return list, done
	}
	for size := 4; size >= 1; size-- {
		for i := 0; i+size <= len(list); i++ {
			if turn() {
				return append(list[:i:i], list[i+size:]...), true
			}
		}
	}
	for i, s := range list {
		for _, inner := range inside(s) {
			if turn() {
				return append(append(list[:i:i], inner...), list[i+1:]...), true
			}
		}
	}
	return list, false
}

// inside are the lists of statements in a statement.
func inside(s ast.Stmt) [][]ast.Stmt {
	switch s := s.(type) {
	case *ast.IfStmt:
		out := [][]ast.Stmt{s.Body.List}
		if b, ok := s.Else.(*ast.BlockStmt); ok {
			out = append(out, b.List)
		}
		return out
	case *ast.BlockStmt:
		return [][]ast.Stmt{s.List}
	case *ast.ForStmt:
		return [][]ast.Stmt{s.Body.List}
	case *ast.RangeStmt:
		return [][]ast.Stmt{s.Body.List}
	case *ast.LabeledStmt:
		return [][]ast.Stmt{{s.Stmt}}
	case *ast.ExprStmt:
		if c, ok := s.X.(*ast.CallExpr); ok {
			if l, ok := c.Fun.(*ast.FuncLit); ok {
				return [][]ast.Stmt{l.Body.List}
			}
		}
	case *ast.SwitchStmt:
		var out [][]ast.Stmt
		for _, c := range s.Body.List {
			out = append(out, c.(*ast.CaseClause).Body)
		}
		return out
	}
	return nil
}
