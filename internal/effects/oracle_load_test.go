package effects_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/config"
	"github.com/locklint/locklint/internal/effects"
	"github.com/locklint/locklint/internal/section"
	"github.com/locklint/locklint/internal/ssair"
	"github.com/locklint/locklint/internal/summary"
)

// stubs are the packages that a program may import. The catalogue knows them by name.
var stubs = map[string]string{
	"sync": `package sync
type Locker interface { Lock(); Unlock() }
type Mutex struct { n int }
func (m *Mutex) Lock() {}
func (m *Mutex) Unlock() {}
func (m *Mutex) TryLock() bool { return true }
type RWMutex struct { n int }
func (m *RWMutex) Lock() {}
func (m *RWMutex) Unlock() {}
func (m *RWMutex) TryLock() bool { return true }
func (m *RWMutex) RLock() {}
func (m *RWMutex) RUnlock() {}
func (m *RWMutex) TryRLock() bool { return true }
`,
	"database/sql": `package sql
type DB struct { n int }
type Tx struct { n int }
type Result interface { RowsAffected() (int64, error) }
func Open(driver, source string) (*DB, error) { return nil, nil }
func (d *DB) Begin() (*Tx, error) { return nil, nil }
func (d *DB) Exec(query string, args ...any) (Result, error) { return nil, nil }
func (t *Tx) Commit() error { return nil }
func (t *Tx) Rollback() error { return nil }
func (t *Tx) Exec(query string, args ...any) (Result, error) { return nil, nil }
`,
	"os": "package os\nfunc Exit(code int) {}\n",
	"oracle/errs": `package errs
type ErrBuilder struct { n int }
func New(text string) ErrBuilder { return ErrBuilder{} }
func (b ErrBuilder) Hint(text string) ErrBuilder { return b }
func (b ErrBuilder) Err() error { return nil }
`,
	"github.com/uptrace/bun": `package bun
type Tx struct { n int }
type SelectQuery struct { n int }
func (t Tx) NewSelect() *SelectQuery { return nil }
func (q *SelectQuery) For(s string, args ...any) *SelectQuery { return q }
func (q *SelectQuery) Where(s string, args ...any) *SelectQuery { return q }
func (q *SelectQuery) Scan(ctx any, dest ...any) error { return nil }
`,
	"oracle/env": `package env
func Mark(n int) {}
func Flag() bool { return false }
func N() int { return 0 }
func Err() error { return nil }
`,
}

type stubImporter map[string]*types.Package

func (s stubImporter) Import(path string) (*types.Package, error) {
	if p := s[path]; p != nil {
		return p, nil
	}
	return nil, fmt.Errorf("no package %s", path)
}

// imported has the stubs type-checked once.
var imported = sync.OnceValue(func() stubImporter {
	out := stubImporter{}
	for path, src := range stubs {
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, path, src, 0)
		if err != nil {
			panic(err)
		}
		if out[path], err = new(types.Config).Check(path, fset, []*ast.File{f}, nil); err != nil {
			panic(err)
		}
	}
	return out
})

// A program is a generated program and what section says of its marks.
type program struct {
	src     string
	fset    *token.FileSet
	file    *ast.File
	info    *types.Info
	globals []*types.Var
	order   []*ast.FuncDecl
	decls   map[*types.Func]*ast.FuncDecl
	points  map[int]*point
	full    map[*types.Func]string
	strict  bool // written by hand: nothing is left out because it is known to be too hard
}

// A point is a mark.
type point struct {
	fn     *ssa.Function
	values []ssa.Instruction // by the number of their Local expression
	states []*stateAt
	capped bool
}

// A stateAt is one of the configs that come to a mark.
type stateAt struct {
	held []summary.Lock
	open []*summary.Expr
	real bool // a path has it
}

// load type-checks a program and asks section about it.
func load(src string) (*program, error) {
	p, pkg, err := check(src)
	if err != nil {
		return nil, err
	}
	return p, p.analyze(pkg)
}

