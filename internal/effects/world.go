package effects

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/types/objectpath"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/depend"
	"github.com/locklint/locklint/internal/section"
	"github.com/locklint/locklint/internal/ssair"
	"github.com/locklint/locklint/internal/summary"
)

// A world answers for the functions around the one that is being analysed. Functions are analysed when
// somebody asks for them, callees before callers; see cycles.go for those that call each other.
type world struct {
	pass      *analysis.Pass
	ir        *ssair.Package
	catalog   *catalog.Catalog
	memo      map[*ssa.Function]*progress
	cycles    cycles
	named     map[string]*ssa.Function
	literals  map[string][]section.Case // of other packages
	facts     map[*types.Func]*summary.Summary
	imported  map[*types.Func]*section.Imported
	joined    map[*types.Func][]section.Case
	tooMany   map[*types.Func]bool              // the methods of which joined leaves out an implementation
	live      map[*ssa.Function]map[string]bool // paths of parameters that lead to live transactions
	passes    map[*ssa.Function][]passing
	seenPass  map[passing]bool
	imports   []Table                   // of the packages imported; nil: not asked for yet
	foreign   []MethodEntry             // what those say; nil: not put together yet
	toldOf    []string                  // functions of other packages inside of which a deletion is told; nil: not asked for yet
	standing  []standing                // what methods of interfaces stand for in this package
	tables    map[string][]section.Case // methods of interfaces → what the implementations do that imports know of
	behind    map[*types.Func]*catalog.Entry
	channels  map[any]section.ChanUse
	concrete  []*types.Pointer                      // types that may implement an interface
	matching  map[*types.Interface][]*types.Pointer // those of them that do
	assigned  map[*ssa.Global]bool                  // package variables that functions assign to
	unique    map[ast.Node]bool                     // functions that handle the violation of a unique constraint
	decls     map[*types.Func]*ast.FuncDecl         // nil: not made yet
	homemades map[*types.TypeName]bool              // types that are locks of the project's own making, as far as looked at
	graphs    map[*ssa.Function]*depend.Graph
	tablesOf  map[string]map[string][]*ssa.Function // maps of functions, by the variable that holds them
	sight     *Drivers                              // the SQL databases in sight, once they were looked for
	embedded  map[fieldSlot]bool                    // the fields whose SQL databases are of this process alone, as far as somebody asked
	working   map[token.Pos]bool                    // calls that read or write a store
	fields    map[*types.Var]*fieldFunc
	taken     []Taken
	reached   map[reach]bool
	limits    *limits           // nil: not looked for yet
	numbers   map[string]string // package variables that are always one number; nil: not looked for yet
	used      *useIndex         // nil: not made yet

	paths      objectpath.Encoder        // tells what importers can name
	ownMethods []MethodEntry             // what the importers are told
	methodsOf  map[string]summary.Packed // what the imports tell; nil: not asked for yet
}

// A passing says that a path of the callee's parameters leads to what a path of the caller's leads to.
type passing struct {
	caller, callee *ssa.Function
	from, to       string
}

func newWorld(pass *analysis.Pass, ir *ssair.Package, c *catalog.Catalog) *world {
	return &world{
		pass:      pass,
		ir:        ir,
		catalog:   c,
		memo:      map[*ssa.Function]*progress{},
		cycles:    cycles{last: map[*ssa.Function]*section.Function{}},
		named:     map[string]*ssa.Function{},
		literals:  map[string][]section.Case{section.ReleaseFunc: releaseLiteral()},
		facts:     map[*types.Func]*summary.Summary{},
		imported:  map[*types.Func]*section.Imported{},
		joined:    map[*types.Func][]section.Case{},
		tooMany:   map[*types.Func]bool{},
		matching:  map[*types.Interface][]*types.Pointer{},
		live:      map[*ssa.Function]map[string]bool{},
		passes:    map[*ssa.Function][]passing{},
		seenPass:  map[passing]bool{},
		tables:    map[string][]section.Case{},
		behind:    map[*types.Func]*catalog.Entry{},
		unique:    map[ast.Node]bool{},
		homemades: map[*types.TypeName]bool{},
		graphs:    map[*ssa.Function]*depend.Graph{},
		working:   map[token.Pos]bool{},
	}
}

func (w *world) Catalog() *catalog.Catalog { return w.catalog }

