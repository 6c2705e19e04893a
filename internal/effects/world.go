package effects

import (
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/section"
	"github.com/locklint/locklint/internal/ssair"
	"github.com/locklint/locklint/internal/summary"
)

// A world answers for the functions around the one that is being analysed. Functions are analysed when
// somebody asks for them, callees before callers; one that is asked for while it is under way is part of
// a cycle, gets what is known so far, and is analysed again until that stays the same.
type world struct {
	pass     *analysis.Pass
	ir       *ssair.Package
	memo     map[*ssa.Function]*progress
	named    map[string]*ssa.Function
	literals map[string][]section.Case // of other packages
	facts    map[*types.Func]*summary.Summary
	joined   map[*types.Func][]section.Case
	givenTx  map[param]bool
	passes   map[param][]param // caller's parameter → callee's
}

type progress struct {
	fn        *section.Function
	busy, hit bool
}

// A param is one parameter of a function.
type param struct {
	fn    *ssa.Function
	index int
}

// maxRounds bounds how often a function on a cycle is analysed again.
const maxRounds = 3

func newWorld(pass *analysis.Pass, ir *ssair.Package) *world {
	return &world{
		pass:     pass,
		ir:       ir,
		memo:     map[*ssa.Function]*progress{},
		named:    map[string]*ssa.Function{},
		literals: map[string][]section.Case{presumedRelease: presumedLiteral()},
		facts:    map[*types.Func]*summary.Summary{},
		joined:   map[*types.Func][]section.Case{},
		givenTx:  map[param]bool{},
		passes:   map[param][]param{},
	}
}

func (w *world) Catalog() *catalog.Catalog { return catalog.Standard() }

func (w *world) Function(fn *ssa.Function) *section.Function {
	if len(fn.Blocks) == 0 {
		if origin := fn.Origin(); origin != nil && origin != fn {
			return w.Function(origin)
		}
		return nil
	}
	p := w.memo[fn]
	if p != nil {
		if p.busy {
			p.hit = true
		}
		return p.fn
	}
	p = &progress{busy: true}
	w.memo[fn] = p
	if !w.follow(fn) {
		p.fn, p.busy = &section.Function{Fn: fn, Cases: []section.Case{{}}}, false
		return p.fn
	}
	for range maxRounds {
		p.hit = false
		before := p.fn
		p.fn = section.Analyze(fn, w, section.Entry{})
		if !p.hit || before != nil && before.Summary().String() == p.fn.Summary().String() {
			break
		}
	}
	p.busy = false
	return p.fn
}

func (w *world) Summary(obj *types.Func) *summary.Summary {
	obj = obj.Origin()
	if s, ok := w.facts[obj]; ok {
		return s
	}
	var s *summary.Summary
	if obj.Pkg() != nil && obj.Pkg() != w.pass.Pkg {
		var fact summary.Summary
		if w.pass.ImportObjectFact(obj, &fact) {
			s = &fact
			for _, lit := range s.Literals {
				w.literals[lit.Name] = section.Foreign(lit.Cases)
			}
		}
	}
	w.facts[obj] = s
	return s
}

func (w *world) Name(fn *ssa.Function) string {
	name := fn.String()
	w.named[name] = fn
	return name
}

func (w *world) Func(name string) *ssa.Function { return w.named[name] }

func (w *world) Named(name string) ([]section.Case, bool) {
	if fn := w.named[name]; fn != nil {
		if f := w.Function(fn); f != nil {
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
	if s := w.Summary(obj); s != nil {
		return section.Foreign(s.Cases), true
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

func (w *world) GivenTx(fn *ssa.Function, i int) { w.givenTx[param{fn, i}] = true }

func (w *world) GivenParam(fn *ssa.Function, i int, caller *ssa.Function, j int) {
	from := param{caller, j}
	w.passes[from] = append(w.passes[from], param{fn, i})
}

// spread carries live transactions on from parameters to the parameters that they are passed to.
func (w *world) spread() {
	queue := make([]param, 0, len(w.givenTx))
	for p := range w.givenTx {
		queue = append(queue, p)
	}
	for len(queue) > 0 {
		p := queue[0]
		queue = queue[1:]
		for _, q := range w.passes[p] {
			if !w.givenTx[q] {
				w.givenTx[q] = true
				queue = append(queue, q)
			}
		}
	}
}

func (w *world) NoReturn(fn *ssa.Function) bool {
	obj := w.Object(fn)
	return obj != nil && obj.Pkg() != nil && noReturn[obj.FullName()]
}

// noReturn are the functions of the standard library that end the program or the goroutine.
var noReturn = map[string]bool{
	"os.Exit": true, "syscall.Exit": true, "runtime.Goexit": true,
	"log.Fatal": true, "log.Fatalf": true, "log.Fatalln": true,
	"(*log.Logger).Fatal": true, "(*log.Logger).Fatalf": true, "(*log.Logger).Fatalln": true,
	"(*testing.common).Fatal": true, "(*testing.common).Fatalf": true, "(*testing.common).FailNow": true,
	"(*testing.common).Skip": true, "(*testing.common).Skipf": true, "(*testing.common).SkipNow": true,
}
