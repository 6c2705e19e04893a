// Package ssair builds the SSA form of a package where it can matter, and finds the source text around an
// instruction.
package ssair

import (
	"fmt"
	"go/ast"
	"go/types"
	"reflect"
	"runtime/debug"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/config"
)

// A Package is the SSA form of a package.
type Package struct {
	SSA   *ssa.Package    // nil where the package cannot matter
	Funcs []*ssa.Function // declared in the source, literals behind their function, in source order
	Err   error           // go/ssa gave up on the package

	declared map[*types.Func]*ssa.Function
	sites    map[int]*site
	shop     *Workshop
}

// Func is the SSA form of a function or method that the package declares, or nil.
func (p *Package) Func(obj *types.Func) *ssa.Function { return p.declared[obj] }

// New makes the analyzer, which builds in the programs of a workshop. It has no facts, so that no driver runs it where nobody asks for its
// result.
func New(cfg *analysis.Analyzer, shop *Workshop) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name: "locklintssa",
		Doc:  "build the SSA form of packages that take locks or use a store",
		Run: func(pass *analysis.Pass) (any, error) {
			return run(pass, pass.ResultOf[cfg].(*config.Setup).Catalog, shop), nil
		},
		Requires:   []*analysis.Analyzer{cfg},
		ResultType: reflect.TypeFor[*Package](),
	}
}

func run(pass *analysis.Pass, c *catalog.Catalog, shop *Workshop) *Package {
	p := &Package{shop: shop}
	if !matters(pass, c) {
		return p
	}
	return p.Build(pass)
}

// Build makes the SSA form of the package, whether it can matter by itself or not.
func (p *Package) Build(pass *analysis.Pass) *Package {
	out := &Package{shop: p.shop, declared: map[*types.Func]*ssa.Function{}}
	out.Err = out.build(pass)
	if out.Err != nil {
		return &Package{Err: out.Err}
	}
	out.index(pass)
	return out
}

// build makes the SSA form. go/ssa panics on input that it cannot take, such as faked cgo.
func (p *Package) build(pass *analysis.Pass) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("go/ssa: %v\n%s", r, debug.Stack())
		}
	}()
	prog := p.shop.take(pass.Fset, pass.Pkg)
	for _, imp := range pass.Pkg.Imports() {
		if prog.Package(imp) == nil {
			prog.CreatePackage(imp, nil, nil, true)
		}
	}
	p.SSA = prog.CreatePackage(pass.Pkg, pass.Files, pass.TypesInfo, false)
	p.SSA.Build()
	for _, file := range pass.Files {
		for _, decl := range file.Decls {
			fd, ok := decl.(*ast.FuncDecl)
			if !ok {
				continue
			}
			if obj, ok := pass.TypesInfo.Defs[fd.Name].(*types.Func); ok {
				if fn := prog.FuncValue(obj); fn != nil {
					p.declared[obj] = fn
					p.add(fn)
				}
			}
		}
	}
	p.shop.give(prog, pass.Pkg, len(p.Funcs)) // not if go/ssa gave up: what is in the program then nobody knows
	return nil
}

func (p *Package) add(fn *ssa.Function) {
	p.Funcs = append(p.Funcs, fn)
	for _, anon := range fn.AnonFuncs {
		p.add(anon)
	}
}

// matters tells that a package can have something to report or to tell its importers: it reaches a
// catalogued library other than sync, or it takes a mutex in a way that a caller may have to know, or it calls other
// programs, under a lock of its own or perhaps under one of its callers. Of the modules that the main module depends on,
// only packages that use a library themselves are looked at.
func matters(pass *analysis.Pass, c *catalog.Catalog) bool {
	switch {
	case !Ours(pass, c):
		return false
	case Foreign(pass):
		return true
	}
	store := func(path string) bool { return path != "sync" && c.Has(path) }
	if c.OfUser(pass.Pkg.Path()) || imports(pass, store) || takesMutex(pass.Files) {
		return true
	}
	locks, waits := locksAndWaits(pass)
	return locks && waits || locks && imports(pass, c.CallsOut) || importable(pass) && reach(pass, shipped(pass), c.CallsOut)
}

// importable tells that others may import a package, and may call it under their locks.
func importable(pass *analysis.Pass) bool {
	name := pass.Pkg.Name()
	return name != "main" && !strings.HasSuffix(name, "_test")
}

// shipped are the imports of a package without those of its tests, whose functions nobody else can call.
func shipped(pass *analysis.Pass) []*types.Package {
	paths := map[string]bool{}
	tests := false
	for _, f := range pass.Files {
		if strings.HasSuffix(pass.Fset.File(f.FileStart).Name(), "_test.go") {
			tests = true
			continue
		}
		for _, spec := range f.Imports {
			paths[strings.Trim(spec.Path.Value, "`\"")] = true
		}
	}
	if !tests {
		return pass.Pkg.Imports()
	}
	return slices.DeleteFunc(slices.Clone(pass.Pkg.Imports()), func(p *types.Package) bool { return !paths[p.Path()] })
}

