package depend

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Assigns tells that, between a call that takes a mutex and one that gives it back (NoPos: at the end), something in
// memory is assigned to that stands beside the mutex: a field of the struct it is in, or a package variable where the
// mutex is one. An error that is kept does not count: it says how it went, and is no state. locks tells a function
// that takes a lock by itself, and so guards by that what it assigns to.
func (g *Graph) Assigns(acquire, release token.Pos, locks func(*ssa.Function) bool) bool {
	for _, call := range g.calls[acquire] {
		roots := g.beside(call)
		if len(roots) == 0 {
			continue
		}
		region := func(instr ssa.Instruction) bool {
			if !g.before(call, instr) {
				return false
			}
			for _, end := range g.calls[release] {
				if _, deferred := end.(*ssa.Defer); deferred || g.before(instr, end) {
					return true
				}
			}
			return len(g.calls[release]) == 0
		}
		a := assigner{graph: g, roots: roots, locks: locks, seen: map[*ssa.Function]bool{}}
		if a.in(g.fn, region) {
			return true
		}
	}
	return false
}

// beside are the values through which the mutex of a call is reached: the struct it is in, or the package.
func (g *Graph) beside(call ssa.CallInstruction) map[ssa.Value]bool {
	args := arguments(call.Common())
	if len(args) == 0 {
		return nil
	}
	roots := map[ssa.Value]bool{}
	for _, p := range g.places(args[0]) {
		switch p.root.(type) {
		case *ssa.Parameter, *ssa.Global, *ssa.Call, *ssa.Extract, *ssa.Lookup, *ssa.Alloc, *ssa.Phi, *ssa.FreeVar:
			roots[p.root] = true
		}
	}
	return roots
}

// An assigner looks for assignments to what is reached through roots.
type assigner struct {
	graph *Graph
	roots map[ssa.Value]bool
	locks func(*ssa.Function) bool
	seen  map[*ssa.Function]bool
	depth int
}

// maxAssign bounds through how many calls assignments are looked for.
const maxAssign = 3

func (a *assigner) in(fn *ssa.Function, region func(ssa.Instruction) bool) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if a.assigns(instr) && region(instr) {
				return true
			}
			if call, ok := instr.(*ssa.Call); ok && a.inCallee(call, region) {
				return true
			}
		}
	}
	for _, lit := range fn.AnonFuncs {
		if !a.spawned(lit) && a.in(lit, region) {
			return true
		}
	}
	return false
}

// spawned tells a literal that runs in another goroutine.
func (a *assigner) spawned(lit *ssa.Function) bool {
	_, goes := a.graph.runner(lit).(*ssa.Go)
	return goes
}

func (a *assigner) assigns(instr ssa.Instruction) bool {
	switch instr := instr.(type) {
	case *ssa.Store:
		if isError(instr.Val.Type()) {
			return false
		}
		return a.beside(instr.Addr)
	case *ssa.MapUpdate:
		return a.beside(instr.Map)
	case *ssa.Call:
		if b, ok := instr.Call.Value.(*ssa.Builtin); ok && (b.Name() == "delete" || b.Name() == "clear") {
			return a.beside(instr.Call.Args[0])
		}
	}
	return false
}

func (a *assigner) beside(addr ssa.Value) bool {
	if alloc, ok := addr.(*ssa.Alloc); ok && !a.roots[alloc] {
		return false
	}
	for _, p := range a.graph.places(addr) {
		if a.roots[p.root] {
			if _, local := p.root.(*ssa.Alloc); local && p.part == every {
				continue // the variable that holds the pointer
			}
			return true
		}
		if g, ok := p.root.(*ssa.Global); ok && a.global(g) {
			return true
		}
	}
	return false
}

// global tells a package variable of a package whose mutex it is about.
func (a *assigner) global(g *ssa.Global) bool {
	for r := range a.roots {
		if m, ok := r.(*ssa.Global); ok && m.Pkg == g.Pkg {
			return true
		}
	}
	return false
}

// inCallee looks into a function of this package that is given what stands beside the mutex.
func (a *assigner) inCallee(call *ssa.Call, region func(ssa.Instruction) bool) bool {
	fn := call.Call.StaticCallee()
	if fn == nil || len(fn.Blocks) == 0 || a.depth >= maxAssign || a.seen[fn] || fn.Pkg != a.graph.fn.Pkg || a.locks(fn) {
		return false
	}
	roots := map[ssa.Value]bool{}
	for i, arg := range call.Call.Args {
		if i >= len(fn.Params) || !isReference(arg.Type()) {
			continue
		}
		for _, p := range a.graph.places(arg) {
			if a.roots[p.root] {
				roots[fn.Params[i]] = true
			}
		}
	}
	for r := range a.roots {
		if _, ok := r.(*ssa.Global); ok {
			roots[r] = true
		}
	}
	if len(roots) == 0 || !region(call) {
		return false
	}
	a.seen[fn] = true
	inner := assigner{graph: a.graph, roots: roots, locks: a.locks, seen: a.seen, depth: a.depth + 1}
	return inner.in(fn, func(ssa.Instruction) bool { return true })
}

func isReference(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Map:
		return true
	}
	return false
}
