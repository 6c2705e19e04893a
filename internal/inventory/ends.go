package inventory

import (
	"go/ast"
	"go/types"
	"slices"
)

// moreEnds adds the ends of the transaction of a lock behind it in the function of which no path tells, in one that has more
// paths than are followed: the commits and rollbacks of what came of the call that began it.
func (v *view) moreEnds() {
	handle := v.acquire.Handle
	if !ofData(v.acquire) {
		handle = v.acquire.Lock.Conn
	}
	at, open := v.best.Path.OpenAt(handle, v.best.At)
	if handle == nil || !open || at < 0 {
		return
	}
	fn := v.declOf(v.acquire.Pos)
	if fn == nil {
		return
	}
	info := v.r.Pass().TypesInfo
	begin := callAt(fn, v.best.Path.Events[at].Pos)
	made := resultsOf(info, fn, begin)
	if len(made) == 0 {
		return
	}
	ast.PreorderStack(fn.Body, nil, func(n ast.Node, stack []ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || call.Pos() < v.acquire.Pos {
			return true
		}
		is := slices.ContainsFunc(made, func(name string) bool { _, ends := endOf(info, call, name); return ends })
		if id, plain := ast.Unparen(call.Fun).(*ast.Ident); plain && endsTx(id.Name) { // commit(ctx)
			is = is || slices.Contains(made, identity(info, id))
		}
		r := releaseAt(v.collector, call, stack)
		r.How, r.When = endOfTransaction, "transaction"
		if is && !slices.ContainsFunc(v.site.Releases, func(o Release) bool { return o.Pos.Line == r.Pos.Line }) {
			v.site.Releases = append(v.site.Releases, r)
		}
		return true
	})
	slices.SortFunc(v.site.Releases, func(a, b Release) int { return comparePos(a.Pos, b.Pos) })
}

// resultsOf are the variables that get the results of a call, where nothing else is ever assigned to them.
func resultsOf(info *types.Info, fn *ast.FuncDecl, call *ast.CallExpr) []string {
	var out []string
	times := map[string]int{}
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		as, ok := n.(*ast.AssignStmt)
		if !ok {
			return true
		}
		for _, lhs := range as.Lhs {
			id, ok := lhs.(*ast.Ident)
			if !ok || id.Name == "_" || info.TypeOf(id) != nil && isErrorType(info.TypeOf(id)) {
				continue
			}
			name := identity(info, id)
			times[name]++
			if len(as.Rhs) == 1 && ast.Unparen(as.Rhs[0]) == ast.Expr(call) {
				out = append(out, name)
			}
		}
		return true
	})
	return slices.DeleteFunc(out, func(name string) bool { return times[name] > 1 })
}
