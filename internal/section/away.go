package section

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/summary"
)

// The duty to give a lock or a connection back moves with it: who returns it, stores it, sends it, starts a
// goroutine that releases it, or gives it to a function of which nothing is known, has handed it on. What
// may have been handed on has been: unknown means silent.

// A duty is something that has to be given back.
type duty struct {
	id     string
	target *summary.Expr // who has this can give it back; nil: nobody but who knows the lock
}

// duties are what the config has to give back and has not handed on.
func (c *config) duties() []duty {
	var out []duty
	add := func(id string, target *summary.Expr) {
		if !slices.Contains(c.away, id) {
			out = append(out, duty{id, target})
		}
	}
	for _, l := range c.held {
		add(l.String(), targetOf(l))
	}
	for _, x := range slices.Concat(c.pins, c.open) {
		add(x.String(), x)
	}
	return out
}

// targetOf is what one must have to release a lock: its handle, else its key, else its connection.
func targetOf(l summary.Lock) *summary.Expr {
	switch {
	case l.Handle != nil:
		return l.Handle
	case l.Kind == catalog.Session && l.Conn != nil:
		return l.Conn
	}
	return l.Key
}

// handOn notes that the values are given away.
func (w *walker) handOn(c *config, given ...*summary.Expr) {
	if len(c.held)+len(c.pins)+len(c.open) == 0 {
		return
	}
	for _, d := range c.duties() {
		if slices.ContainsFunc(given, func(x *summary.Expr) bool { return w.leads(c, x, d, 0) }) {
			c.handedOn(d)
		}
	}
}

// keptUntold hands on the functions that a callee is given and of which its cases say nothing: it does not run them, so that it keeps them where
// its caller does not see it, in what a context carries or in a map of the package.
func (w *walker) keptUntold(c *config, cases []Case, f frame) {
	for i, x := range f.args {
		if x != nil && x.Has(summary.Func) && w.leadsToDuty(c, x) && !slices.ContainsFunc(cases, func(k Case) bool { return tellsOf(k, i) }) {
			w.handOn(c, x)
		}
	}
}

// tellsOf says that a case speaks of what becomes of a parameter.
func tellsOf(k Case, i int) bool {
	param := summary.ParamOf(i)
	return slices.ContainsFunc(k.Events, func(e Event) bool {
		return within(e.Func, param) || slices.ContainsFunc(e.Args, func(a *summary.Expr) bool { return within(a, param) })
	}) ||
		slices.ContainsFunc(k.Stores, func(s summary.Store) bool { return within(s.X, param) }) ||
		slices.ContainsFunc(k.Results, func(x *summary.Expr) bool { return within(x, param) })
}

// leadsToDuty tells that who has the value can do one of the duties.
func (w *walker) leadsToDuty(c *config, x *summary.Expr) bool {
	return slices.ContainsFunc(c.duties(), func(d duty) bool { return w.leads(c, x, d, 0) })
}

// handAllOn notes that a function value was called of which nothing is known.
func (w *walker) handAllOn(c *config) {
	for _, d := range c.duties() {
		c.handedOn(d)
	}
}

func (c *config) handedOn(d duty) {
	c.away = append(c.away, d.id)
	slices.Sort(c.away)
	c.touch()
}

// takeBack forgets that a lock was handed on: it is released, or taken anew.
func (c *config) takeBack(l summary.Lock) {
	id := l.String()
	c.away = slices.DeleteFunc(c.away, func(x string) bool { return x == id })
}

// maxLead bounds how many variables and structs are looked through.
const maxLead = 3

// leads tells that who has x may do the duty.
func (w *walker) leads(c *config, x *summary.Expr, d duty, depth int) bool {
	if x == nil || depth > maxLead {
		return false
	}
	if d.target != nil && mentions(x, d.target) {
		return true
	}
	found := !x.Walk(func(e *summary.Expr) bool { return e.Op != summary.Func || !w.mayRelease(e) })
	if found {
		return true
	}
	if x.Op == summary.Func || x.Op == summary.Either || x.Op == summary.Struct || x.Op == summary.WithValue || x.Op == summary.Ref {
		if slices.ContainsFunc(x.Args, func(a *summary.Expr) bool { return w.leads(c, a, d, depth) }) {
			return true
		}
	}
	if root := x.Root(); root == nil || root.Op != summary.Local {
		return false
	}
	name := x.String()
	for addr, s := range c.cells.all() { // any of them: the order does not matter
		if rest, ok := strings.CutPrefix(addr, name); ok && (rest == "" || rest[0] == '.' || rest[0] == '[') && s.X != nil && s.X.String() != name {
			if w.leads(c, s.X, d, depth+1) {
				return true
			}
		}
	}
	return false
}

