package section

import (
	"go/token"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/summary"
	"github.com/locklint/locklint/internal/value"
)

// A callSite is one call that is being executed.
type callSite struct {
	instr    ssa.Instruction
	common   *ssa.CallCommon
	pos      token.Pos
	local    *summary.Expr   // names the results
	fn       *summary.Expr   // the function value; nil for a static callee or a method of an interface
	args     []*summary.Expr // receiver first
	deferred bool
}

// A frame says what parameters, free variables and results of a callee's expressions stand for.
type frame struct {
	site        callSite
	args, frees []*summary.Expr
	local       *summary.Expr
	fn          *summary.Expr // the function value that is run
	via         string        // the callee's name; empty for a literal
	literal     bool          // the callee stands in this function: its events keep their places
}

// call executes a call and returns the configs that it leaves.
func (w *walker) call(c *config, site callSite) []*config {
	if b, ok := site.common.Value.(*ssa.Builtin); ok {
		w.builtin(c, site, b.Name())
		return []*config{c}
	}
	if site.fn != nil {
		return w.callValue(c, site)
	}
	fn := site.common.StaticCallee()
	obj := site.common.Method
	if fn != nil {
		obj = w.world.Object(fn)
	}
	if obj != nil {
		if r, ok := value.Std(obj.FullName(), site.args, resultOf(site.local, 0), func(x *summary.Expr) []*summary.Expr { return elements(c, x) }); ok {
			w.learn(c, r.X, r.Is)
			w.result(c, site.local, 0, r.X)
			return []*config{c}
		}
		if e := w.world.Catalog().Lookup(obj); e != nil {
			return w.library(c, site, e)
		}
	}
	switch {
	case fn == nil:
		cases := w.world.Implementations(obj)
		if cases == nil {
			if e := w.world.Behind(obj); e != nil {
				return w.library(c, site, e)
			}
			cases = w.world.Presumed(obj)
		}
		if cases != nil {
			return w.apply(c, cases, frame{site: site, args: site.args, local: site.local, via: obj.Name()})
		}
	case w.world.NoReturn(fn):
		return nil
	default:
		if f := w.world.Function(fn); f != nil {
			w.observe(c, fn, site.args, nil)
			return w.apply(c, f.Cases, frame{site: site, args: site.args, local: site.local, via: fn.Name()})
		}
		if obj != nil {
			if s := w.world.Summary(obj); s != nil {
				return w.apply(c, Foreign(s.Cases), frame{site: site, args: site.args, local: site.local, via: fn.Name()})
			}
		}
	}
	w.lose(c, site.args)
	return []*config{c}
}

// callValue calls a function value: a literal that is known is entered, one that the caller gave is run
// when the caller is known, any other is unknown.
func (w *walker) callValue(c *config, site callSite) []*config {
	e := Event{Event: summary.Event{Kind: summary.Run, Func: site.fn, Args: site.args}, Pos: site.pos, Deferred: site.deferred, byName: !calledInPlace(site.common)}
	if n := site.common.Signature().Results().Len(); n > 0 {
		e.result = resultOf(site.local, n-1)
	} else {
		e.result = site.local
	}
	return w.run1(c, e, frame{site: site, local: site.local})
}

// builtin executes a call of a builtin function. A slice that something was appended to holds it, whatever
// the index.
func (w *walker) builtin(c *config, site callSite, name string) {
	result := resultOf(site.local, 0)
	switch name {
	case "recover":
		c.recovered = true
		c.touch()
		w.result(c, site.local, 0, summary.New(summary.Recovered, 0, ""))
	case "append":
		if len(site.args) < 2 {
			return
		}
		if added := elements(c, site.args[1]); len(added) == 1 && added[0] != nil {
			c.set(result.At(nil), added[0])
		}
	}
}

// calledInPlace tells func() { ... }().
func calledInPlace(call *ssa.CallCommon) bool {
	mc, ok := call.Value.(*ssa.MakeClosure)
	if !ok {
		return false
	}
	lit := mc.Fn.(*ssa.Function).Syntax()
	return lit != nil && lit.End() == call.Pos()
}

