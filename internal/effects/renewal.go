package effects

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/section"
	"github.com/locklint/locklint/internal/summary"
)

// Renews tells that the function, a literal in it, or one that it calls, starts or hands on, renews leases.
func (w *world) Renews(fn *ssa.Function) bool { return w.reaches(fn, renewing) }

// Watches tells that something of the kind listens for the loss of a lock.
func (w *world) Watches(fn *ssa.Function) bool { return w.reaches(fn, watching) }

func renewing(e *catalog.Entry) bool {
	return e.Role == catalog.Extend || e.Role == catalog.StartRenewal
}

func watching(e *catalog.Entry) bool { return e.Role == catalog.LossSignal }

func makingSession(e *catalog.Entry) bool { return e.Role == catalog.NewSession }

// A reach is the question whether a function reaches library calls of a kind.
type reach struct {
	fn   *ssa.Function
	kind catalog.Role
}

func (w *world) reaches(fn *ssa.Function, kind func(*catalog.Entry) bool) bool {
	key := reach{fn: fn}
	for _, role := range []catalog.Role{catalog.LossSignal, catalog.NewSession, catalog.Extend} {
		if kind(&catalog.Entry{Role: role}) {
			key.kind = role
		}
	}
	if w.reached == nil {
		w.reached = map[reach]bool{}
	}
	if yes, known := w.reached[key]; known {
		return yes
	}
	yes := w.search(fn, kind, map[*ssa.Function]bool{})
	w.reached[key] = yes
	return yes
}

// search looks from a function on, however far: that nothing renews a lease is said only of what was looked at as a whole.
// seen are the functions that were looked at.
func (w *world) search(fn *ssa.Function, kind func(*catalog.Entry) bool, seen map[*ssa.Function]bool) bool {
	if fn == nil || seen[fn] {
		return false
	}
	seen[fn] = true
	if obj := w.target(fn); obj != nil {
		if e := w.Catalog().Lookup(obj); e != nil {
			return kind(e)
		}
		if len(fn.Blocks) == 0 && kind(&catalog.Entry{Role: catalog.Extend}) && extends(w.Summary(obj)) {
			return true
		}
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(ssa.CallInstruction); ok && call.Common().IsInvoke() {
				if e := w.Catalog().Lookup(call.Common().Method); e != nil && kind(e) {
					return true
				}
			}
			if call, ok := instr.(ssa.CallInstruction); ok && kind(&catalog.Entry{Role: catalog.Extend}) && w.scriptRenews(call.Common()) {
				return true
			}
			for _, op := range instr.Operands(nil) {
				if f, ok := (*op).(*ssa.Function); ok && w.search(f, kind, seen) {
					return true
				}
			}
		}
	}
	return false
}

// extends tells that a function of another package renews a lease, or has it renewed.
func extends(s *summary.Summary) bool {
	if s == nil {
		return false
	}
	in := func(cases []summary.Case) bool {
		return slices.ContainsFunc(cases, func(c summary.Case) bool {
			return slices.ContainsFunc(c.Events, func(e summary.Event) bool { return e.Kind == summary.Extend })
		})
	}
	return in(s.Cases) || slices.ContainsFunc(s.Literals, func(l summary.Literal) bool { return in(l.Cases) })
}

// target is the declared function that fn is, or the method that it is a value of.
func (w *world) target(fn *ssa.Function) *types.Func {
	obj, _ := fn.Object().(*types.Func)
	if obj == nil && strings.HasSuffix(fn.Name(), "$bound") {
		obj, _ = fn.Object().(*types.Func)
	}
	return obj
}

// Renewed tells that the lease of an acquire is renewed by somebody in sight, or by the library.
func (r *Result) Renewed(f *Function, e Event) bool {
	if e.Traits.Has(summary.Watchdog) { // not by the function that takes it
		return r.world.search(f.fn, renewing, called(f.fn, e.Pos))
	}
	return e.Traits.Has(summary.Renews) || r.world.Renews(f.fn)
}

// called are the functions that are called at a place: a search passes them over.
func called(fn *ssa.Function, pos token.Pos) map[*ssa.Function]bool {
	out := map[*ssa.Function]bool{}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(ssa.CallInstruction); ok && call.Pos() == pos && call.Common().StaticCallee() != nil {
				out[call.Common().StaticCallee()] = true
			}
		}
	}
	return out
}

// OncePerRound tells that what repeats an event is only the loop that takes the lock anew in each round.
func (f *Function) OncePerRound(acquire, e Event) bool {
	return f.ways().OncePerRound(acquire.Pos, e.Pos)
}

func (f *Function) ways() *section.Flow {
	if f.follow == nil {
		f.follow = section.FlowOf(f.fn)
	}
	return f.follow
}

// Heaviest are those of the events that can happen on one way through the function and take the longest together.
func (f *Function) Heaviest(events []Event) []Event {
	in := make([]section.Event, len(events))
	for i, e := range events {
		in[i] = e.Event
	}
	var out []Event
	for _, e := range f.ways().Heaviest(in) {
		out = append(out, Event{e})
	}
	return out
}

// Watched tells that somebody listens for the loss of a lock that the function takes, or that a callee takes for it.
func (r *Result) Watched(f *Function) bool { return r.world.HearsLoss(f.fn) }

// HearsLoss tells that somebody listens for the loss of the lock: where the function makes the session itself, something in
// its reach, and elsewhere any function of the package.
func (w *world) HearsLoss(fn *ssa.Function) bool {
	if w.reaches(fn, makingSession) {
		return w.Watches(fn)
	}
	return slices.ContainsFunc(w.ir.Funcs, w.Watches)
}

// NeverExpires tells a lease that is set without an expiry and that is given none while it is held.
func (r *Result) NeverExpires(fn *Function, acquire Event) bool {
	if ttl, known := acquire.Life(); acquire.TTL == nil || !known || ttl > 0 || acquire.Traits&(summary.Renews|summary.Watchdog) != 0 || r.Renewed(fn, acquire) {
		return false
	}
	p := pattern(acquire.Lock.Key)
	for _, fn := range r.funcs {
		for _, path := range fn.Paths {
			for _, e := range path.Events {
				if e.Kind == summary.Extend && (e.Lock.Same(acquire.Lock) || p != "" && pattern(e.Lock.Key) == p) {
					return false
				}
			}
		}
	}
	return true
}