// mentions tells that a value is the target, or holds it; of what the function made itself any part will do.
func mentions(x, target *summary.Expr) bool {
	whole := target
	if root := target.Root(); root != nil && root.Op == summary.Local {
		for whole.Op != summary.Local && !(whole.Op == summary.Field && strings.ContainsAny(whole.Name[:1], "#!")) && whole.Base() != nil {
			whole = whole.Base()
		}
	}
	return within(x, whole) || within(x, target)
}

// within tells that y is a part of x; what is told of a lock is not the lock.
func within(x, y *summary.Expr) bool {
	switch {
	case x == nil:
		return false
	case summary.Equal(x, y):
		return true
	case x.Op == summary.Field && slices.Contains(toldOf, x.Name):
		return false
	}
	return slices.ContainsFunc(x.Args, func(a *summary.Expr) bool { return within(a, y) })
}

// toldOf are the fields, real and virtual, in which a lock or a connection says something of itself.
var toldOf = []string{"key", "err", "ok", "rows"}

// mayRelease tells a function value that may release a lock which it did not take.
func (w *walker) mayRelease(fn *summary.Expr) bool {
	cases, known := w.world.Named(fn.Name)
	if !known || cases == nil {
		return w.literal(fn.Name) // one that is under way
	}
	return slices.ContainsFunc(cases, func(k Case) bool { return releasesOther(k.Events) })
}

// releasesOther tells that a lock is released that was not taken before.
func releasesOther(events []Event) bool {
	for i, e := range events {
		switch e.Kind {
		case summary.Run:
			return true
		case summary.Release:
			if !slices.ContainsFunc(events[:i], func(o Event) bool { return o.Kind == summary.Acquire && o.Lock.Same(e.Lock) }) {
				return true
			}
		}
	}
	return false
}

// spawns hands on what a goroutine gets, and what it releases.
func (w *walker) spawns(c *config, call *ssa.CallCommon) {
	if len(c.held)+len(c.pins)+len(c.open) == 0 {
		return
	}
	fn, args := w.callee(c, call)
	w.handOn(c, append(args, fn)...)
	if callee := call.StaticCallee(); callee != nil {
		f := w.world.Function(callee)
		if f == nil || f.Capped || slices.ContainsFunc(f.Cases, func(k Case) bool { return releasesOther(k.Events) }) {
			w.reachesOn(c, args)
		}
	}
}

// unknownCall hands on what a function gets of which nothing is known. A library's lock is not handed on by
// the call of one more of its methods.
func (w *walker) unknownCall(c *config, site callSite) {
	if len(c.held)+len(c.pins)+len(c.open) == 0 {
		return
	}
	given := site.args
	obj := site.common.Method
	if fn := site.common.StaticCallee(); fn != nil {
		if len(fn.Blocks) > 0 { // its analysis is under way
			w.reachesOn(c, given)
			return
		}
		obj = w.world.Object(fn)
	}
	if obj != nil && obj.Signature().Recv() != nil && len(given) > 0 && obj.Pkg() != nil && (w.world.Catalog().Covers(obj.Pkg().Path()) || catalog.IsStd(obj.Pkg().Path())) {
		given = given[1:]
	}
	w.handOn(c, given...)
}

// reachesOn hands on all that can be reached from what a function gets that may do anything.
func (w *walker) reachesOn(c *config, given []*summary.Expr) {
	w.handOn(c, given...)
	for _, d := range c.duties() {
		root := d.target.Root()
		if root == nil || root.Op == summary.Global || slices.ContainsFunc(given, func(x *summary.Expr) bool { return mentions(x, root) }) {
			c.handedOn(d)
		}
	}
}