// run1 runs the function value of a Run event.
func (w *walker) run1(c *config, e Event, f frame) []*config {
	if e.Func == nil || len(w.running) >= maxDepth || w.steps > maxSteps {
		w.lose(c, e.Args)
		return []*config{c}
	}
	if e.Func.Op == summary.Func {
		cases, known := w.world.Named(e.Func.Name)
		if !known || cases == nil || slices.Contains(w.running, e.Func.Name) {
			w.lose(c, append(e.Func.Args, e.Args...))
			return []*config{c}
		}
		w.running = append(w.running, e.Func.Name)
		defer func() { w.running = w.running[:len(w.running)-1] }()
		local := f.local
		if e.result == nil { // inside of a callee: its results have no names here
			local = f.local.Dot("!" + shortName(e.Func.Name) + strconv.Itoa(len(w.running)))
		}
		inner := frame{site: f.site, args: e.Args, frees: e.Func.Args, local: local, literal: w.literal(e.Func.Name) && !e.byName}
		if !w.literal(e.Func.Name) {
			inner.via = shortName(e.Func.Name)
		}
		inner.site.pos = e.Pos
		inner.site.deferred = e.Deferred
		fits := slices.DeleteFunc(slices.Clone(cases), func(k Case) bool { return !returns(k, e.Ret) })
		if len(fits) == 0 && len(cases) > 0 {
			return nil // the function never ends like that
		}
		inner.fn = e.Func
		if fn := w.world.Func(e.Func.Name); fn != nil {
			w.observe(c, fn, e.Args, e.Func.Args)
		}
		return w.apply(c, fits, inner)
	}
	if given(e.Func) || len(c.held)+len(c.open) > 0 {
		w.append(c, e)
	}
	w.lose(c, e.Args)
	return []*config{c}
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

// Foreign are the cases of a function of another package: their events have no places.
func Foreign(cases []summary.Case) []Case {
	out := make([]Case, len(cases))
	for i, c := range cases {
		out[i] = Case{Pre: c.Pre, Post: c.Post, Stores: c.Stores, Results: c.Results, Exit: c.Exit, Recovers: c.Recovers}
		for _, e := range c.Events {
			out[i].Events = append(out[i].Events, Event{Event: e, Imported: true})
		}
	}
	return out
}

// apply does what the callee does: one config for each of its cases that can be.
func (w *walker) apply(c *config, cases []Case, f frame) []*config {
	var out []*config
	for i, k := range cases {
		next := c
		if i < len(cases)-1 {
			next = c.clone()
		}
		out = append(out, w.applyCase(next, k, f)...)
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
	for _, e := range k.Events {
		var next []*config
		for _, c := range states {
			next = append(next, w.happen(c, w.arrive(c, e, f), f)...)
		}
		w.steps += eventSteps * len(states)
		states = w.join(next)
	}
	var out []*config
	for _, c := range states {
		w.finish(c, k, f)
		if k.Recovers && f.site.deferred {
			c.panicking = false
			c.touch()
		}
		switch {
		case k.Exit == summary.Returns:
			out = append(out, c)
		case k.Exit == summary.Panics && w.unwinding: // the other deferred calls still run
			c.panicking = true
			c.touch()
			out = append(out, c)
		case k.Exit == summary.Panics:
			w.panics(c)
		}
	}
	return out
}

// finish gives the results of a case their names and what is known of them.
func (w *walker) finish(c *config, k Case, f frame) {
	w.lose(c, f.args)
	if f.fn != nil {
		w.loseWritten(c, f.fn)
	}
	for i, r := range k.Results {
		w.result(c, f.local, i, w.subst(c, r, f))
	}
	for _, p := range k.Post {
		w.learn(c, w.subst(c, p.X, f), p.Is)
		w.learn(c, w.replace(c, p.X, f), p.Is) // stays known where paths with other values join
	}
	for _, s := range k.Stores {
		// The address is not folded: it is a variable, not what it held before.
		addr := w.replace(c, s.Addr, f)
		if x := w.subst(c, s.X, f); addr != nil && x != nil {
			c.store(addr, x)
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
	c.named[name.String()] = x
	w.learn(c, name, t)
}

// arrive is an event of a callee as the caller sees it.
func (w *walker) arrive(c *config, e Event, f frame) Event {
	e.Event = e.Event.Map(func(x *summary.Expr) (*summary.Expr, bool) { return w.subst(c, x, f), true })
	e.Acquired, e.result, e.id, e.byName = token.NoPos, nil, "", false
	if f.site.deferred {
		e.Deferred = true
	}
	switch {
	case f.site.deferred || !f.literal || e.Pos == token.NoPos:
		e.Pos = f.site.pos
	}
	if f.via != "" {
		e.Via = append([]string{f.via}, e.Via...)
	}
	return e
}

// subst puts an expression of the callee into the terms of this function.
func (w *walker) subst(c *config, x *summary.Expr, f frame) *summary.Expr {
	return c.fold(w.replace(c, x, f))
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

// happen does one event to the config.
func (w *walker) happen(c *config, e Event, f frame) []*config {
	c.touch()
	if alts := e.Handle.Alternatives(); len(alts) > 1 {
		return w.happenEither(c, e, alts, f)
	}
	if c.inSavepoint(&e) {
		return []*config{c}
	}
	switch e.Kind {
	case summary.Run:
		return w.run1(c, e, f)
	case summary.Acquire:
		w.acquired(e)
		c.held = slices.DeleteFunc(c.held, func(l summary.Lock) bool { return l.Same(e.Lock) })
		c.held = append(c.held, e.Lock)
	case summary.Release:
		if !w.release(c, &e) && !known(e.Lock) {
			return []*config{c}
		}
	case summary.Begin:
		if e.On != nil && c.isOpen(e.On) {
			c.set(e.Handle.Dot(outerTx), e.On)
			return []*config{c}
		}
		c.open = append(c.open, e.Handle)
	case summary.Commit, summary.Rollback:
		i := slices.IndexFunc(c.open, func(x *summary.Expr) bool { return summary.Equal(x, e.Handle) })
		if i < 0 && !foreign(e) {
			return []*config{c}
		}
		if i >= 0 {
			c.open = slices.Delete(c.open, i, i+1)
		}
	}
	e.Looked = w.looked(c, e.Handle)
	w.append(c, e)
	return []*config{c}
}

// looked tells that the path knows that a context carries the handle: it has tested it.
func (w *walker) looked(c *config, handle *summary.Expr) bool {
	return !handle.Walk(func(x *summary.Expr) bool {
		return x.Op != summary.CtxValue || w.truth(c, x) != summary.NotNil
	})
}

// happenEither does an event whose handle may be one of several: a statement may be on each of them, the
// end of a transaction is that of the one that is open.
func (w *walker) happenEither(c *config, e Event, alts []*summary.Expr, f frame) []*config {
	for _, a := range alts {
		e.Handle = a
		if e.Kind == summary.Read || e.Kind == summary.Write || c.isOpen(a) {
			w.happen(c, e, f)
		}
	}
	return []*config{c}
}

// outerTx is where a savepoint keeps the transaction it belongs to.
const outerTx = "!outer"

// inSavepoint puts the outer transaction in the place of a savepoint, and tells whether the event is the
// savepoint's end, which commits nothing.
func (c *config) inSavepoint(e *Event) bool {
	if e.Lock.Conn != nil {
		if outer, ok := c.content(e.Lock.Conn.Dot(outerTx)); ok {
			e.Lock.Conn = outer
		}
	}
	if e.Handle == nil {
		return false
	}
	outer, ok := c.content(e.Handle.Dot(outerTx))
	if !ok {
		return false
	}
	e.Handle = outer
	return e.Kind == summary.Commit || e.Kind == summary.Rollback
}

func (c *config) isOpen(tx *summary.Expr) bool {
	return slices.ContainsFunc(c.open, func(x *summary.Expr) bool { return summary.Equal(x, tx) })
}

// release takes the lock out of those held and tells whether it was one of them.
func (w *walker) release(c *config, e *Event) bool {
	loose := e.Lock
	loose.Handle = loose.Handle.Loose()
	i := slices.IndexFunc(c.held, func(l summary.Lock) bool { return l.Same(e.Lock) || l.Same(loose) })
	if i < 0 {
		return false
	}
	lock := c.held[i]
	c.held = slices.Delete(c.held, i, i+1)
	e.Lock.Kind, e.Lock.Shared = lock.Kind, lock.Shared
	if e.Lock.Key == nil {
		e.Lock.Key = lock.Key
	}
	for _, o := range c.live {
		if o.Kind == summary.Acquire && (o.Lock.Same(e.Lock) || o.Lock.Same(loose)) {
			e.Acquired = o.Pos
		}
	}
	return true
}

// known tells that a caller could know which lock is meant.
func known(l summary.Lock) bool {
	x := l.Handle
	if x == nil {
		x = l.Key
	}
	return x != nil && (l.Handle == nil || x.Has(summary.Param, summary.Free, summary.Global))
}

// elements are the parts of a slice that the call site built: the arguments of a variadic call.
func elements(c *config, slice *summary.Expr) []*summary.Expr {
	var out []*summary.Expr
	if slice == nil {
		return nil
	}
	for i := 0; ; i++ {
		x, ok := c.content(slice.At(value.ElementName(i)))
		if !ok {
			return out
		}
		out = append(out, x)
	}
}

// lose forgets what the variables hold whose addresses are given away.
func (w *walker) lose(c *config, args []*summary.Expr) {
	for _, a := range args {
		if a == nil {
			continue
		}
		if a.Op == summary.Local {
			delete(c.cells, a.String())
			delete(c.truths, "*"+a.String())
		}
	}
}

// loseWritten forgets the captured variables that a literal assigns to.
func (w *walker) loseWritten(c *config, fn *summary.Expr) {
	f := w.world.Func(fn.Name)
	if f == nil {
		w.lose(c, fn.Args)
		return
	}
	for i, v := range f.FreeVars {
		if i < len(fn.Args) && written(v) {
			w.lose(c, fn.Args[i:i+1])
		}
	}
}

// written tells that a captured variable may be assigned to.
func written(v ssa.Value) bool {
	for _, ref := range *v.Referrers() {
		switch ref := ref.(type) {
		case *ssa.UnOp, *ssa.FieldAddr, *ssa.IndexAddr, *ssa.DebugRef:
		case *ssa.MakeClosure:
			fn := ref.Fn.(*ssa.Function)
			for i, b := range ref.Bindings {
				if b == v && written(fn.FreeVars[i]) {
					return true
				}
			}
		default:
			return true
		}
	}
	return false
}
