package section

import (
	"slices"
	"strconv"
	"strings"

	"github.com/locklint/locklint/internal/summary"
)

// callValue calls a function value: a literal that is known is entered, one that the caller gave is run
// when the caller is known, any other is unknown.
func (w *walker) callValue(c *config, site callSite) []*config {
	if site.fn == nil || site.fn.Op != summary.Func {
		w.loseSettings(c, site, isSetting)
	}
	return w.run1(c, w.runs(site), frame{site: site, local: site.local})
}

// runs is the event that a function value runs.
func (w *walker) runs(site callSite) Event {
	e := Event{Event: summary.Event{Kind: summary.Run, Func: site.fn, Args: site.args}, Pos: site.pos, Deferred: site.deferred, byName: !calledInPlace(site.common), field: site.field}
	e.Traits = w.loopTraits(site)
	if n := site.common.Signature().Results().Len(); n > 0 {
		e.result = resultOf(site.local, n-1)
	} else {
		e.result = site.local
	}
	return e
}

// run1 runs the function value of a Run event.
func (w *walker) run1(c *config, e Event, f frame) []*config {
	if e.Thrown && (e.Func == nil || !callers(e.Func) || len(w.running) >= maxDepth || w.steps > maxSteps) {
		return nil // nobody knows of a function that would
	}
	if e.Func != nil && e.Func.Op == summary.Nil {
		if e.Deferred { // that crashes
			w.append(c, e)
		}
		return []*config{c}
	}
	if e.Func == nil || len(w.running) >= maxDepth || w.steps > maxSteps {
		if states, ok := w.iterate(c, e, f, e.Func); ok && len(w.running) < maxDepth && w.steps <= maxSteps {
			return states
		}
		w.partial = w.partial || e.Func != nil
		w.handAllOn(c)
		w.lose(c, e.Args)
		return []*config{c}
	}
	if fns := w.dispatched(e.Func); len(fns) > 0 {
		return w.runEach(c, e, f, fns)
	}
	if ctx := ends(e.Func); ctx != nil {
		w.end(c, ctx, cancelledBy, e.Pos)
		return []*config{c}
	}
	if e.Func.Op == summary.Func {
		return w.runFunc(c, e, f)
	}
	if states, ok := w.iterate(c, e, f, e.Func); ok {
		return states
	}
	if onceOnly(e.Func) {
		return w.runOnceFunc(c, e, f)
	}
	c.loseFlags(e.Args)
	c.supposed = c.supposed || e.Thrown
	if given(e.Func) || w.around(e.Func) || len(c.held)+len(c.open) > 0 {
		w.unwinds(c, &e)
		w.append(c, e)
	}
	if e.Func.Op != summary.Param && !given(e.Func) {
		w.handAllOn(c) // of a field: nobody knows what it is
	}
	w.handOn(c, e.Args...)
	w.lose(c, e.Args)
	w.loseShared(c)
	return []*config{c}
}

// runFunc runs a function or literal that is known, if it has a summary and is not being run already.
func (w *walker) runFunc(c *config, e Event, f frame) []*config {
	cases, known := w.world.Named(e.Func.Name)
	if !known || cases == nil || slices.Contains(w.running, e.Func.Name) {
		if e.Thrown {
			return nil
		}
		if states, ok := w.iterate(c, e, f, nil); ok {
			return states
		}
		w.handOn(c, append(e.Args, e.Func)...)
		w.lose(c, append(e.Func.Args, e.Args...))
		return []*config{c}
	}
	w.running = append(w.running, e.Func.Name)
	defer func() { w.running = w.running[:len(w.running)-1] }()
	panicking := c.panicking
	states, thrown := w.catch(func() []*config { return w.runCases(c, cases, e, f) })
	if e.Thrown {
		return w.join(caughtBy(thrown, panicking))
	}
	for _, t := range thrown {
		w.passThrough(t, e, f)
	}
	return states
}

// runCases applies the cases of the function of a Run event.
func (w *walker) runCases(c *config, cases []Case, e Event, f frame) []*config {
	inner := w.frameOf(e, f)
	fn := w.world.Func(e.Func.Name)
	if fn != nil {
		w.observe(c, fn, e.Args, e.Func.Args)
	}
	run := func(c *config, want summary.Truth) []*config {
		fits := slices.DeleteFunc(slices.Clone(cases), func(k Case) bool { return !returns(k, want) })
		if len(fits) == 0 && len(cases) > 0 {
			return nil // the function never ends like that
		}
		return w.apply(c, fits, inner)
	}
	if fn != nil && IsLoopBody(fn) {
		return w.rounds(c, e.Ret, e.Traits.Has(summary.Loops), run)
	}
	return run(c, e.Ret)
}

// frameOf is the frame in which the function of a Run event, the innermost of those running, is applied.
func (w *walker) frameOf(e Event, f frame) frame {
	local := f.local
	if e.result == nil { // inside of a callee: its results have no names here
		local = f.local.Dot("!" + shortName(e.Func.Name) + strconv.Itoa(len(w.running)))
	}
	inner := frame{site: f.site, args: e.Args, frees: e.Func.Args, local: local, literal: w.literal(e.Func.Name) && !e.byName}
	if !w.literal(e.Func.Name) {
		inner.via = shortName(e.Func.Name)
	}
	if e.field != "" {
		inner.via = e.field
	}
	inner.site.pos = e.Pos
	inner.site.deferred = e.Deferred
	inner.fn = e.Func
	return inner
}

// given tells a function value that is itself a parameter or a captured variable. One in a field is some
// other function's business: it is of interest only while something is held.
func given(fn *summary.Expr) bool {
	if fn.Op == summary.Deref {
		fn = fn.Args[0]
	}
	return fn.Op == summary.Param || fn.Op == summary.Free
}

// returns tells that a case may end with a last result of that truth.
func returns(k Case, want summary.Truth) bool {
	if want == summary.Unknown || len(k.Results) == 0 {
		return true
	}
	last := summary.ResultOf(len(k.Results) - 1)
	for _, p := range k.Post {
		if summary.Equal(p.X, last) && p.Is == want.Opposite() {
			return false
		}
	}
	return true
}

func shortName(name string) string {
	name = strings.TrimSuffix(strings.TrimSuffix(name, "$bound"), "$thunk")
	return name[strings.LastIndexAny(name, "./")+1:]
}

// literal tells a function literal of this package: what happens in it is shown where it stands, not
// where it is run.
func (w *walker) literal(name string) bool {
	fn := w.world.Func(name)
	return fn != nil && fn.Parent() != nil
}
