package canceledunlock

import (
	"bytes"
	"go/ast"
	"go/printer"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/internal/effects"
)

// A fixer makes the suggested fix of one fault: the release gets a context that does not end with the caller's
// and has a time limit of its own.
type fixer struct {
	pass   *analysis.Pass
	file   *ast.File
	path   []ast.Node // from the file to the call that gets the context
	call   *ast.CallExpr
	ctx    ast.Expr // its argument
	fn     ast.Node // the function around: *ast.FuncDecl or *ast.FuncLit
	names  [2]string
	within *ast.FuncLit // the deferred or returned literal in which the call stands; nil: none
}

// fixes are the suggested fixes: one, or none where the program would have to be written anew.
func (f fault) fixes(pass *analysis.Pass, r *effects.Result) []analysis.SuggestedFix {
	at := f.release.Pos
	if f.release.Inner.IsValid() {
		at = f.release.Inner
	}
	x := newFixer(pass, r.Site(at).Node)
	if x == nil {
		return nil
	}
	edits := x.edits()
	imports, ok := x.imports()
	if len(edits) == 0 || !ok {
		return nil
	}
	return []analysis.SuggestedFix{{
		Message:   "release on a context that does not end with " + x.text(x.ctx),
		TextEdits: append(imports, edits...),
	}}
}

// newFixer finds the call that is given the context, at the node of the release; nil where there is none.
func newFixer(pass *analysis.Pass, node ast.Node) *fixer {
	call, _ := node.(*ast.CallExpr)
	if d, ok := node.(*ast.DeferStmt); ok {
		call = d.Call
	}
	if call == nil {
		return nil
	}
	x := &fixer{pass: pass, call: call}
	for _, a := range call.Args {
		if isContext(pass.TypesInfo.TypeOf(a)) {
			x.ctx = a
			break
		}
	}
	for _, file := range pass.Files {
		if file.FileStart <= call.Pos() && call.Pos() < file.FileEnd {
			x.file = file
		}
	}
	if x.ctx == nil || x.file == nil {
		return nil
	}
	x.path = pathTo(x.file, call)
	for _, n := range x.path {
		switch n.(type) {
		case *ast.FuncDecl, *ast.FuncLit:
			x.fn = n
		}
	}
	if x.fn == nil {
		return nil
	}
	x.within, _ = x.fn.(*ast.FuncLit)
	x.names = x.freeNames()
	return x
}

func isContext(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Name() == "Context" && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "context"
}

// pathTo are the nodes around a node, outermost first, and itself.
func pathTo(file *ast.File, to ast.Node) []ast.Node {
	var path []ast.Node
	ast.Inspect(file, func(n ast.Node) bool {
		if n == nil || len(path) > 0 && path[len(path)-1] == to {
			return false
		}
		if n.Pos() <= to.Pos() && to.End() <= n.End() {
			path = append(path, n)
			return true
		}
		return false
	})
	return path
}

// freeNames are names for the context and its cancel function that occur nowhere in the function declaration around.
func (x *fixer) freeNames() [2]string {
	used := map[string]bool{}
	ast.Inspect(x.path[1], func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			used[id.Name] = true
		}
		return true
	})
	pick := func(names ...string) string {
		for _, n := range names {
			if !used[n] {
				return n
			}
		}
		return ""
	}
	return [2]string{pick("unlockCtx", "releaseCtx", "detachedCtx"), pick("cancel", "done", "cancelUnlock")}
}

// edits put the new context in the place of the old one.
func (x *fixer) edits() []analysis.TextEdit {
	if x.names[0] == "" || x.names[1] == "" {
		return nil
	}
	if parent := x.derivedFrom(); parent != nil { // it has a time limit of its own already
		return []analysis.TextEdit{{Pos: parent.Pos(), End: parent.End(), NewText: []byte(x.detached(parent))}}
	}
	stmt, i := x.statement()
	if stmt == nil {
		return nil
	}
	if d, ok := stmt.(*ast.DeferStmt); ok && d.Call == x.call {
		return x.wrapped(d)
	}
	before := stmt.Pos()
	if x.within != nil {
		before = x.within.Body.List[0].Pos()
	} else if x.inLoop(i) && !isReturn(stmt) {
		return nil // a defer would wait for the end of the function
	}
	if !x.declaredBefore(before) {
		return nil
	}
	indent := "\n" + strings.Repeat("\t", x.pass.Fset.Position(before).Column-1)
	text := x.derivation() + indent + "defer " + x.names[1] + "()" + indent
	return []analysis.TextEdit{
		{Pos: before, End: before, NewText: []byte(text)},
		{Pos: x.ctx.Pos(), End: x.ctx.End(), NewText: []byte(x.names[0])},
	}
}

// derivedFrom is the parent from which the function derives the context in a statement of its own, with a time
// limit: uctx, cancel := context.WithTimeout(ctx, time.Second).
func (x *fixer) derivedFrom() ast.Expr {
	id, ok := x.ctx.(*ast.Ident)
	if !ok || x.within == nil {
		return nil
	}
	obj := x.pass.TypesInfo.ObjectOf(id)
	var parent ast.Expr
	ast.Inspect(x.within, func(n ast.Node) bool {
		as, ok := n.(*ast.AssignStmt)
		if !ok || as.Tok != token.DEFINE || len(as.Lhs) != 2 || len(as.Rhs) != 1 {
			return true
		}
		to, _ := as.Lhs[0].(*ast.Ident)
		call, _ := as.Rhs[0].(*ast.CallExpr)
		if to == nil || call == nil || len(call.Args) != 2 || x.pass.TypesInfo.ObjectOf(to) != obj {
			return true
		}
		if sel, ok := call.Fun.(*ast.SelectorExpr); ok && (sel.Sel.Name == "WithTimeout" || sel.Sel.Name == "WithDeadline") {
			parent = call.Args[0]
		}
		return true
	})
	return parent
}

