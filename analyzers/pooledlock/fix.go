package pooledlock

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/internal/effects"
	"github.com/locklint/locklint/internal/summary"
	"github.com/locklint/locklint/internal/xactform"
)

// fixes are the suggested fix of a lock that is taken through a pool while a transaction is open that commits afterwards:
// it becomes one of that transaction. None where more than the fault would change.
func (f fault) fixes(pass *analysis.Pass, r *effects.Result) []analysis.SuggestedFix {
	if f.category != pool || f.at.Kind != summary.Acquire || len(f.lock.Via) > 0 {
		return nil
	}
	begin, ok := f.inTransaction()
	if !ok {
		return nil
	}
	unlocks, ok := r.UnlocksOf(f.fn, f.lock)
	if !ok {
		return nil
	}
	acquire := r.Site(f.lock.Pos).Node
	tx := transactionName(pass, r.Site(begin.Pos).Node, acquire)
	if tx == "" {
		return nil
	}
	return xactform.Fixes(pass, xactform.Change{Acquire: acquire, Unlocks: unlocks, Tx: tx})
}

// inTransaction finds the transaction of the same database that is open where the lock is taken, if on all paths nothing
// is done with the lock after its end.
func (f fault) inTransaction() (begin effects.Event, ok bool) {
	for _, p := range f.fn.Paths {
		for i, e := range p.Events {
			if e.Kind != summary.Acquire || e.Pos != f.lock.Pos {
				continue
			}
			b, open := openAt(p, i)
			if !open || !summary.Equal(b.On, e.Lock.Conn) || ok && b.Pos != begin.Pos || worksAfterEnd(p, i, b.Handle) {
				return begin, false
			}
			begin, ok = b, true
		}
	}
	return begin, ok
}

// openAt is the begin of the only transaction that is open at a position of a path.
func openAt(p effects.Path, i int) (begin effects.Event, ok bool) {
	for _, e := range p.Events[:i] {
		if e.Kind != summary.Begin {
			continue
		}
		if _, open := p.OpenAt(e.Handle, i); open {
			if ok {
				return begin, false
			}
			begin, ok = e, true
		}
	}
	return begin, ok
}

// worksAfterEnd tells that something is done between the end of a transaction and the release of the lock that was taken
// at a position.
func worksAfterEnd(p effects.Path, i int, tx *summary.Expr) bool {
	end := p.EndAfter(tx, i)
	if end < 0 {
		return false
	}
	for _, e := range p.Events[end+1:] {
		switch e.Kind {
		case summary.Release, summary.Unreleased:
			if e.Lock.Same(p.Events[i].Lock) {
				return false
			}
		case summary.Rollback:
		default:
			return true
		}
	}
	return false
}

// transactionName is what the transaction that a call begins is called where a lock is taken, if it has the method by
// which the lock is taken; "" elsewhere.
func transactionName(pass *analysis.Pass, begin, acquire ast.Node) string {
	call := xactform.Statement(acquire)
	if begin == nil || call == nil {
		return ""
	}
	id := named(pass, begin, acquire)
	if id == nil {
		return ""
	}
	obj := pass.TypesInfo.Defs[id]
	if obj == nil {
		return ""
	}
	if _, seen := pass.Pkg.Scope().Innermost(acquire.Pos()).LookupParent(id.Name, acquire.Pos()); seen != obj {
		return ""
	}
	now, _ := pass.TypesInfo.Uses[call.Sel].(*types.Func)
	then, _, _ := types.LookupFieldOrMethod(obj.Type(), true, pass.Pkg, call.Sel.Name)
	if now == nil || then == nil || !types.Identical(now.Type(), then.Type()) {
		return ""
	}
	return id.Name
}

// named is the variable that holds the transaction: what the call that begins it is assigned to, or the parameter of the
// literal that a runner runs.
func named(pass *analysis.Pass, begin, acquire ast.Node) *ast.Ident {
	var found *ast.Ident
	for _, file := range pass.Files {
		if begin.Pos() < file.FileStart || file.FileEnd <= begin.Pos() {
			continue
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				if len(n.Rhs) == 1 && n.Rhs[0] == begin {
					found, _ = n.Lhs[0].(*ast.Ident)
				}
			case *ast.FuncLit:
				if begin.Pos() <= n.Pos() && n.Pos() <= acquire.Pos() && acquire.End() <= n.End() && n.End() <= begin.End() {
					found = lastParam(n)
				}
			}
			return true
		})
	}
	return found
}

// lastParam is the last parameter of a literal: a context stands before it.
func lastParam(lit *ast.FuncLit) *ast.Ident {
	list := lit.Type.Params.List
	if len(list) == 0 || len(list[len(list)-1].Names) != 1 {
		return nil
	}
	return list[len(list)-1].Names[0]
}
