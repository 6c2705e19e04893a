package section

import (
	"go/token"
	"strconv"

	"github.com/locklint/locklint/internal/summary"
)

// A frame says what parameters, free variables and results of a callee's expressions stand for.
type frame struct {
	site        callSite
	args, frees []*summary.Expr
	local       *summary.Expr
	fn          *summary.Expr // the function value that is run
	via         string        // the callee's name; empty for a literal
	cases       []Case        // what the callee may do
	literal     bool          // the callee stands in this function: its events keep their places
}

// Imported is what a function of another package does.
type Imported struct {
	Cases  []Case
	Capped bool // it does more than that
}

// Foreign are the cases of a function of another package: their events have no places.
func Foreign(cases []summary.Case) []Case {
	out := make([]Case, len(cases))
	for i, c := range cases {
		out[i] = Case{Pre: c.Pre, Post: c.Post, Stores: c.Stores, Results: c.Results, Exit: c.Exit, Recovers: c.Recovers}
		if len(c.Events) > 0 {
			out[i].Events = make([]Event, 0, len(c.Events))
		}
		for _, e := range c.Events {
			if e.Kind == summary.Read { // what a function loads of several rows, one after the other, is its own business
				e.Traits &^= summary.Loops
			}
			out[i].Events = append(out[i].Events, foreignEvent(e))
		}
		for _, e := range c.Keys {
			out[i].Keys = append(out[i].Keys, Event{Event: e, Imported: true})
		}
	}
	return out
}

// apply does what the callee does: one config for each of its cases that can be.
func (w *walker) apply(c *config, cases []Case, f frame) []*config {
	var out []*config
	if w.steps > maxSteps { // too much was looked at already: nothing more is claimed
		w.fn.Capped = true
		w.lose(c, f.args)
		return []*config{c}
	}
	f.cases = cases
	taken := takenIn(cases)
	w.useAll(c, cases, f)
	w.keptUntold(c, cases, f)
	for i, k := range cases {
		next := c
		if i < len(cases)-1 {
			next = c.clone()
		}
		ways := w.applyCase(next, k, f)
		for _, c := range ways {
			w.notTaken(c, taken, k, f)
		}
		out = append(out, ways...)
	}
	if len(cases) == 0 {
		w.lose(c, f.args)
		return []*config{c}
	}
	return w.join(out)
}

func (w *walker) applyCase(c *config, k Case, f frame) []*config {
	for _, p := range k.Pre {
		x := w.subst(c, p.X, f)
		switch t := w.truth(c, x); {
		case t == summary.Unknown:
			w.learn(c, x, p.Is)
		case t != p.Is:
			return nil
		}
	}
	states := []*config{c}
	for i, e := range k.Events {
		var next []*config
		nth := alikeBefore(k.Events[:i], &e)
		for _, c := range states {
			e := w.arrive(c, e, f)
			e.nth = nth
			if e.Kind == summary.Missed && !f.literal {
				e.Dropped, e.Untold = w.unheard(k, f.cases, f.site)
			}
			next = append(next, w.happen(c, e, f)...)
		}
		w.steps += eventSteps * len(states)
		states = w.join(next)
	}
	var out []*config
	for _, c := range states {
		w.finish(c, k, f)
		w.tell(c, k, f)
		if k.Recovers && f.site.deferred {
			c.panicking = false
			c.touch()
		}
		switch {
		case k.Exit == summary.Returns:
			out = append(out, c)
		case k.Exit == summary.Panics:
			w.throw(c, f.site.pos)
		case k.Exit == summary.Never:
			w.neverReturns(c)
		}
	}
	return out
}

// alikeBefore counts the acquires or releases like e: in the caller all of them happen at the same place.
func alikeBefore(before []Event, e *Event) int {
	n := 0
	if e.Kind == summary.Acquire || e.Kind == summary.Release {
		for i := range before {
			if before[i].Kind == e.Kind && before[i].Lock.Same(e.Lock) {
				n++
			}
		}
	}
	return n
}