// check type-checks a program.
func check(src string) (*program, *types.Package, error) {
	p := &program{src: src, fset: token.NewFileSet(), decls: map[*types.Func]*ast.FuncDecl{}, points: map[int]*point{}, full: map[*types.Func]string{}}
	var err error
	if p.file, err = parser.ParseFile(p.fset, "p.go", src, parser.SkipObjectResolution|parser.ParseComments); err != nil {
		return nil, nil, err
	}
	p.info = &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
		Scopes: map[ast.Node]*types.Scope{}, Instances: map[*ast.Ident]types.Instance{}, FileVersions: map[*ast.File]string{},
	}
	pkg, err := (&types.Config{Importer: imported()}).Check("p", p.fset, []*ast.File{p.file}, p.info)
	if err != nil {
		return nil, nil, err
	}
	for _, name := range pkg.Scope().Names() {
		if v, ok := pkg.Scope().Lookup(name).(*types.Var); ok {
			p.globals = append(p.globals, v)
		}
	}
	for _, d := range p.file.Decls {
		if fd, ok := d.(*ast.FuncDecl); ok {
			p.order = append(p.order, fd)
			p.decls[p.info.Defs[fd.Name].(*types.Func)] = fd
		}
	}
	return p, pkg, nil
}

func (p *program) fullName(fn *types.Func) string {
	name, ok := p.full[fn]
	if !ok {
		name = fn.FullName()
		p.full[fn] = name
	}
	return name
}

// ssa runs the analyzer for SSA as a driver would.
func (p *program) ssa(pkg *types.Package) (*analysis.Pass, *ssair.Package, error) {
	cfg := &analysis.Analyzer{Name: "cfg"}
	ir := ssair.New(cfg, new(ssair.Workshop))
	pass := &analysis.Pass{
		Fset: p.fset, Files: []*ast.File{p.file}, Pkg: pkg, TypesInfo: p.info,
		TypesSizes:        types.SizesFor("gc", "amd64"),
		ResultOf:          map[*analysis.Analyzer]any{cfg: config.NewSetup(config.Default())},
		ImportObjectFact:  func(types.Object, analysis.Fact) bool { return false },
		ImportPackageFact: func(*types.Package, analysis.Fact) bool { return false },
		ExportObjectFact:  func(types.Object, analysis.Fact) {},
	}
	res, err := ir.Run(pass)
	if err != nil {
		return nil, nil, err
	}
	built := res.(*ssair.Package)
	if built.Err != nil {
		return nil, nil, built.Err
	}
	if built.SSA == nil {
		return nil, nil, fmt.Errorf("no SSA")
	}
	return pass, built, nil
}

// analyze runs the analyzers and watches section.
func (p *program) analyze(pkg *types.Package) error {
	pass, built, err := p.ssa(pkg)
	if err != nil {
		return err
	}
	w := effects.NewWorld(pass, built)
	capped := map[*ssa.Function]bool{} // outermost functions
	anyCapped := false
	for _, fn := range built.Funcs {
		if fn.Parent() == nil {
			capped[fn] = anyCapped
		}
		if w.Function(fn).Capped {
			capped[outer(fn)], anyCapped = true, true
		}
	}
	for _, fn := range built.Funcs {
		p.watch(fn, w, capped[outer(fn)])
	}
	return nil
}

func outer(fn *ssa.Function) *ssa.Function {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	return fn
}

func (p *program) watch(fn *ssa.Function, w section.World, capped bool) {
	var values []ssa.Instruction
	points := map[ssa.Instruction]*point{}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			values = append(values, instr)
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			if callee := call.Common().StaticCallee(); callee == nil || callee.String() != "oracle/env.Mark" {
				continue
			}
			n, _ := strconv.Atoi(call.Common().Args[0].(*ssa.Const).Value.ExactString())
			points[instr] = &point{fn: fn, capped: capped}
			p.points[n] = points[instr]
		}
	}
	for _, pt := range points {
		pt.values = values
	}
	watched := section.Watch(fn, w, section.Entry{}, func(instr ssa.Instruction, held []summary.Lock, open []*summary.Expr) {
		pt := points[instr]
		if pt == nil {
			return
		}
		s := &stateAt{held: append([]summary.Lock(nil), held...), open: append([]*summary.Expr(nil), open...)}
		for _, o := range pt.states {
			if o.String() == s.String() {
				return
			}
		}
		pt.states = append(pt.states, s)
	})
	for _, pt := range points {
		pt.capped = pt.capped || watched.Capped // all configs of a block at once may be too many where a few at a time were not
	}
}

