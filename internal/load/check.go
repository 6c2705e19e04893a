package load

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"strings"
)

// A Unit is a package after parsing and type-checking.
type Unit struct {
	Files    []*ast.File // nil without bodies
	Types    *types.Package
	Info     *types.Info // nil without bodies
	Problems []Problem   // only with bodies: what a dependency lacks shows where it is used
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
}

// Check types a package. With bodies, the unit has syntax, comments and type information of everything;
// without, there is only what an importer can see. It never fails: what can be typed is typed.
func (c *Checker) Check(p *Package, bodies bool) *Unit {
	if p.Path == "unsafe" {
		return &Unit{Types: types.Unsafe}
	}
	u := &Unit{Broken: len(p.outside) > 0}
	files := c.parse(u, p, bodies)
	if p.cgo && p.faked {
		dropCBodies(files)
	}
	wrong := func(err error) { u.typeError(p, err, bodies) }
	if !bodies {
		u.Types = c.check(p, seenByImporters(files, unseen(files)), nil, wrong)
		c.forgetLines(p, files)
		return u
	}
	u.Files, u.Info = files, newInfo()
	u.Types = c.check(p, u.Files, u.Info, wrong)
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

func (c *Checker) parse(u *Unit, p *Package, bodies bool) []*ast.File {
	mode := parser.SkipObjectResolution
	if bodies {
		mode |= parser.ParseComments
	}
	var files []*ast.File
	for _, name := range p.Files {
		f, err := c.parseFile(p, name, mode)
		if f != nil {
			files = append(files, f)
		}
		if err == nil {
			continue
		}
		u.Broken = true
		if list, ok := err.(scanner.ErrorList); ok {
			for _, e := range list {
				u.problem(p, bodies, e.Pos.String(), e.Msg)
			}
		} else {
			u.problem(p, bodies, "", err.Error())
		}
	}
	return files
}

func (c *Checker) parseFile(p *Package, name string, mode parser.Mode) (*ast.File, error) {
	if c.Read == nil {
		return parser.ParseFile(c.Fset, name, nil, mode)
	}
	src, err := c.Read(p, name)
	if err != nil {
		return nil, err
	}
	return parser.ParseFile(c.Fset, name, src, mode)
}

func (u *Unit) typeError(p *Package, err error, bodies bool) {
	e, ok := err.(types.Error)
	if !ok {
		u.Broken = true
		u.problem(p, bodies, "", err.Error())
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
	u.problem(p, bodies, e.Fset.Position(e.Pos).String(), e.Msg)
}

func (u *Unit) problem(p *Package, bodies bool, pos, msg string) {
	if bodies && len(u.Problems) < maxErrors && len(p.outside) == 0 { // what is missing was said
		u.Problems = append(u.Problems, Problem{Package: p.Path, Pos: pos, Msg: msg})
	}
}

func newInfo() *types.Info {
	return &types.Info{
		Types:        make(map[ast.Expr]types.TypeAndValue),
		Defs:         make(map[*ast.Ident]types.Object),
		Uses:         make(map[*ast.Ident]types.Object),
		Implicits:    make(map[ast.Node]types.Object),
		Instances:    make(map[*ast.Ident]types.Instance),
		Scopes:       make(map[ast.Node]*types.Scope),
		Selections:   make(map[*ast.SelectorExpr]*types.Selection),
		FileVersions: make(map[*ast.File]string),
	}
}

type importer func(path string) (*types.Package, error)

func (f importer) Import(path string) (*types.Package, error) { return f(path) }