// Ours tells a package of the project, or one of another module that has to be looked at for the sake of its
// importers.
func Ours(pass *analysis.Pass, c *catalog.Catalog) bool {
	path := pass.Pkg.Path()
	switch {
	case c.Covers(path):
		return false
	case Foreign(pass):
		return Wanted(c, path, importPaths(pass.Pkg))
	}
	return pass.Module != nil && pass.Module.Path != "" || !catalog.IsStd(path)
}

// Foreign tells a package of another module than the main one.
func Foreign(pass *analysis.Pass) bool { return pass.Module != nil && pass.Module.Version != "" }

// Wanted tells whether a package of another module has to be analysed for the sake of its importers: one
// that imports a catalogued package other than sync, which everybody imports, and is no part of one itself, or of
// which the user says something.
func Wanted(c *catalog.Catalog, path string, imports []string) bool {
	if c.Covers(path) || catalog.IsStd(path) {
		return false
	}
	return c.OfUser(path) || slices.ContainsFunc(imports, func(p string) bool { return p != "sync" && c.Has(p) })
}

func importPaths(pkg *types.Package) []string {
	var out []string
	for _, imp := range pkg.Imports() {
		out = append(out, imp.Path())
	}
	return out
}

// An importWalk goes through what a package imports, and what that imports.
type importWalk struct {
	module string // whose packages may have names like those of the standard library
	seen   map[*types.Package]bool
}

// finds tells that one of the packages is wanted, or one that it imports. What a package of the standard library imports for
// itself does not count.
func (w *importWalk) finds(pkgs []*types.Package, wanted func(path string) bool) bool {
	for _, imp := range pkgs {
		if w.seen[imp] {
			continue
		}
		w.seen[imp] = true
		own := w.module != "" && strings.HasPrefix(imp.Path(), w.module+"/")
		if wanted(imp.Path()) || (own || !catalog.IsStd(imp.Path())) && w.finds(imp.Imports(), wanted) {
			return true
		}
	}
	return false
}

// imports tells that a package imports one that is wanted, by itself or by a package that it imports.
func imports(pass *analysis.Pass, wanted func(path string) bool) bool {
	return reach(pass, pass.Pkg.Imports(), wanted)
}

// reach tells that some of the imports of a package lead to one that is wanted.
func reach(pass *analysis.Pass, from []*types.Package, wanted func(path string) bool) bool {
	w := &importWalk{seen: map[*types.Package]bool{}}
	if pass.Module != nil {
		w.module = pass.Module.Path
	}
	return w.finds(from, wanted)
}

// locksAndWaits tells whether a package names functions that take mutexes, and others that wait for time to pass. Fields of
// such names do not count.
func locksAndWaits(pass *analysis.Pass) (locks, waits bool) {
	for _, obj := range pass.TypesInfo.Uses { // whichever it is: the order does not matter
		if fn, ok := obj.(*types.Func); ok {
			switch fn.Name() {
			case "Lock", "RLock":
				locks = true
			case "Sleep", "After", "NewTimer":
				waits = waits || fn.FullName() != "(time.Time).After"
			}
		}
	}
	return locks, waits
}

// takesMutex looks for a call x.Lock() that is not followed by defer x.Unlock(), and for a channel that may be a mutex:
// everything else looks from outside as if there were no lock.
func takesMutex(files []*ast.File) bool {
	found := false
	for _, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BlockStmt:
				found = found || keepsLock(n.List)
			case *ast.CaseClause:
				found = found || keepsLock(n.Body)
			case *ast.CommClause:
				found = found || keepsLock(n.Body)
			case *ast.CallExpr:
				sel, ok := n.Fun.(*ast.SelectorExpr)
				found = found || ok && (sel.Sel.Name == "TryLock" || sel.Sel.Name == "TryRLock") || makesToken(n)
			}
			return !found
		})
	}
	return found
}

// keepsLock tells statements of which one is x.Lock(), and the next does not defer x.Unlock().
func keepsLock(list []ast.Stmt) bool {
	for i, s := range list {
		if isLock(s) && (i+1 == len(list) || !isDeferredUnlock(list[i+1])) {
			return true
		}
	}
	return false
}

// makesToken tells make(chan struct{}, 1): a channel that may be a mutex.
func makesToken(call *ast.CallExpr) bool {
	fn, ok := call.Fun.(*ast.Ident)
	if !ok || fn.Name != "make" || len(call.Args) != 2 {
		return false
	}
	ch, ok := call.Args[0].(*ast.ChanType)
	if !ok {
		return false
	}
	s, isStruct := ch.Value.(*ast.StructType)
	size, isLit := call.Args[1].(*ast.BasicLit)
	return isStruct && s.Fields.NumFields() == 0 && isLit && size.Value == "1"
}

func isLock(s ast.Stmt) bool {
	e, ok := s.(*ast.ExprStmt)
	return ok && calls(e.X, "Lock", "RLock")
}

func isDeferredUnlock(s ast.Stmt) bool {
	d, ok := s.(*ast.DeferStmt)
	return ok && calls(d.Call, "Unlock", "RUnlock")
}

func calls(e ast.Expr, names ...string) bool {
	call, ok := e.(*ast.CallExpr)
	if !ok {
		return false
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	for _, n := range names {
		if sel.Sel.Name == n {
			return true
		}
	}
	return false
}
