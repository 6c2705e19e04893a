package load

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// Declared types a package once more, for its importers: of one that was typed with bodies the scopes of all its blocks
// and all that is declared in them stay for as long as anybody has it.
func (c *Checker) Declared(p *Package, u *Unit) *types.Package {
	defer c.forgetLines(p, u.Files)
	return c.check(p, seenByImporters(u.Files, u.Unseen()), nil, func(error) {}) // they are known
}

// Unseen are the declarations of which importers see nothing, and the analysis of an importer neither: unexported functions and
// constants of which no other declaration speaks outside of bodies, and variables without a name. (Of an unexported
// variable it asks for the type, where a summary names it, and of an unexported type what it implements.)
func (u *Unit) Unseen() map[ast.Decl]bool {
	if u.unseen == nil {
		u.unseen = unseen(u.Files)
	}
	return u.unseen
}

func unseen(files []*ast.File) map[ast.Decl]bool {
	by := speakers(files)
	hidden := func(id *ast.Ident, decl ast.Decl) bool {
		s, spoken := by[id.Name]
		return id.Name == "_" || !id.IsExported() && (!spoken || s == speaker{decl, true})
	}
	out := map[ast.Decl]bool{}
	for _, f := range files {
		for _, decl := range f.Decls {
			switch d := decl.(type) {
			case *ast.FuncDecl:
				out[decl] = d.Recv == nil && hidden(d.Name, decl)
			case *ast.GenDecl: // as a whole: one constant more may change the others of its group
				out[decl] = (d.Tok == token.CONST || d.Tok == token.VAR) && !slices.ContainsFunc(d.Specs, func(spec ast.Spec) bool {
					return slices.ContainsFunc(spec.(*ast.ValueSpec).Names, func(id *ast.Ident) bool {
						return !hidden(id, decl) || d.Tok == token.VAR && id.Name != "_"
					})
				})
			}
		}
	}
	return out
}

// seenByImporters are files without what importers do not see.
func seenByImporters(files []*ast.File, unseen map[ast.Decl]bool) []*ast.File {
	out := make([]*ast.File, len(files))
	for i, f := range files {
		seen := *f
		seen.Decls = slices.DeleteFunc(slices.Clone(f.Decls), func(d ast.Decl) bool { return unseen[d] })
		out[i] = &seen
	}
	return out
}

// A speaker is the declaration that has a name in it, outside of bodies, and whether it is the only one.
type speaker struct {
	decl ast.Decl
	only bool
}

// speakers are those of all names. What a function itself is called does not count.
func speakers(files []*ast.File) map[string]speaker {
	by := map[string]speaker{}
	for _, f := range files {
		for _, decl := range f.Decls {
			visit := func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok {
					before, again := by[id.Name]
					by[id.Name] = speaker{decl, !again || before == speaker{decl, true}}
				}
				return true
			}
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
	return by
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
