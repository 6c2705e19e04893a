package effects

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// A package variable that is declared with a constant number, and to which nothing but tests assigns another one, is that
// number: how long a lease lives, or a pause is, stands in such variables as often as in constants.

// Number is the number that a package variable is declared with, where its package assigns no other one; open tells that
// other packages may.
func (w *world) Number(name string) (n string, open, known bool) {
	if w.numbers == nil {
		w.numbers = w.declaredNumbers()
	}
	if n, known = w.numbers[name]; known {
		return n, token.IsExported(name[strings.LastIndexByte(name, '.')+1:]) && w.pass.Pkg.Name() != "main", true
	}
	if v := w.variable(name); v != nil && isInteger(v.Type()) {
		if t := w.importedLimit(v, nil); t.ok {
			return t.ns, true, true
		}
	}
	return "", false, false
}

// declaredNumbers are the variables that are declared with a constant number, without those that may have another one.
func (w *world) declaredNumbers() map[string]string {
	vars := map[types.Object]string{}
	for _, file := range w.pass.Files {
		for _, decl := range file.Decls {
			if d, ok := decl.(*ast.GenDecl); ok && d.Tok == token.VAR {
				w.addNumbers(vars, d)
			}
		}
	}
	for _, file := range w.pass.Files {
		if len(vars) > 0 && !strings.HasSuffix(w.pass.Fset.Position(file.FileStart).Filename, "_test.go") {
			w.dropChanged(vars, file)
		}
	}
	out := map[string]string{}
	for v, n := range vars {
		out[w.pass.Pkg.Path()+"."+v.Name()] = n
	}
	return out
}

func (w *world) addNumbers(vars map[types.Object]string, d *ast.GenDecl) {
	for _, s := range d.Specs {
		spec, ok := s.(*ast.ValueSpec)
		if !ok || len(spec.Names) != len(spec.Values) {
			continue
		}
		for i, name := range spec.Names {
			v := w.pass.TypesInfo.Defs[name]
			val := w.pass.TypesInfo.Types[spec.Values[i]].Value
			if v != nil && val != nil && isInteger(v.Type()) {
				vars[v] = val.ExactString()
			}
		}
	}
}

func isInteger(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0
}

// dropChanged takes away the variables that a file assigns to, or of which it takes the address.
func (w *world) dropChanged(vars map[types.Object]string, file *ast.File) {
	drop := func(e ast.Expr) {
		if id, ok := ast.Unparen(e).(*ast.Ident); ok {
			delete(vars, w.pass.TypesInfo.Uses[id])
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, to := range n.Lhs {
				drop(to)
			}
		case *ast.IncDecStmt:
			drop(n.X)
		case *ast.RangeStmt:
			drop(n.Key)
			drop(n.Value)
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				drop(n.X)
			}
		}
		return true
	})
}

// exportNumbers tells the importers what the exported package variables are that are always the same number. That a
// package which imports this one assigns to one is not known here: rules do not count on it.
func (w *world) exportNumbers() {
	scope := w.pass.Pkg.Scope()
	for _, name := range scope.Names() {
		v, ok := scope.Lookup(name).(*types.Var)
		if !ok || !v.Exported() || !isInteger(v.Type()) {
			continue
		}
		if n, _, known := w.Number(w.pass.Pkg.Path() + "." + name); known {
			w.pass.ExportObjectFact(v, &Limits{Fields: []FieldLimit{{NS: n}}})
		}
	}
}
