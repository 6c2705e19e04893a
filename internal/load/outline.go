package load

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strconv"

	"github.com/locklint/locklint/internal/outline"
)

// An Outline is what there is in a package that its types depend on, and which packages that are.
type Outline struct {
	Needs []*Package // what has to be typed before, sorted as Deps are

	pkg    *Package
	files  []outlined
	broken bool // a file could not be read
}

type outlined struct {
	name string
	text []byte
}

// Outline reads a package of which only the types are wanted. What it imports for the bodies of its functions alone, nearly
// half of what a program is built of, its types do not need.
func (c *Checker) Outline(p *Package) *Outline {
	o := &Outline{pkg: p}
	named := map[*Package]bool{}
	for _, name := range p.Files {
		src, err := c.read(p, name)
		if err != nil {
			o.broken = true
			continue
		}
		file := outline.Of(src)
		o.files = append(o.files, outlined{name, file.Text})
		c.needs(p, file, named)
	}
	for _, dep := range p.Deps {
		if named[dep] {
			o.Needs = append(o.Needs, dep)
		}
	}
	return o
}

// needs adds the packages that the types in a file need.
func (c *Checker) needs(p *Package, file outline.Outline, named map[*Package]bool) {
	f, _ := parser.ParseFile(token.NewFileSet(), "", file.Text, parser.ImportsOnly|parser.SkipObjectResolution) // what is wrong will be said
	if f == nil {
		return
	}
	for _, spec := range f.Imports {
		dep := p.imported(spec)
		if dep == nil {
			continue
		}
		name := dep.Name
		if spec.Name != nil {
			name = spec.Name.Name
		}
		if name == "" || name == "." || file.Qualifiers == nil || file.Qualifiers[name] || c.Counts != nil && c.Counts(p, dep) {
			named[dep] = true
		}
	}
}

// imported is the package that is meant by an import, or nil.
func (p *Package) imported(spec *ast.ImportSpec) *Package {
	path, err := strconv.Unquote(spec.Path.Value)
	if err != nil {
		return nil
	}
	return p.Import(path)
}

// Types types a package without bodies: there is only what an importer can see.
func (c *Checker) Types(o *Outline) *Unit {
	p := o.pkg
	if p.Path == "unsafe" {
		return &Unit{Types: types.Unsafe}
	}
	u := &Unit{Broken: o.broken || len(p.outside) > 0}
	var files []*ast.File
	for _, file := range o.files {
		f, err := parser.ParseFile(c.Fset, file.name, file.text, parser.SkipObjectResolution)
		u.Broken = u.Broken || err != nil
		if f != nil {
			files = append(files, f)
		}
	}
	if p.cgo && p.faked {
		dropCBodies(files)
	}
	unnamed := o.dropUnnamed(files)
	u.Types = c.check(p, seenByImporters(files, unseen(files)), nil, func(err error) { u.typeError(p, err) })
	u.Problems = nil
	c.addUnnamed(u.Types, unnamed)
	c.forgetLines(p, files)
	return u
}

// dropUnnamed removes the imports of packages that the types do not need, and returns these in the order in which they are imported.
func (o *Outline) dropUnnamed(files []*ast.File) []*Package {
	var unnamed []*Package
	drop := func(s ast.Spec) bool {
		dep := o.pkg.imported(s.(*ast.ImportSpec))
		if dep == nil || slices.Contains(o.Needs, dep) {
			return false
		}
		if !slices.Contains(unnamed, dep) {
			unnamed = append(unnamed, dep)
		}
		return true
	}
	for _, f := range files {
		f.Decls = slices.DeleteFunc(f.Decls, func(decl ast.Decl) bool {
			d, ok := decl.(*ast.GenDecl)
			if !ok || d.Tok != token.IMPORT || len(d.Specs) == 0 {
				return false
			}
			d.Specs = slices.DeleteFunc(d.Specs, drop)
			return len(d.Specs) == 0
		})
	}
	return unnamed
}

// addUnnamed lets a package import what its types do not need.
func (c *Checker) addUnnamed(pkg *types.Package, unnamed []*Package) {
	if pkg == nil || c.Unnamed == nil || len(unnamed) == 0 {
		return
	}
	imports := slices.Clone(pkg.Imports())
	for _, dep := range unnamed {
		imports = append(imports, c.Unnamed(dep))
	}
	pkg.SetImports(imports)
}
