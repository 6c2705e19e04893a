// Package xactform makes the fix that two rules suggest for a session lock of PostgreSQL inside of a transaction: the form
// of the lock that ends with the transaction, pg_advisory_xact_lock, and no unlock.
package xactform

import (
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/internal/lazy"
)

// A Change is what has to be written anew.
type Change struct {
	Acquire ast.Node   // the call that takes the lock
	Unlocks []ast.Node // all calls, or defer statements, that give it back
	Tx      string     // what the transaction is called there; empty: the lock is taken through it already
}

// Fixes are the suggested fix, or nothing where more than the fault would change: the statements have to be literals of
// the calls, and nobody may look at what the unlock says.
func Fixes(pass *analysis.Pass, c Change) []analysis.SuggestedFix {
	x := &fixer{pass: pass}
	if !x.find(c.Acquire) || len(c.Unlocks) == 0 {
		return nil
	}
	edits := x.taken(c)
	if edits == nil {
		return nil
	}
	for _, u := range c.Unlocks {
		if !x.dropped(u) {
			return nil
		}
	}
	if !x.stillUsed() {
		return nil
	}
	for _, s := range x.gone {
		edits = append(edits, x.without(s))
	}
	return []analysis.SuggestedFix{{
		Message:   "take the lock in the form that ends with the transaction, and drop the unlock",
		TextEdits: edits,
	}}
}

// A fixer makes one fix.
type fixer struct {
	pass *analysis.Pass
	file *ast.File
	gone []ast.Stmt // the statements that are dropped
}

// find looks for the file of a node.
func (x *fixer) find(n ast.Node) bool {
	if n == nil {
		return false
	}
	for _, f := range x.pass.Files {
		if f.FileStart <= n.Pos() && n.Pos() < f.FileEnd {
			x.file = f
		}
	}
	return x.file != nil
}

var (
	takes = lazy.Regexp(`(?i)\bpg_(?:try_)?advisory_lock(?:_shared)?\b`)
	frees = lazy.Regexp(`(?i)^\s*SELECT\s+pg_advisory_unlock(?:_shared)?\s*\([^;]*\)\s*;?\s*$`)
)

// taken are the edits of the call that takes the lock.
func (x *fixer) taken(c Change) []analysis.TextEdit {
	lit := statement(c.Acquire, takes())
	if lit == nil {
		return nil
	}
	at := takes().FindAllStringIndex(lit.Value, -1)
	if len(at) != 1 {
		return nil
	}
	end := at[0][0] + strings.LastIndex(strings.ToLower(lit.Value[at[0][0]:at[0][1]]), "lock")
	pos := lit.Pos() + token.Pos(end)
	edits := []analysis.TextEdit{{Pos: pos, End: pos, NewText: []byte("xact_")}}
	if c.Tx == "" {
		return edits
	}
	sel := Statement(c.Acquire)
	if sel == nil {
		return nil
	}
	return append(edits, analysis.TextEdit{Pos: sel.X.Pos(), End: sel.X.End(), NewText: []byte(c.Tx)})
}

// statement is the one literal of a text like this in a call, or in those that are chained to it.
func statement(n ast.Node, like *regexp.Regexp) *ast.BasicLit {
	var found *ast.BasicLit
	count := 0
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.BasicLit:
			if text, err := strconv.Unquote(n.Value); err == nil && n.Kind == token.STRING && like.MatchString(text) {
				found = n
				count++
			}
		}
		return true
	})
	if count != 1 {
		return nil
	}
	return found
}

// Statement is the selector of the call that is given the statement: db.QueryRow in db.QueryRow(...).Scan(...).
func Statement(n ast.Node) *ast.SelectorExpr {
	call, ok := n.(*ast.CallExpr)
	for ok {
		sel, isSel := call.Fun.(*ast.SelectorExpr)
		if !isSel {
			return nil
		}
		inner, chained := sel.X.(*ast.CallExpr)
		if !chained {
			return sel
		}
		call, ok = inner, true
	}
	return nil
}

// dropped notes the statement of an unlock, if it can go.
func (x *fixer) dropped(n ast.Node) bool {
	stmt := x.statementOf(n)
	if stmt == nil {
		return false
	}
	if statement(unlockCall(stmt), frees()) == nil || !x.alone(stmt) {
		return false
	}
	for _, s := range x.gone {
		if s == stmt {
			return true
		}
	}
	x.gone = append(x.gone, stmt)
	return true
}

