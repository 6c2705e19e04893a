package effects

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"iter"
	"maps"
	"strings"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/locklint/locklint/internal/catalog"
)

// Duplicate is the fact that a function which is given an error asks whether it is the violation of a unique constraint.
type Duplicate struct{}

// AFact makes it a fact about its function.
func (*Duplicate) AFact() {}

func (*Duplicate) String() string { return "asks for a duplicate" }

// HandlesDuplicate tells that a function, or a literal in it, handles the violation of a unique constraint: it asks for
// the error of a library that means one, for its code, or calls a function that does. Which statement the error is of
// is not followed: where the question is asked at all, the database is taken for the guard.
func (w *world) HandlesDuplicate(fn *ssa.Function) bool {
	for fn.Parent() != nil && fn.Parent().Syntax() != nil {
		fn = fn.Parent()
	}
	node := fn.Syntax()
	if node == nil {
		return false
	}
	known, ok := w.unique[node]
	if !ok {
		known = w.asksForDuplicate(node, map[ast.Node]bool{})
		w.unique[node] = known
	}
	return known
}

// exportDuplicates tells the importers which functions ask.
func (w *world) exportDuplicates() {
	for obj, decl := range w.declarations() {
		if obj.Exported() && takesError(obj.Signature()) && w.asksForDuplicate(decl, map[ast.Node]bool{}) {
			w.pass.ExportObjectFact(obj, &Duplicate{})
		}
	}
}

// declarations are the functions and methods of this package, in the order of the source.
func (w *world) declarations() iter.Seq2[*types.Func, *ast.FuncDecl] {
	return func(yield func(*types.Func, *ast.FuncDecl) bool) {
		for _, file := range w.pass.Files {
			for _, d := range file.Decls {
				decl, ok := d.(*ast.FuncDecl)
				if !ok {
					continue
				}
				if obj, ok := w.pass.TypesInfo.Defs[decl.Name].(*types.Func); ok && !yield(obj, decl) {
					return
				}
			}
		}
	}
}

// declaration is where a function or method is declared, or nil if that is in another package.
func (w *world) declaration(obj *types.Func) *ast.FuncDecl {
	if w.decls == nil {
		w.decls = maps.Collect(w.declarations())
	}
	return w.decls[obj]
}

// asksForDuplicate looks through a function and those that it calls. seen are the ones that were looked through.
func (w *world) asksForDuplicate(fn ast.Node, seen map[ast.Node]bool) bool {
	seen[fn] = true
	asks := false
	ast.Inspect(fn, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			asks = asks || w.askedBy(n, seen)
		case *ast.BinaryExpr:
			asks = asks || (n.Op == token.EQL || n.Op == token.NEQ) && (w.duplicateNumber(n.X) || w.duplicateNumber(n.Y))
		case *ast.CaseClause:
			for _, x := range n.List {
				asks = asks || w.duplicateNumber(x)
			}
		case *ast.Ident:
			v, ok := w.pass.TypesInfo.Uses[n].(*types.Var)
			asks = asks || ok && w.Catalog().ErrorOf(v) == catalog.Duplicate
		}
		if x, ok := n.(ast.Expr); ok {
			asks = asks || duplicateText(w.pass.TypesInfo.Types[x].Value)
		}
		return !asks
	})
	return asks
}

// askedBy tells a call of a function that is given an error and says whether it is a duplicate: by its name, or
// because its body asks.
func (w *world) askedBy(call *ast.CallExpr, seen map[ast.Node]bool) bool {
	fn := typeutil.StaticCallee(w.pass.TypesInfo, call)
	if fn == nil || !takesError(fn.Signature()) {
		return false
	}
	fn = fn.Origin()
	if duplicateName(fn.Name()) {
		return true
	}
	if fn.Pkg() != nil && fn.Pkg() != w.pass.Pkg {
		return w.pass.ImportObjectFact(fn, new(Duplicate))
	}
	decl := w.declaration(fn)
	return decl != nil && !seen[decl] && w.asksForDuplicate(decl, seen)
}

func takesError(sig *types.Signature) bool {
	for p := range sig.Params().Variables() {
		if types.Identical(p.Type(), types.Universe.Lookup("error").Type()) {
			return true
		}
	}
	return false
}

func duplicateName(name string) bool {
	low := strings.ToLower(name)
	for _, word := range []string{"duplicate", "unique", "constraint", "alreadyexist", "conflict"} {
		if strings.Contains(low, word) {
			return true
		}
	}
	return false
}

// duplicateText tells the codes and texts by which databases name the violation: 23505 is PostgreSQL's.
func duplicateText(v constant.Value) bool {
	if v == nil || v.Kind() != constant.String {
		return false
	}
	text := strings.ToLower(constant.StringVal(v))
	if len(text) > 60 {
		return false // SQL
	}
	return text == "23505" || text == "unique_violation" || strings.Contains(text, "duplicate key") || strings.Contains(text, "duplicate entry") ||
		strings.Contains(text, "unique constraint") || strings.Contains(text, "e11000")
}

// duplicateNumber tells the numbers of the violation: MySQL's 1062, SQLite's 2067, MongoDB's 11000.
func (w *world) duplicateNumber(x ast.Expr) bool {
	v := w.pass.TypesInfo.Types[x].Value
	return v != nil && v.Kind() == constant.Int && (v.ExactString() == "1062" || v.ExactString() == "2067" || v.ExactString() == "11000")
}
