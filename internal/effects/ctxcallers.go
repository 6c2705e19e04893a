package effects

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/section"
	"github.com/locklint/locklint/internal/summary"
	"github.com/locklint/locklint/internal/value"
)

// Whether the context that a function gets can end is for its callers to say. Those in the package are looked at.

// lives says more of the context of a release than its function knows.
func (w *world) lives(fn *ssa.Function, r *Release) {
	of := section.Lifetime{Param: w.lifeOfParam}
	if r.Life == Captured {
		if life := of.Surrounding(fn, r.Ctx); life != UnknownLife {
			r.Life = life
		}
		return
	}
	p := paramOf(fn, r.Ctx)
	if r.Life != Caller || p == nil {
		return
	}
	switch life, ends := w.given(p); {
	case life != UnknownLife:
		r.Life = life
	case !ends && !r.Returned && value.RequestType(p.Type()) == "":
		r.Job = !endsHere(r.Ctx) && !looksAt(p) && oneForAll(fn, r)
	}
}

// paramOf is the parameter from which a context comes, or nil.
func paramOf(fn *ssa.Function, ctx *summary.Expr) *ssa.Parameter {
	root := ctx
	for root != nil && (root.Op == summary.Derived || root.Op == summary.WithValue) {
		root = root.Args[0]
	}
	if root == nil || root.Op != summary.Param || root.Index >= len(fn.Params) {
		return nil
	}
	return fn.Params[root.Index]
}

// lifeOfParam is what is known of a context that a function gets: the caller's, where no more is known.
func (w *world) lifeOfParam(p *ssa.Parameter) Life {
	if life, _ := w.given(p); life != UnknownLife {
		return life
	}
	return Caller
}

// given is what the callers give a function as a context, where all of them are in sight and nobody ends it; ends tells
// that one of them gives it a context that ends.
func (w *world) given(p *ssa.Parameter) (life Life, ends bool) {
	g := givers{world: w, seen: map[*ssa.Parameter]bool{}}
	life = g.of(p)
	if life == Caller {
		return UnknownLife, true
	}
	return life, false
}

// A givers goes from one function to those that call it. Functions that call each other are looked at once.
type givers struct {
	world *world
	seen  map[*ssa.Parameter]bool
}

// of is Caller where one of the callers gives a context that ends, Detached or Configured where all are in sight and
// give such a one.
func (g givers) of(p *ssa.Parameter) Life {
	if g.seen[p] {
		return Detached // no other than the first caller gives
	}
	g.seen[p] = true
	fn := p.Parent()
	index := slices.Index(fn.Params, p)
	trace := section.Lifetime{Param: g.of, Derived: Caller}
	life, open, calls := UnknownLife, !g.world.closed(fn), 0
	for _, instr := range g.world.usesOf(fn) {
		arg, used := argFor(instr, fn, index)
		switch {
		case !used:
			continue
		case arg == nil:
			open = true
			continue
		}
		calls++
		switch l := trace.Of(arg); {
		case l == Caller:
			return Caller
		case l == UnknownLife:
			open = true
		case l > life: // Configured says less than Detached
			life = l
		}
	}
	if open || calls == 0 {
		return UnknownLife
	}
	return life
}

// A useIndex has the instructions that use a function of the package, tests aside, and the calls of interface methods by
// their name.
type useIndex struct {
	uses    map[*ssa.Function][]ssa.Instruction
	invokes map[string][]ssa.Instruction
}

// usesOf are the instructions that may call fn or hand it on.
func (w *world) usesOf(fn *ssa.Function) []ssa.Instruction {
	if w.used == nil {
		w.used = w.indexUses()
	}
	return slices.Concat(w.used.uses[fn], w.used.invokes[fn.Name()])
}

func (w *world) indexUses() *useIndex {
	x := &useIndex{uses: map[*ssa.Function][]ssa.Instruction{}, invokes: map[string][]ssa.Instruction{}}
	var ops []*ssa.Value
	for _, user := range w.ir.Funcs {
		if w.inTest(user.Pos()) {
			continue
		}
		for _, b := range user.Blocks {
			for _, instr := range b.Instrs {
				callee := (*ssa.Function)(nil)
				if call, ok := instr.(ssa.CallInstruction); ok {
					if call.Common().IsInvoke() {
						name := call.Common().Method.Name()
						x.invokes[name] = append(x.invokes[name], instr)
					} else if callee = call.Common().StaticCallee(); callee != nil { // of a closure, too
						x.uses[callee] = append(x.uses[callee], instr)
					}
				}
				ops = instr.Operands(ops[:0])
				for _, op := range ops {
					if fn, ok := (*op).(*ssa.Function); ok && fn != callee {
						x.uses[fn] = append(x.uses[fn], instr)
					}
				}
			}
		}
	}
	return x
}

// closed tells that nobody outside of the package can call a function.
func (w *world) closed(fn *ssa.Function) bool {
	return fn.Object() == nil || !fn.Object().Exported() || w.pass.Pkg.Name() == "main"
}

// argFor is the argument that a call gives to fn as parameter index; used tells that the instruction uses fn at all.
func argFor(instr ssa.Instruction, fn *ssa.Function, index int) (arg ssa.Value, used bool) {
	if call, ok := instr.(ssa.CallInstruction); ok {
		common := call.Common()
		switch {
		case common.StaticCallee() == fn && index < len(common.Args):
			return common.Args[index], true
		case common.IsInvoke() && index > 0 && index <= len(common.Args) && mayReach(common, fn):
			return common.Args[index-1], true
		}
	}
	for _, op := range instr.Operands(nil) {
		if *op == fn {
			_, makes := instr.(*ssa.MakeClosure) // its call is looked at
			return nil, !makes
		}
	}
	return nil, false
}

// mayReach tells a call of an interface's method behind which fn may stand.
func mayReach(call *ssa.CallCommon, fn *ssa.Function) bool {
	recv := fn.Signature.Recv()
	if recv == nil || call.Method.Name() != fn.Name() {
		return false
	}
	of, ok := call.Value.Type().Underlying().(*types.Interface)
	return ok && types.Implements(recv.Type(), of)
}

// endsHere tells a context that the function itself derives in a way that ends it.
func endsHere(ctx *summary.Expr) bool {
	return !ctx.Walk(func(x *summary.Expr) bool { return x.Op != summary.Derived || x.Name == value.Kept })
}

// looksAt tells that a function asks whether a context has ended: then somebody ends it.
func looksAt(ctx *ssa.Parameter) bool {
	refs := ctx.Referrers()
	if refs == nil {
		return false
	}
	for _, instr := range *refs {
		call, ok := instr.(ssa.CallInstruction)
		if ok && call.Common().IsInvoke() && call.Common().Value == ctx && (call.Common().Method.Name() == "Done" || call.Common().Method.Name() == "Err") {
			return true
		}
	}
	return false
}

// oneForAll tells a function to which nothing is given but a context, and the lock of which is the same whenever it is
// called: what a scheduler or a main function runs.
func oneForAll(fn *ssa.Function, r *Release) bool {
	if fn.Signature.Params().Len() != 1 || fn.Parent() != nil {
		return false
	}
	key := r.Lock.Key
	if r.By != nil && r.By.Lock.Key != nil {
		key = r.By.Lock.Key
	}
	return key != nil && !key.Has(summary.Param, summary.Free, summary.Local, summary.Fresh, summary.Result)
}
