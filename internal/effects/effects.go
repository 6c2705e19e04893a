// Package effects infers what the functions of a package do to locks, transactions and stores: it is
// the one analyzer with facts. It asks package section for each function, callees first, and keeps the
// answers as summaries for the packages that import this one.
//
// Rules ask its [Result]; what they need to know of a call is in the events of a path, never in the code.
package effects

import (
	"go/token"
	"reflect"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/config"
	"github.com/locklint/locklint/internal/section"
	"github.com/locklint/locklint/internal/ssair"
	"github.com/locklint/locklint/internal/summary"
)

// New makes the analyzer. All rules of a set share one: no two analyzers may own the same fact type.
func New(cfg, ir *analysis.Analyzer) *analysis.Analyzer {
	a := &analysis.Analyzer{
		Name:       "locklinteffects",
		Doc:        "infer what functions do to locks, transactions and stores",
		Requires:   []*analysis.Analyzer{cfg, ir},
		ResultType: reflect.TypeFor[*Result](),
		FactTypes:  []analysis.Fact{(*summary.Summary)(nil), (*Methods)(nil), (*Table)(nil), (*Templates)(nil), (*Limits)(nil), (*Duplicate)(nil)},
	}
	a.Run = func(pass *analysis.Pass) (any, error) {
		return run(pass, pass.ResultOf[ir].(*ssair.Package), pass.ResultOf[cfg].(*config.Setup).Catalog), nil
	}
	return a
}

// WantsFacts tells whether a dependency has to be analysed for the sake of its importers.
func WantsFacts(c *catalog.Catalog, path string, imports []string) bool {
	return ssair.Wanted(c, path, imports)
}

// A Result is what is known of the functions of a package.
type Result struct {
	funcs   []*Function
	plain   []*Function // the same, without assuming that anything is held when a function begins
	ir      *ssair.Package
	fset    *token.FileSet
	world   *world
	entries map[*ssa.Function]section.Entry
	book    *KeyBook  // see Keys
	booked  sync.Once // some drivers run the rules at the same time

	telling   map[*Function]bool     // inside of which a deletion is told
	recovered map[*ssa.Function]bool // made when somebody asks
}

// Functions are the functions and function literals with a path on which something happens, in the order
// of the source.
func (r *Result) Functions() []*Function { return r.funcs }

// Plain are the functions as they are if nothing is held when they begin.
func (r *Result) Plain() []*Function { return r.plain }

// Pass is the pass in which the result was made.
func (r *Result) Pass() *analysis.Pass { return r.world.pass }

// Site is the place of an event.
func (r *Result) Site(pos token.Pos) ssair.Site { return r.ir.Site(r.fset, pos) }

func run(pass *analysis.Pass, ir *ssair.Package, c *catalog.Catalog) *Result {
	w := newWorld(pass, ir, c)
	if w.usesLocks() {
		ir = ir.Build(pass)
		w = newWorld(pass, ir, c)
	}
	r := &Result{ir: ir, fset: pass.Fset, world: w, telling: map[*Function]bool{}}
	if ir.SSA == nil {
		w.exportMethods()
		if ssair.Ours(pass, c) {
			r.exportTemplates(r.Keys().Templates)
			w.exportNumbers()
			w.exportDuplicates()
		}
		return r
	}
	for _, fn := range ir.Funcs {
		w.Function(fn)
	}
	w.spread()
	r.entries = w.entries()
	for _, fn := range ir.Funcs {
		f := w.memo[fn].fnOrNil()
		if f == nil {
			continue
		}
		plain := newFunction(w, f)
		seen, entered := f, plain
		if entry, ok := r.entries[fn]; ok {
			seen = section.Analyze(fn, w, entry)
			entered = newFunction(w, seen)
		}
		if len(plain.Paths) > 0 && !section.IsLoopBody(fn) {
			r.plain = append(r.plain, plain)
		}
		if len(entered.Paths)+len(seen.Releases)+len(f.Lost) > 0 && !section.IsLoopBody(fn) {
			entered.Lost, entered.Releases = w.placed(fn, f.Lost), w.releases(seen)
			r.funcs = append(r.funcs, entered)
		}
		w.exportFact(fn, f)
	}
	w.exportMethods()
	w.exportTable(r.told())
	if ssair.Ours(pass, c) || r.UsesKeys() {
		r.exportTemplates(r.Keys().Templates)
	}
	w.exportLimits()
	w.exportNumbers()
	w.exportDuplicates()
	return r
}

func (p *progress) fnOrNil() *section.Function {
	if p == nil {
		return nil
	}
	return p.fn
}
