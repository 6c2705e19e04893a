package unlockbeforecommit

import (
	"bytes"
	"go/ast"
	"go/format"
	"go/token"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/effects"
	"github.com/locklint/locklint/internal/summary"
	"github.com/locklint/locklint/internal/xactform"
)

// fixes are the suggested fix: one, or none where more than the fault would change.
func (f fault) fixes(pass *analysis.Pass, r *effects.Result) []analysis.SuggestedFix {
	switch f.category {
	case session:
		return f.xact(pass, r)
	case order:
		return f.behindCommit(pass, r)
	}
	return nil
}

// xact takes the lock in the form that ends with the transaction.
func (f fault) xact(pass *analysis.Pass, r *effects.Result) []analysis.SuggestedFix {
	if len(f.acquire.Via) > 0 || f.acquire.Scope != catalog.TxScope && f.commit.Kind != summary.Commit {
		return nil
	}
	unlocks, ok := r.UnlocksOf(f.fn, f.acquire)
	if !ok {
		return nil
	}
	return xactform.Fixes(pass, xactform.Change{Acquire: r.Site(f.acquire.Pos).Node, Unlocks: unlocks})
}

// behindCommit puts an unlock that stands right before the commit behind it.
func (f fault) behindCommit(pass *analysis.Pass, r *effects.Result) []analysis.SuggestedFix {
	unlock, commit := r.Site(f.release.Pos).Node, r.Site(f.commit.Pos).Node
	if f.release.Deferred || f.commit.Deferred || f.commit.Runner || len(f.commit.Via) > 0 || unlock == nil || commit == nil {
		return nil
	}
	for _, file := range pass.Files {
		if file.FileStart > unlock.Pos() || unlock.Pos() >= file.FileEnd {
			continue
		}
		first, second := neighbours(file, unlock, commit)
		if first == nil {
			return nil
		}
		if line(pass, first.End())+1 != line(pass, second.Pos()) {
			return nil
		}
		return moved(pass, file, first, second)
	}
	return nil
}

// neighbours are the statement that is the unlock and nothing more, and the next one, if that commits.
func neighbours(file *ast.File, unlock, commit ast.Node) (first, second ast.Stmt) {
	look := func(list []ast.Stmt) {
		for i := 0; i+1 < len(list); i++ {
			if call, ok := list[i].(*ast.ExprStmt); ok && call.X == unlock && list[i+1].Pos() <= commit.Pos() && commit.End() <= list[i+1].End() {
				first, second = list[i], list[i+1]
			}
		}
	}
	xactform.Lists(file, func(list []ast.Stmt) bool {
		look(list)
		return first == nil
	})
	return first, second
}

func line(pass *analysis.Pass, p token.Pos) int { return pass.Fset.Position(p).Line }

// remark is the comment behind a statement, on its last line.
func remark(pass *analysis.Pass, file *ast.File, s ast.Stmt) (text string, end token.Pos) {
	for _, g := range file.Comments {
		if g.Pos() >= s.End() && line(pass, g.Pos()) == line(pass, s.End()) && line(pass, g.End()) == line(pass, s.End()) {
			return " " + g.List[0].Text, g.End()
		}
	}
	return "", s.End()
}

// moved are the edits: the two change places, or, where the commit is what is returned, the unlock is deferred.
func moved(pass *analysis.Pass, file *ast.File, unlock, commit ast.Stmt) []analysis.SuggestedFix {
	var edits []analysis.TextEdit
	switch s := commit.(type) {
	case *ast.ReturnStmt:
		edits = []analysis.TextEdit{{Pos: unlock.Pos(), End: unlock.Pos(), NewText: []byte("defer ")}}
	case *ast.ExprStmt, *ast.AssignStmt:
		var text bytes.Buffer
		if format.Node(&text, pass.Fset, unlock) != nil {
			return nil
		}
		about, _ := remark(pass, file, unlock)
		_, end := remark(pass, file, commit)
		indent := strings.Repeat("\t", pass.Fset.Position(unlock.Pos()).Column-1)
		edits = []analysis.TextEdit{
			{Pos: unlock.Pos(), End: s.Pos()},
			{Pos: end, End: end, NewText: []byte("\n" + indent + text.String() + about)},
		}
	default:
		return nil
	}
	return []analysis.SuggestedFix{{Message: "release behind the commit", TextEdits: edits}}
}