// Summary is what a function of another package does as it was told, or nil.
func (w *world) Summary(obj *types.Func) *summary.Summary {
	obj = obj.Origin()
	if s, ok := w.facts[obj]; ok {
		return s
	}
	var s *summary.Summary
	if obj.Pkg() != nil && obj.Pkg() != w.pass.Pkg {
		s = w.told(obj)
	}
	if s != nil {
		for _, lit := range s.Literals {
			w.literals[lit.Name] = section.Foreign(lit.Cases)
		}
	}
	w.facts[obj] = s
	return s
}

// told is what the package of a function tells of it, or nil.
func (w *world) told(obj *types.Func) *summary.Summary {
	if does, ok := w.importedMethods()[methodID(obj)]; ok {
		return does.Unpack()
	}
	var fact summary.Summary
	if w.pass.ImportObjectFact(obj, &fact) {
		return fact.Unpacked()
	}
	return nil
}

func (w *world) Imported(obj *types.Func) *section.Imported {
	obj = obj.Origin()
	f, ok := w.imported[obj]
	if !ok {
		if s := w.Summary(obj); s != nil {
			f = &section.Imported{Cases: section.Foreign(s.Cases), Capped: s.Capped}
		}
		w.imported[obj] = f
	}
	return f
}

func (w *world) Name(fn *ssa.Function) string {
	name := fn.String()
	w.named[name] = fn
	return name
}

func (w *world) Func(name string) *ssa.Function { return w.named[name] }

func (w *world) Named(name string) ([]section.Case, bool) {
	if fn := w.named[name]; fn != nil {
		if f := w.Function(fn); f != nil && !f.Bottom {
			return f.Cases, true
		}
		if obj := w.Object(fn); obj != nil {
			return w.declared(obj)
		}
		return nil, false
	}
	cases, ok := w.literals[name]
	return cases, ok
}

// declared is what a declared function of another package does.
func (w *world) declared(obj *types.Func) ([]section.Case, bool) {
	if f := w.Imported(obj); f != nil {
		return f.Cases, true
	}
	return nil, false
}

func (w *world) Object(fn *ssa.Function) *types.Func {
	if origin := fn.Origin(); origin != nil {
		fn = origin
	}
	obj, _ := fn.Object().(*types.Func)
	if fn.Synthetic != "" && len(fn.Blocks) > 0 {
		return nil // a wrapper: its body says what it does
	}
	return obj
}

func (w *world) GivenTx(fn *ssa.Function, path string) {
	if w.live[fn] == nil {
		w.live[fn] = map[string]bool{}
	}
	w.live[fn][path] = true
}

func (w *world) GivenPath(fn *ssa.Function, path string, caller *ssa.Function, callerPath string) {
	p := passing{caller, fn, callerPath, path}
	if !w.seenPass[p] {
		w.seenPass[p] = true
		w.passes[caller] = append(w.passes[caller], p)
	}
}

// spread carries live transactions on from what a function was given to what it gives.
func (w *world) spread() {
	queue := make([]*ssa.Function, 0, len(w.live))
	for fn := range w.live {
		queue = append(queue, fn)
	}
	for len(queue) > 0 {
		fn := queue[0]
		queue = queue[1:]
		for _, p := range w.passes[fn] {
			if w.carry(p) {
				queue = append(queue, p.callee)
			}
		}
	}
}

// carry gives the callee of a passing what its caller has there, and tells whether that was news.
func (w *world) carry(p passing) bool {
	news := false
	for path := range w.live[p.caller] {
		rest, ok := strings.CutPrefix(path, p.from)
		if !ok || rest != "" && rest[0] != '.' || strings.Count(path, ".") > maxLivePath {
			continue
		}
		if to := p.to + rest; !w.live[p.callee][to] {
			w.GivenTx(p.callee, to)
			news = true
		}
	}
	return news
}

// maxLivePath bounds how long the path to a live transaction may be.
const maxLivePath = 8

func (w *world) NoReturn(fn *ssa.Function) bool {
	obj := w.Object(fn)
	if obj == nil || obj.Pkg() == nil || !catalog.IsStd(obj.Pkg().Path()) {
		return false
	}
	return noReturn[obj.FullName()]
}

// noReturn are the functions of the standard library that end the program or the goroutine.
var noReturn = map[string]bool{
	"os.Exit": true, "syscall.Exit": true, "runtime.Goexit": true,
	"log.Fatal": true, "log.Fatalf": true, "log.Fatalln": true,
	"(*log.Logger).Fatal": true, "(*log.Logger).Fatalf": true, "(*log.Logger).Fatalln": true,
	"(*testing.common).Fatal": true, "(*testing.common).Fatalf": true, "(*testing.common).FailNow": true,
	"(*testing.common).Skip": true, "(*testing.common).Skipf": true, "(*testing.common).SkipNow": true,
}