// statement is the statement in a list of statements in which the call stands, and its index in the path.
func (x *fixer) statement() (ast.Stmt, int) {
	for i := len(x.path) - 1; i > 0; i-- {
		stmt, ok := x.path[i].(ast.Stmt)
		if !ok {
			if _, lit := x.path[i].(*ast.FuncLit); lit {
				return nil, 0
			}
			continue
		}
		switch x.path[i-1].(type) {
		case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause:
			return stmt, i
		}
	}
	return nil, 0
}

func isReturn(s ast.Stmt) bool {
	_, ok := s.(*ast.ReturnStmt)
	return ok
}

// inLoop tells that the node at index i of the path stands in a loop of its function.
func (x *fixer) inLoop(i int) bool {
	for ; i > 0 && x.path[i] != x.fn; i-- {
		switch x.path[i].(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			return true
		}
	}
	return false
}

// declaredBefore tells that what the context is made of exists at a place.
func (x *fixer) declaredBefore(pos token.Pos) bool {
	ok := true
	ast.Inspect(x.ctx, func(n ast.Node) bool {
		if id, isIdent := n.(*ast.Ident); isIdent {
			if obj := x.pass.TypesInfo.ObjectOf(id); obj != nil && obj.Parent() != nil && obj.Pos() >= pos && obj.Pos() < x.fn.End() {
				ok = false
			}
		}
		return ok
	})
	return ok
}

// wrapped makes a function literal of a deferred call. Its arguments are then evaluated when it runs, so that none
// of them may be a variable that is assigned to.
func (x *fixer) wrapped(d *ast.DeferStmt) []analysis.TextEdit {
	if !x.settled(d.Call) {
		return nil
	}
	indent := "\n" + strings.Repeat("\t", x.pass.Fset.Position(d.Pos()).Column-1)
	text := "defer func() {" + indent + "\t" + x.derivation() + indent + "\tdefer " + x.names[1] + "()" + indent + "\t"
	return []analysis.TextEdit{
		{Pos: d.Pos(), End: d.Call.Pos(), NewText: []byte(text)},
		{Pos: x.ctx.Pos(), End: x.ctx.End(), NewText: []byte(x.names[0])},
		{Pos: d.End(), End: d.End(), NewText: []byte(indent + "}()")},
	}
}

// settled tells that no variable in a deferred call is assigned to after the defer, and that the call makes no
// function.
func (x *fixer) settled(n ast.Node) bool {
	_, i := x.statement()
	later := func(at ast.Node) bool { return at.Pos() > n.Pos() || x.inLoop(i) }
	vars := map[types.Object]bool{}
	ok := true
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			ok = false
		case *ast.Ident:
			if v, isVar := x.pass.TypesInfo.ObjectOf(n).(*types.Var); isVar && !v.IsField() {
				vars[v] = true
			}
		}
		return ok
	})
	changed := func(to ast.Expr, at ast.Node) {
		if id, isIdent := to.(*ast.Ident); isIdent && vars[x.pass.TypesInfo.Uses[id]] && later(at) {
			ok = false
		}
	}
	ast.Inspect(x.path[1], func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				changed(l, n)
			}
		case *ast.IncDecStmt:
			changed(n.X, n)
		case *ast.RangeStmt:
			changed(n.Key, n)
			changed(n.Value, n)
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				changed(n.X, n)
			}
		}
		return ok
	})
	return ok
}

// derivation is the statement that makes the new context.
func (x *fixer) derivation() string {
	return x.names[0] + ", " + x.names[1] + " := " + x.pkg("context") + ".WithTimeout(" + x.detached(x.ctx) + ", 5*" + x.pkg("time") + ".Second)"
}

func (x *fixer) detached(parent ast.Expr) string {
	return x.pkg("context") + ".WithoutCancel(" + x.text(parent) + ")"
}

func (x *fixer) text(n ast.Node) string {
	var b bytes.Buffer
	if err := printer.Fprint(&b, x.pass.Fset, n); err != nil {
		return ""
	}
	return b.String()
}

// pkg is the name by which the file knows a package of the standard library.
func (x *fixer) pkg(path string) string {
	for _, spec := range x.file.Imports {
		if p, err := strconv.Unquote(spec.Path.Value); err == nil && p == path && spec.Name != nil && spec.Name.Name != "_" && spec.Name.Name != "." {
			return spec.Name.Name
		}
	}
	return path
}

// imports add the packages that the fix needs and the file does not import. ok is false where a name is taken.
func (x *fixer) imports() (edits []analysis.TextEdit, ok bool) {
	have := map[string]bool{}
	for _, spec := range x.file.Imports {
		if p, err := strconv.Unquote(spec.Path.Value); err == nil {
			have[p] = true
		}
	}
	for _, path := range []string{"context", "time"} {
		if have[path] {
			continue
		}
		if x.pass.Pkg.Scope().Lookup(path) != nil || len(x.file.Imports) == 0 {
			return nil, false
		}
		first := x.file.Imports[0]
		pos, text := first.End(), "\n\t"+strconv.Quote(path)
		if d := declOf(x.file, first); d != nil && !d.Lparen.IsValid() {
			text = "\nimport " + strconv.Quote(path)
		}
		edits = append(edits, analysis.TextEdit{Pos: pos, End: pos, NewText: []byte(text)})
	}
	return edits, true
}

func declOf(file *ast.File, spec *ast.ImportSpec) *ast.GenDecl {
	for _, d := range file.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Pos() <= spec.Pos() && spec.End() <= g.End() {
			return g
		}
	}
	return nil
}
