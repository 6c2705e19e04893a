package directive

import (
	"go/ast"
	"go/token"
)

// lines are a range of lines of a file; first is 0 where there are none.
type lines struct{ first, last int }

// lineOf is the line of the file as it was read: line directives, such as cgo writes, do not count.
func lineOf(file *token.File, pos token.Pos) int { return file.PositionFor(pos, false).Line }

// scope finds the lines that a directive covers.
func scope(file *token.File, f *ast.File, c *ast.Comment) lines {
	s := &scoper{file: file, comment: c, line: lineOf(file, c.Pos())}
	for _, decl := range f.Decls {
		if fn, ok := decl.(*ast.FuncDecl); ok && fn.Doc != nil && fn.Doc.Pos() <= c.Pos() && c.End() <= fn.Doc.End() {
			return s.linesOf(fn)
		}
	}
	if s.behindCode(f) {
		return s.linesOf(s.onLine(f))
	}
	return s.linesOf(s.below(f))
}

// A scoper looks for the node that one directive covers.
type scoper struct {
	file    *token.File
	comment *ast.Comment
	line    int
}

func (s *scoper) linesOf(n ast.Node) lines {
	if n == nil {
		return lines{}
	}
	return lines{s.start(n), s.end(n)}
}

func (s *scoper) start(n ast.Node) int { return lineOf(s.file, n.Pos()) }
func (s *scoper) end(n ast.Node) int   { return lineOf(s.file, n.End()-1) }

// behindCode tells that something other than a comment stands on the line before the directive.
func (s *scoper) behindCode(f *ast.File) bool {
	found := false
	ast.Inspect(f, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.File:
			return true
		case nil, *ast.Comment, *ast.CommentGroup:
			return false
		}
		found = found || n.Pos() < s.comment.Pos() && (s.start(n) == s.line || n.End() <= s.comment.Pos() && s.end(n) == s.line)
		return !found
	})
	return found
}

// onLine is the outermost statement or declaration that starts on the directive's line, or else the
// innermost that the line is part of.
func (s *scoper) onLine(f *ast.File) ast.Node {
	var starts, holds ast.Node
	ast.Inspect(f, func(n ast.Node) bool {
		if n == nil || starts != nil {
			return false
		}
		if !covered(n) {
			return true
		}
		if s.start(n) == s.line {
			starts = n
		} else if s.start(n) < s.line && s.line <= s.end(n) {
			holds = n
		}
		return true
	})
	if starts != nil {
		return starts
	}
	return holds
}

// covered tells a node that a directive can be about: statements but blocks, and declarations.
func covered(n ast.Node) bool {
	switch n.(type) {
	case *ast.BlockStmt:
		return false
	case ast.Stmt, ast.Decl, ast.Spec:
		return true
	}
	return false
}

// below is what follows the directive in its list of statements or declarations, or the statement that
// the directive stands inside of, or nil where neither is: the end of a block, a function.
func (s *scoper) below(f *ast.File) ast.Node {
	var in ast.Node = f // the innermost list or statement around the directive
	ast.Inspect(f, func(n ast.Node) bool {
		if n == nil || n.End() <= s.comment.Pos() || s.comment.End() <= n.Pos() {
			return n == f
		}
		if _, block := n.(*ast.BlockStmt); block || covered(n) {
			in = n
		}
		return true
	})
	switch in := in.(type) {
	case *ast.File:
		return s.next(nodes(in.Decls))
	case *ast.GenDecl:
		return s.next(nodes(in.Specs))
	case *ast.BlockStmt:
		return s.next(nodes(in.List))
	case *ast.CaseClause:
		return s.next(nodes(in.Body))
	case *ast.CommClause:
		return s.next(nodes(in.Body))
	}
	return in
}

func nodes[N ast.Node](list []N) []ast.Node {
	out := make([]ast.Node, len(list))
	for i, n := range list {
		out[i] = n
	}
	return out
}

// next is the first of a list that stands behind the directive. A function is covered by its doc comment
// only: a directive further up would silence a lot in passing.
func (s *scoper) next(list []ast.Node) ast.Node {
	for _, n := range list {
		if n.Pos() > s.comment.Pos() {
			if _, fn := n.(*ast.FuncDecl); fn {
				return nil
			}
			return n
		}
	}
	return nil
}