// resolve finds what the names of a state stand for in a frame, and tells whether it knows all of them.
// A name may stand for several things where a loop made one thing after the other.
func (p *program) resolve(pt *point, s *stateAt, f *frame) (names [][]grip, ok bool) {
	ok = true
	add := func(x *summary.Expr, shared bool) {
		var n []grip
		for _, v := range p.objects(pt, x, f) {
			if o, ok := v.(*object); ok { // an embedded mutex is the struct, to section
				for _, name := range []string{"Mutex", "RWMutex"} {
					if c := o.fields[name]; c != nil {
						v = c.v
					}
				}
			}
			switch v.(type) {
			case *mutex, *txn:
				n = append(n, grip{v, shared})
			}
		}
		if n == nil {
			ok = false
			return
		}
		names = append(names, n)
	}
	for _, l := range s.held {
		add(l.Handle, l.Shared)
	}
	for _, x := range s.open {
		add(x, false)
	}
	return names, ok
}

func (p *program) objects(pt *point, x *summary.Expr, f *frame) []value {
	if x == nil {
		return nil
	}
	var out []value
	switch x.Op {
	case summary.Param:
		if x.Index < len(f.args) {
			out = append(out, f.args[x.Index])
		}
	case summary.Free:
		name := pt.fn.FreeVars[x.Index].Name()
		for e := f.fn.env; e != nil; e = e.up {
			for obj, c := range e.vars {
				if obj.Name() == name {
					return []value{variable(c, obj.Type())}
				}
			}
		}
	case summary.Local:
		if x.Index < 0 || x.Index >= len(pt.values) {
			return nil
		}
		if a, ok := pt.values[x.Index].(*ssa.Alloc); ok {
			for _, made := range f.calls[a.Pos()] { // a composite literal
				out = append(out, made[0])
			}
			for _, c := range f.names[a.Comment] {
				out = append(out, variable(c, a.Type().Underlying().(*types.Pointer).Elem()))
			}
		}
	case summary.Global:
		name := x.Name[strings.LastIndexByte(x.Name, '.')+1:]
		for e := f.fn.env; e != nil; e = e.up {
			for obj, c := range e.vars {
				if e.up == nil && obj.Name() == name {
					out = append(out, c.v)
				}
			}
		}
	case summary.Deref:
		for _, v := range p.objects(pt, x.Args[0], f) {
			if c, ok := v.(*cell); ok {
				v = c.v
			}
			out = append(out, v)
		}
	case summary.Field:
		return p.part(pt, x, f)
	case summary.Either:
		for _, a := range x.Args {
			out = append(out, p.objects(pt, a, f)...)
		}
	}
	return out
}

// part is a field, or a result of a call.
func (p *program) part(pt *point, x *summary.Expr, f *frame) []value {
	var out []value
	if i, isResult := strings.CutPrefix(x.Name, "#"); isResult && x.Args[0].Op == summary.Local {
		n, _ := strconv.Atoi(i)
		if j := x.Args[0].Index; j >= 0 && j < len(pt.values) {
			if call, ok := pt.values[j].(*ssa.Call); ok {
				for _, r := range f.calls[call.Pos()] {
					out = append(out, r[n])
				}
			}
		}
		return out
	}
	for _, v := range p.objects(pt, x.Args[0], f) {
		if o, ok := v.(*object); ok && o.fields[x.Name] != nil {
			out = append(out, o.fields[x.Name].v)
		}
	}
	return out
}

// variable is the address of a variable.
func variable(c *cell, t types.Type) value {
	if _, ok := t.Underlying().(*types.Struct); ok {
		return c.v
	}
	return c
}