// statementOf is the statement in a list of statements that a call is, or that defers it.
func (x *fixer) statementOf(n ast.Node) ast.Stmt {
	var found ast.Stmt
	look := func(list []ast.Stmt) {
		for _, s := range list {
			if unlockCall(s) == nil || len(list) < 2 { // an empty block would be left
				continue
			}
			if s == n || s.Pos() <= n.Pos() && n.End() <= s.End() {
				found = s
			}
		}
	}
	Lists(x.file, func(list []ast.Stmt) bool {
		look(list)
		return true
	})
	return found
}

// Lists looks at the lists of statements below n, the outer ones first, until look says that it has seen enough.
func Lists(n ast.Node, look func([]ast.Stmt) (more bool)) {
	more := true
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BlockStmt:
			more = more && look(n.List)
		case *ast.CaseClause:
			more = more && look(n.Body)
		case *ast.CommClause:
			more = more && look(n.Body)
		}
		return more
	})
}

// unlockCall is the call that a statement is and nothing more: alone, deferred, also in a function literal, or assigned
// to nothing.
func unlockCall(s ast.Stmt) ast.Node {
	switch s := s.(type) {
	case *ast.ExprStmt:
		if call, ok := s.X.(*ast.CallExpr); ok {
			return call
		}
	case *ast.AssignStmt:
		for _, l := range s.Lhs {
			if id, ok := l.(*ast.Ident); !ok || id.Name != "_" {
				return nil
			}
		}
		if call, ok := s.Rhs[0].(*ast.CallExpr); ok && len(s.Rhs) == 1 {
			return call
		}
	case *ast.DeferStmt:
		lit, ok := s.Call.Fun.(*ast.FuncLit)
		if !ok {
			return s.Call
		}
		if len(lit.Body.List) == 1 && len(s.Call.Args) == 0 {
			return unlockCall(lit.Body.List[0])
		}
	}
	return nil
}

// alone tells that nothing else stands on the lines of a statement. A comment there is about it, and goes too.
func (x *fixer) alone(s ast.Stmt) bool {
	first, last := x.line(s.Pos()), x.line(s.End())
	meets := func(from, to token.Pos) bool { return x.line(from) <= last && x.line(to) >= first }
	fine := true
	ast.Inspect(x.file, func(n ast.Node) bool {
		switch {
		case n == nil || n == s:
			return false
		case n.Pos() > s.Pos() || n.End() < s.End(): // beside it
			fine = fine && !meets(n.Pos(), n.End())
			return false
		}
		if b, ok := n.(*ast.BlockStmt); ok && (meets(b.Lbrace, b.Lbrace) || meets(b.Rbrace, b.Rbrace)) {
			fine = false
		}
		return true
	})
	return fine
}

func (x *fixer) line(p token.Pos) int { return x.pass.Fset.Position(p).Line }

// stillUsed tells that each variable and package that is mentioned in what goes is used elsewhere too: the program
// would not compile otherwise.
func (x *fixer) stillUsed() bool {
	gone := map[types.Object]bool{}
	in := func(p token.Pos) bool {
		for _, s := range x.gone {
			if s.Pos() <= p && p < s.End() {
				return true
			}
		}
		return false
	}
	for id, obj := range x.pass.TypesInfo.Uses {
		if in(id.Pos()) && local(obj) {
			gone[obj] = true
		}
	}
	for id, obj := range x.pass.TypesInfo.Uses {
		if gone[obj] && !in(id.Pos()) {
			delete(gone, obj)
		}
	}
	return len(gone) == 0
}

// local tells what has to be used: a variable of a function, or an import.
func local(obj types.Object) bool {
	switch obj := obj.(type) {
	case *types.PkgName:
		return true
	case *types.Var:
		return !obj.IsField() && obj.Pkg() != nil && obj.Parent() != obj.Pkg().Scope()
	}
	return false
}

// without drops the lines of a statement.
func (x *fixer) without(s ast.Stmt) analysis.TextEdit {
	file := x.pass.Fset.File(s.Pos())
	from := file.LineStart(x.line(s.Pos()))
	to := s.End()
	if next := x.line(s.End()) + 1; next <= file.LineCount() {
		to = file.LineStart(next)
	}
	return analysis.TextEdit{Pos: from, End: to}
}
