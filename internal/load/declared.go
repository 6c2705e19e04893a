package load

import (
	"go/ast"
	"go/types"
	"slices"
)

// Declared types a package once more, for its importers: of one that was typed with bodies the scopes of all its blocks
// and all that is declared in them stay for as long as anybody has it.
func (c *Checker) Declared(p *Package, u *Unit) *types.Package {
	defer c.forgetLines(p, u.Files)
	return c.check(p, seenByImporters(u.Files), nil, func(error) {}) // they are known
}

// seenByImporters are files without the functions that nobody outside of the package can name, nor a declaration in it.
func seenByImporters(files []*ast.File) []*ast.File {
	spoken := Spoken(files)
	unseen := func(d ast.Decl) bool {
		fn, ok := d.(*ast.FuncDecl)
		return ok && fn.Recv == nil && !fn.Name.IsExported() && !spoken[fn.Name.Name]
	}
	out := make([]*ast.File, len(files))
	for i, f := range files {
		seen := *f
		seen.Decls = slices.DeleteFunc(slices.Clone(f.Decls), unseen)
		out[i] = &seen
	}
	return out
}

// Spoken are the names in files outside of the bodies of functions.
func Spoken(files []*ast.File) map[string]bool {
	spoken := make(map[string]bool)
	visit := func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			spoken[id.Name] = true
		}
		return true
	}
	for _, f := range files {
		for _, decl := range f.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if !ok {
				ast.Inspect(decl, visit)
				continue
			}
			if fn.Recv != nil {
				ast.Inspect(fn.Recv, visit)
			}
			ast.Inspect(fn.Type, visit)
		}
	}
	return spoken
}

// forgetLines forgets where the lines of a package of the standard library begin, once nothing is reported in it any more:
// nobody else points there.
func (c *Checker) forgetLines(p *Package, files []*ast.File) {
	if !p.Standard {
		return
	}
	for _, f := range files {
		if file := c.Fset.File(f.FileStart); file != nil {
			file.SetLines([]int{0})
		}
	}
}