// finish gives the results of a case their names and what is known of them.
func (w *walker) finish(c *config, k Case, f frame) {
	w.lose(c, f.args)
	if f.fn != nil {
		w.loseWritten(c, f.fn)
	}
	w.takeYield(c, k, f)
	for i, r := range k.Results {
		w.result(c, f.local, i, w.subst(c, r, f))
	}
	for _, p := range k.Post {
		w.learn(c, w.subst(c, p.X, f), p.Is)
		w.learn(c, w.replace(c, p.X, f), p.Is) // stays known where paths with other values join
	}
	for _, s := range k.Stores {
		addr := c.pointed(w.replace(c, s.Addr, f))
		if addr != nil && addr.Op == summary.Field && summary.IsSetting(s.Addr) { // of a struct that another one leads to
			addr = c.fold(addr.Args[0]).Dot(s.Addr.Name)
		}
		x := w.subst(c, s.X, f)
		if root := addr.Root(); x != nil && x.Has(summary.Func) && (root == nil || root.Op != summary.Local) {
			w.handOn(c, x) // a hook; the handle itself, which a method keeps in its object, is still the caller's to give back
		}
		switch {
		case addr != nil && x != nil:
			c.store(addr, x)
		case addr != nil && s.X == nil:
			c.forgetFlag(addr)
		case addr != nil:
			if old, ok := c.content(addr); ok && old != nil && old.Op == summary.Const {
				c.set(addr, nil)
			}
		}
	}
}

// result gives a result of the call its expression. What is known of it is known of the result under its
// own name too, which stays when paths with other values join.
func (w *walker) result(c *config, local *summary.Expr, i int, x *summary.Expr) {
	if x == nil {
		return
	}
	name := resultOf(local, i)
	t := w.truth(c, x)
	c.named.set(name.String(), x)
	w.learn(c, name, t)
}

// arrive is an event of a callee as the caller sees it.
func (w *walker) arrive(c *config, e Event, f frame) Event {
	e.inside = w.within(e, f)
	e.Event = e.Event.Map(func(x *summary.Expr) (*summary.Expr, bool) { return w.subst(c, x, f), true })
	e.Lock.Key, e.Item = firstKey(c, e.Lock.Key), firstKey(c, e.Item) // of the keys that the callee was given
	e.unwinds = mapUnwinds(e.unwinds, func(e Event) (Event, bool) { return w.arrive(c, e, f), true })
	if e.Text != nil {
		told(&e)
	}
	e.Acquired, e.result, e.id, e.byName, e.field, e.ScopeHere, e.handed = token.NoPos, nil, "", false, "", false, false
	if f.site.deferred {
		e.Deferred = true
	}
	if f.fn != nil && !f.literal { // it is not known what the arguments are
		e.Value, e.Traits = nil, e.Traits&^summary.ValueKnown
	}
	if e.Kind == summary.Write && w.world.HandlesDuplicate(w.fn.Fn) {
		e.Traits |= summary.Unique
	}
	switch {
	case f.site.deferred || !f.literal || e.Pos == token.NoPos:
		if e.Out != nil && e.Pos.IsValid() {
			e.Trail = append([]token.Pos{e.Pos}, e.Trail...)
		}
		e.Pos, e.In = f.site.pos, Span{}
	}
	if e.Out != nil {
		e.Out = w.outward(c, e.Out, f.site)
	}
	e.Traits |= w.loopTraits(f.site)
	if f.via != "" {
		e.Via = append([]string{f.via}, e.Via...)
	}
	return e
}

// subst puts an expression of the callee into the terms of this function.
func (w *walker) subst(c *config, x *summary.Expr, f frame) *summary.Expr {
	return c.texts(w.afterOptions(c, c.fold(w.replace(c, x, f))))
}

func (w *walker) replace(c *config, x *summary.Expr, f frame) *summary.Expr {
	pick := func(from []*summary.Expr, i int) *summary.Expr {
		if i < len(from) {
			return from[i]
		}
		return nil
	}
	return x.Map(func(e *summary.Expr) (*summary.Expr, bool) {
		switch e.Op {
		case summary.Param:
			return pick(f.args, e.Index), true
		case summary.Free:
			return pick(f.frees, e.Index), true
		case summary.Result:
			return resultOf(f.local, e.Index), true
		case summary.Fresh:
			return f.local.Dot("!" + strconv.Itoa(e.Index)), true
		case summary.Recovered:
			if !f.site.deferred {
				return e, true
			}
			if c.panicking {
				return summary.ConstOf("panic"), true
			}
			return summary.NilExpr, true
		}
		return nil, false
	})
}
