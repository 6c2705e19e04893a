package load

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"os"
	"strings"
)

// A Unit is a package after parsing and type-checking.
type Unit struct {
	Files    []*ast.File // nil without bodies
	Types    *types.Package
	Info     *types.Info // nil without bodies
	Problems []Problem   // nil without bodies: what a dependency lacks shows where it is used
	Broken   bool        // the errors are such that syntax and types must not be trusted

	unseen map[ast.Decl]bool // nil: nobody has asked yet
}

// maxErrors is how many errors of one package are worth printing: most follow from the first.
const maxErrors = 10

// A Checker types packages from source.
type Checker struct {
	Fset     *token.FileSet
	Sizes    types.Sizes
	Imported func(*Package) *types.Package                 // the types of a package that was checked before
	Read     func(p *Package, name string) ([]byte, error) // reads a file of the package; nil: from disk

	// Counts tells that the types of a package need one that it imports even if no declaration names it; nil: none does.
	Counts func(p, imported *Package) bool
	// Unnamed is what stands among the imports of a dependency for a package that its types do not need; nil: nothing does.
	Unnamed func(*Package) *types.Package
}

// Check types a package with all there is in it: the unit has syntax, comments and type information. It never
// fails: what can be typed is typed.
func (c *Checker) Check(p *Package) *Unit {
	if p.Path == "unsafe" {
		return &Unit{Types: types.Unsafe}
	}
	u := &Unit{Broken: len(p.outside) > 0}
	u.Files = c.parse(u, p)
	u.Info = newInfo(u.Files)
	if p.cgo && p.faked {
		dropCBodies(u.Files)
	}
	u.Types = c.check(p, u.Files, u.Info, func(err error) { u.typeError(p, err) })
	return u
}

// check types files, without bodies where nobody wants to know more of them.
func (c *Checker) check(p *Package, files []*ast.File, info *types.Info, wrong func(error)) *types.Package {
	conf := &types.Config{
		Importer: importer(func(path string) (*types.Package, error) {
			if path == "unsafe" {
				return types.Unsafe, nil
			}
			dep := p.Import(path)
			if dep == nil || c.Imported(dep) == nil {
				return nil, fmt.Errorf("package %s is not loaded", path)
			}
			return c.Imported(dep), nil
		}),
		Sizes:            c.Sizes,
		IgnoreFuncBodies: info == nil,
		FakeImportC:      p.cgo,
		Error:            wrong,
	}
	if p.Module != nil {
		conf.GoVersion = p.Module.GoVersion
	}
	pkg, _ := conf.Check(p.Path, c.Fset, files, info) // errors went to conf.Error
	return pkg
}

func (c *Checker) parse(u *Unit, p *Package) []*ast.File {
	var files []*ast.File
	for _, name := range p.Files {
		src, err := c.read(p, name)
		var f *ast.File
		if err == nil {
			f, err = parser.ParseFile(c.Fset, name, src, parser.SkipObjectResolution|parser.ParseComments)
		}
		if f != nil {
			files = append(files, f)
		}
		if err == nil {
			continue
		}
		u.Broken = true
		if list, ok := err.(scanner.ErrorList); ok {
			for _, e := range list {
				u.problem(p, e.Pos.String(), e.Msg)
			}
		} else {
			u.problem(p, "", err.Error())
		}
	}
	return files
}

func (c *Checker) read(p *Package, name string) ([]byte, error) {
	if c.Read == nil {
		return os.ReadFile(name)
	}
	return c.Read(p, name)
}

func (u *Unit) typeError(p *Package, err error) {
	e, ok := err.(types.Error)
	if !ok {
		u.Broken = true
		u.problem(p, "", err.Error())
		return
	}
	// A soft error (an unused variable or import) keeps a program from being built, but leaves
	// nothing untyped.
	if !e.Soft {
		u.Broken = true
	}
	if e.Soft && p.faked {
		return // an import may be unused because the functions that used it were dropped
	}
	if path, ok := strings.CutPrefix(e.Msg, "could not import "); ok {
		if path, _, _ = strings.Cut(path, " "); p.missing[path] {
			return // go list said why, and more clearly
		}
	}
	u.problem(p, e.Fset.Position(e.Pos).String(), e.Msg)
}

func (u *Unit) problem(p *Package, pos, msg string) {
	if len(u.Problems) < maxErrors && len(p.outside) == 0 { // what is missing was said
		u.Problems = append(u.Problems, Problem{Package: p.Path, Pos: pos, Msg: msg})
	}
}

// newInfo makes room for what will be known of files, so that the large tables need not grow. Nobody asks for the scopes.
func newInfo(files []*ast.File) *types.Info {
	size := 0 // of the source in bytes
	for _, f := range files {
		size += int(f.FileEnd - f.FileStart)
	}
	return &types.Info{
		Types:        make(map[ast.Expr]types.TypeAndValue, size/perType),
		Defs:         make(map[*ast.Ident]types.Object, size/perDef),
		Uses:         make(map[*ast.Ident]types.Object, size/perUse),
		Implicits:    make(map[ast.Node]types.Object),
		Instances:    make(map[*ast.Ident]types.Instance),
		Selections:   make(map[*ast.SelectorExpr]*types.Selection, size/perSelection),
		FileVersions: make(map[*ast.File]string),
	}
}

// For how many bytes of source room is made for an entry; in std there is one in 14, 112, 24 and 150. More room saved nothing there.
const (
	perType      = 20
	perDef       = 100
	perUse       = 30
	perSelection = 100
)

type importer func(path string) (*types.Package, error)

func (f importer) Import(path string) (*types.Package, error) { return f(path) }
