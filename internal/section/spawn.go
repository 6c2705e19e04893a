package section

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/summary"
)

// A lock that another goroutine, or a function that nobody knows, gives back is handed off: the duty goes with it,
// and nothing more is said about the lock in this function, neither that it is held nor that it is not.

// movedMark marks a lock that was handed off.
const movedMark = "moved"

func movedOf(l summary.Lock) *summary.Expr {
	x := l.Handle
	if x == nil {
		x = l.Key
	}
	return summary.New(summary.Call, 0, movedMark, x)
}

// spawn is a go statement: what runs there starts with nothing held and is no part of this function.
func (w *walker) spawn(c *config, v *ssa.Go) {
	fn, args := w.callee(c, &v.Call)
	site := callSite{instr: v, common: &v.Call, pos: v.Pos(), local: w.nameOf(v), fn: fn, args: args}
	switch {
	case fn != nil:
		w.later(c, fn, site)
		w.handOver(c, site)
	default:
		w.handCases(c, w.staticCases(c, site), frame{site: site, args: args, local: site.local})
		w.handOver(c, site)
	}
	w.lose(c, args)
}

// nameOf is the expression that names what an instruction computes.
func (w *walker) nameOf(instr ssa.Instruction) *summary.Expr {
	id := w.ids[instr]
	if id >= len(w.names) {
		return summary.LocalOf(id)
	}
	if w.names[id] == nil {
		w.names[id] = summary.LocalOf(id)
	}
	return w.names[id]
}

// staticCases are the cases of the function or method that is called by name, or the release that the catalogue says it is.
func (w *walker) staticCases(c *config, site callSite) []Case {
	fn, obj := site.common.StaticCallee(), site.common.Method
	if fn != nil {
		obj = w.world.Object(fn)
	}
	if obj != nil {
		if e := w.world.Catalog().Lookup(obj); e != nil {
			if e.Role != catalog.Release && e.Role != catalog.Delete {
				return nil
			}
			l := libraryCall{walker: w, c: c, site: site, entry: e}
			if len(e.Recv) > 0 {
				l.off = 1
			}
			return []Case{{Events: []Event{{Event: summary.Event{Kind: summary.Release, Lock: l.lock(e.Kind)}}}}}
		}
	}
	if fn != nil {
		if f := w.world.Function(fn); f != nil {
			return f.Cases
		}
	}
	switch {
	case obj == nil: // a function value of which nothing is known, or a literal
		return nil
	case fn == nil:
		cases, _ := w.world.Implementations(obj)
		return cases
	}
	if f := w.world.Imported(obj); f != nil {
		return f.Cases
	}
	return nil
}

// handOver hands off what the arguments of a call can give back whose callee is not known or runs later.
func (w *walker) handOver(c *config, site callSite) {
	for _, a := range site.args {
		if a == nil {
			continue
		}
		if a.Op == summary.Func {
			w.aside(c, a, site)
		}
		if a.Op == summary.Func || given(a) && takesFunc(site, a) {
			w.later(c, a, site)
		}
	}
}

// takesFunc tells that the argument a of a call is a function.
func takesFunc(site callSite, a *summary.Expr) bool {
	for i, x := range site.args {
		if x != a {
			continue
		}
		if site.common.IsInvoke() {
			i--
		}
		if i >= 0 && i < len(site.common.Args) {
			return isFuncType(site.common.Args[i].Type())
		}
	}
	return false
}

func isFuncType(t types.Type) bool {
	_, ok := t.Underlying().(*types.Signature)
	return ok
}

// later is a function value that runs at some other time, in this goroutine or another.
func (w *walker) later(c *config, fn *summary.Expr, site callSite) {
	switch {
	case fn.Op == summary.Func:
		cases, _ := w.world.Named(fn.Name)
		w.handCases(c, cases, frame{site: site, frees: fn.Args, local: site.local.Dot("!later")})
	case given(fn):
		w.append(c, Event{Event: summary.Event{Kind: summary.Spawn, Func: fn}, Pos: site.pos, Deferred: site.deferred})
	}
}

// handCases hands off each lock that is held and that one of the cases gives back. One that it takes itself before it
// gives it back is another matter.
func (w *walker) handCases(c *config, cases []Case, f frame) {
	for _, k := range cases {
		var own []summary.Lock
		for _, e := range k.Events {
			i := slices.IndexFunc(own, func(l summary.Lock) bool { return known(l) && l.Same(e.Lock) })
			switch {
			case e.Kind == summary.Acquire:
				own = append(own, e.Lock)
			case e.Kind == summary.Release && i >= 0:
				own = slices.Delete(own, i, i+1)
			case e.Kind == summary.Release || e.Kind == summary.HandOff:
				w.handsOff(c, w.arrive(c, e, f), f.site)
			case e.Kind == summary.Run || e.Kind == summary.Spawn:
				w.laterFrom(c, e.Func, f)
			}
		}
		for _, r := range k.Results { // a hook gives back what it puts in the place of what it was given
			if r != nil && r.Op == summary.Func {
				w.laterFrom(c, r, f)
			}
		}
	}
}

// laterFrom is a function value of something that runs at some other time: it does too.
func (w *walker) laterFrom(c *config, x *summary.Expr, f frame) {
	if len(w.running) >= maxDepth {
		w.partial = true
		w.handAllOn(c) // perhaps it gives them back
		return
	}
	if fn := w.subst(c, x, f); fn != nil && (given(fn) || fn.Op == summary.Func && !slices.Contains(w.running, fn.Name)) {
		w.running = append(w.running, fn.Name)
		w.later(c, fn, f.site)
		w.running = w.running[:len(w.running)-1]
	}
}

// handsOff hands off a lock. One that is not held here the caller may hold: he is told.
func (w *walker) handsOff(c *config, e Event, site callSite) {
	if !w.handOff(c, e.Lock) && !w.moved(c, e.Lock) && known(e.Lock) {
		w.append(c, Event{Event: summary.Event{Kind: summary.HandOff, Lock: e.Lock, Via: e.Via}, Pos: site.pos, Deferred: site.deferred})
	}
}

// handOff ends what is said about a lock that is held, and tells whether it was.
func (w *walker) handOff(c *config, l summary.Lock) bool {
	i := slices.IndexFunc(c.held, func(h summary.Lock) bool { return h.Same(l) })
	if i < 0 {
		return false
	}
	lock := c.held[i]
	c.held = slices.Delete(c.held, i, i+1)
	w.handed(c, lock)
	w.learn(c, movedOf(lock), summary.IsTrue)
	c.touch()
	return true
}

// moved tells a lock that was handed off.
func (w *walker) moved(c *config, l summary.Lock) bool {
	x := movedOf(l)
	return x != nil && w.truth(c, x) == summary.IsTrue
}

// takenAgain says that a lock that was handed off is this function's again.
func (c *config) takenAgain(l summary.Lock) {
	if x := movedOf(l); x != nil {
		c.truths.remove(x.String())
	}
}

// sends hands on what is sent, and hands it off where it is a lock's handle, or a function that gives it back. instr is a Send or a Select.
func (w *walker) sends(c *config, instr ssa.Instruction, sent ssa.Value) {
	x := w.eval(c, sent)
	w.handOn(c, x)
	switch {
	case x == nil || len(c.held) == 0:
	case x.Op == summary.Func:
		w.later(c, x, callSite{instr: instr, pos: instr.Pos(), local: w.nameOf(instr)})
	default:
		for _, l := range c.held {
			if summary.Equal(l.Handle, x) {
				w.handOff(c, l)
				return
			}
		}
	}
}
