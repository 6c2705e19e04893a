package since

import (
	"context"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/astutil"

	"github.com/locklint/locklint/internal/driver"
	"github.com/locklint/locklint/internal/finding"
	"github.com/locklint/locklint/internal/load"
)

// New are the findings of which a place has changed: it lies in a function that is not as it was, or what is called
// there is such a function or leads to one. The patterns name the packages of the findings.
//
// This needs types, so it is another run over the packages; it looks at no bodies of other modules.
func (c *Changes) New(ctx context.Context, loading load.Config, patterns []string, findings []finding.Record) ([]finding.Record, error) {
	if len(findings) == 0 || len(c.files) == 0 {
		return nil, nil
	}
	g := &graph{changes: c, decls: map[string]*decl{}, methods: map[string][]string{}, steps: map[place][]string{}}
	for _, f := range findings {
		g.wanted = append(g.wanted, places(f)...)
	}
	if _, err := driver.Run(ctx, driver.Options{Analyzers: []*analysis.Analyzer{g.analyzer()}, Load: loading}, patterns...); err != nil {
		return nil, err
	}
	var out []finding.Record
	for _, f := range findings {
		for _, at := range places(f) {
			if g.touched(at) {
				out = append(out, f)
				break
			}
		}
	}
	return out, nil
}

// A place is a part of a file that a finding speaks of.
type place struct{ pos, end token.Position }

func places(f finding.Record) []place {
	out := []place{{f.Pos, f.End}}
	for _, step := range f.Timeline {
		out = append(out, place{step.Pos, step.End})
	}
	return out
}

// A decl is a declared function, or a variable or constant of a package.
type decl struct {
	file        string
	first, last int
	refs        []string // what is spoken of in it
}

// A graph is which function speaks of which.
type graph struct {
	changes *Changes
	wanted  []place

	mu      sync.Mutex
	decls   map[string]*decl    // by the full name
	methods map[string][]string // methods of types, by their name and signature: a call through an interface may mean any
	steps   map[place][]string  // what is spoken of at the wanted places
}

// analyzer makes the graph. It has a fact, which is never there, so that it gets the packages of the module that
// nobody named, too.
func (g *graph) analyzer() *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:      "calls",
		Doc:       "collects which functions speak of which",
		FactTypes: []analysis.Fact{new(noFact)},
		Run: func(pass *analysis.Pass) (any, error) {
			g.mu.Lock()
			defer g.mu.Unlock()
			for _, f := range pass.Files {
				g.file(pass, f)
			}
			return nil, nil
		},
	}
}

type noFact struct{}

func (*noFact) AFact() {}

func (g *graph) file(pass *analysis.Pass, f *ast.File) {
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			fn, ok := pass.TypesInfo.Defs[d.Name].(*types.Func)
			if !ok {
				continue
			}
			name := fn.FullName()
			if fn.Name() == "init" || fn.Name() == "_" { // there may be several
				name += pass.Fset.Position(d.Pos()).String()
			}
			g.add(pass, name, d)
			if fn.Signature().Recv() != nil {
				key := anyMethod(fn)
				g.methods[key] = append(g.methods[key], fn.FullName())
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				if v, ok := spec.(*ast.ValueSpec); ok {
					for _, name := range v.Names {
						g.add(pass, pass.Pkg.Path()+"."+name.Name, v)
					}
				}
			}
		}
	}
	file := pass.Fset.File(f.FileStart)
	for _, at := range g.wanted {
		// What cgo makes of a file has other positions than the file: only its lines are looked at.
		if at.pos.Filename == file.Name() && at.pos.Line >= 1 && at.end.Line >= at.pos.Line && at.end.Line <= file.LineCount() {
			pos, end := file.LineStart(at.pos.Line)+token.Pos(at.pos.Column-1), file.LineStart(at.end.Line)+token.Pos(at.end.Column-1)
			if f.FileStart <= pos && end <= f.FileEnd {
				g.steps[at] = append(g.steps[at], spokenOfAt(pass.TypesInfo, f, pos, end)...)
			}
		}
	}
}

func (g *graph) add(pass *analysis.Pass, name string, n ast.Node) {
	first, last := pass.Fset.Position(n.Pos()), pass.Fset.Position(n.End())
	d := g.decls[name]
	if d == nil { // else it is there from another variant of the package
		d = &decl{file: first.Filename, first: first.Line, last: last.Line}
		g.decls[name] = d
	}
	d.refs = append(d.refs, spokenOf(pass.TypesInfo, n, true)...)
}

// spokenOfAt is what is spoken of in the call, or the statement, between two positions.
func spokenOfAt(info *types.Info, f *ast.File, pos, end token.Pos) []string {
	path, _ := astutil.PathEnclosingInterval(f, pos, end)
	for _, n := range path {
		switch n := n.(type) {
		case *ast.BlockStmt, *ast.FuncLit, *ast.FuncDecl, *ast.GenDecl, *ast.File:
			return nil
		case ast.Stmt, *ast.CallExpr:
			return spokenOf(info, n, false)
		}
	}
	return nil
}

// spokenOf are the names of the functions, and of the variables and constants of packages, that a node speaks of. The
// bodies of function literals that it only passes on are looked at if wanted: what happens in them has places of its own.
func spokenOf(info *types.Info, n ast.Node, literals bool) []string {
	var out []string
	called := map[*ast.FuncLit]bool{}
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if lit, ok := ast.Unparen(n.Fun).(*ast.FuncLit); ok {
				called[lit] = true
			}
		case *ast.FuncLit:
			return literals || called[n]
		case *ast.Ident:
			switch obj := info.Uses[n].(type) {
			case *types.Func:
				out = append(out, nameOf(obj.Origin()))
			case *types.Var, *types.Const:
				if pkg := obj.Pkg(); pkg != nil && obj.Parent() == pkg.Scope() {
					out = append(out, pkg.Path()+"."+obj.Name())
				}
			}
		}
		return true
	})
	return out
}

// nameOf is the full name of a function; for the method of an interface, what it has in common with those that
// implement it.
func nameOf(fn *types.Func) string {
	if recv := fn.Signature().Recv(); recv != nil && types.IsInterface(recv.Type()) {
		return anyMethod(fn)
	}
	return fn.FullName()
}

// anyMethod is the name of a method and the types of its parameters and results.
func anyMethod(fn *types.Func) string {
	var b strings.Builder
	b.WriteString("." + fn.Name())
	for _, list := range []*types.Tuple{fn.Signature().Params(), fn.Signature().Results()} {
		b.WriteByte('(')
		for v := range list.Variables() {
			b.WriteString(types.TypeString(v.Type(), nil) + ",")
		}
		b.WriteByte(')')
	}
	return b.String()
}

// touched tells that something has changed at a place, in the function around it, or in a function that is called there.
func (g *graph) touched(at place) bool {
	if g.changes.Touched(at.pos.Filename, at.pos.Line, at.end.Line) {
		return true
	}
	for _, d := range g.decls {
		if d.file == at.pos.Filename && d.first <= at.pos.Line && at.pos.Line <= d.last && g.changes.Touched(d.file, d.first, d.last) {
			return true
		}
	}
	seen := map[string]bool{}
	todo := slices.Clone(g.steps[at])
	for len(todo) > 0 {
		name := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[name] {
			continue
		}
		seen[name] = true
		todo = append(todo, g.methods[name]...)
		if d := g.decls[name]; d != nil {
			if g.changes.Touched(d.file, d.first, d.last) {
				return true
			}
			todo = append(todo, d.refs...)
		}
	}
	return false
}
