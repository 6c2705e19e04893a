package section

import (
	"go/token"
	"slices"
	"strconv"
	"strings"

	"github.com/locklint/locklint/internal/summary"
)

// Limits of what one case carries.
const (
	maxStores = 12
	maxConds  = 8
	maxAlias  = 2 // fields of fields
)

// maxCases bounds the cases of a function. Beyond it those that differ in their results alone become one,
// and if there are still too many, the rest is not told.
const maxCases = 16

// export makes the cases of the function from the configs at its ends.
func (w *walker) export() {
	w.keeps()
	w.fn.Capped = w.fn.Capped || w.partial
	cases := w.cases(w.eitherWay)
	if len(cases) > maxCases {
		cases = w.cases(func(x *exit) []*exit { return []*exit{x} })
	}
	if len(cases) > maxCases {
		cases, w.fn.Capped = cases[:maxCases], true
	}
	if len(cases) == 0 && !w.fn.Capped {
		cases = []Case{{Exit: summary.Never}}
	}
	if len(cases) == 1 && !w.ends {
		cases[0].Pre = nil // there is no other way
	}
	keys := w.callersKeys()
	for i := range cases {
		cases[i].Keys = keys
	}
	w.fn.Cases = cases
}

// cases are the ways to the exits, of which parts makes several where their callers can tell them apart. Where there
// are too many, those that differ in little are one.
func (w *walker) cases(parts func(*exit) []*exit) []Case {
	var all []Case
	for _, x := range w.exits {
		for _, x := range parts(x) {
			all = append(all, w.caseOf(x))
		}
	}
	oneWhy(all)
	cases := joinCases(all, Case.endKey)
	if !toldApart(cases) {
		cases = joinCases(all, Case.key)
	}
	if len(cases) > maxCases {
		cases = joinCases(cases, Case.eventKey)
	}
	for i := range cases {
		cases[i].Events = summary.FewCalls(cases[i].Events, plainEvent)
	}
	if len(cases) > maxCases {
		cases = fewer(cases)
	}
	return cases
}

// eitherWay parts an exit that returns the error of a function that the caller gave, as it is: whether there is one
// is known to who runs it.
func (w *walker) eitherWay(x *exit) []*exit {
	n := len(x.results)
	if n == 0 || x.how != summary.Returns || x.results[n-1] == nil || !isError(w.fn.Fn.Signature.Results().At(n-1).Type()) {
		return []*exit{x}
	}
	last := x.results[n-1]
	ran := func(e *Event) bool { return e.Kind == summary.Run && summary.Equal(e.result, last) }
	if w.truth(x.config, last) != summary.Unknown || !slices.ContainsFunc(x.live, ran) && !slices.ContainsFunc(x.visible, ran) {
		return []*exit{x}
	}
	var out []*exit
	for _, is := range []summary.Truth{summary.IsNil, summary.NotNil} {
		way := *x
		way.config = x.config.clone()
		w.learn(way.config, last, is)
		out = append(out, &way)
	}
	return out
}

func plainEvent(e *Event) *summary.Event { return &e.Event }

// caseOf is what a caller may know of the way to an exit.
func (w *walker) caseOf(x *exit) Case {
	ex := exporter{w: w, c: x.config, aliases: map[string]*summary.Expr{}, fresh: map[string]int{}}
	for i, r := range x.results { // the results themselves before what their fields hold
		ex.alias(r, summary.ResultOf(i), maxAlias)
	}
	for i, r := range x.results {
		ex.alias(r, summary.ResultOf(i), 0)
	}
	k := Case{Exit: x.how, Recovers: x.recovered, locking: x.locking, puts: w.puts}
	placed := w.fn.Fn.Parent() != nil // the events of a literal keep their places
	for _, r := range x.results {
		var out *summary.Expr
		if r != nil && (isFunc(r) || r.Op == summary.Template || !r.Root().Has(summary.Local)) {
			out = ex.expr(r)
		}
		k.Results = append(k.Results, out)
	}
	live := withoutHanded(withoutConnections(x.live))
	if len(x.held)+len(x.open)+len(x.pins) == 0 && !slices.ContainsFunc(live, foreign) {
		live = outside(live)
	} else {
		live = withoutInner(live)
	}
	all := slices.Clone(x.visible)
	for _, e := range live { // the section of the last round of a loop, not one for each
		all = add(all, e)
	}
	for _, e := range all {
		if e.Kind == summary.Missed && (e.Again || e.Dropped || !w.kept[e.Pos]) {
			continue // judged here, or nobody else's business
		}
		if w.unread(x, *e) {
			continue
		}
		if out, ok := ex.event(*e); ok {
			out.placed = placed
			k.Events = append(k.Events, out)
		}
	}
	k.Events = summary.FewCalls(w.alike(k.Events), plainEvent)
	for i, r := range x.results {
		if t := w.truth(x.config, r); t != summary.Unknown {
			k.Post = append(k.Post, summary.Cond{X: summary.ResultOf(i), Is: t})
		}
	}
	k.Pre = ex.conditions()
	k.Stores = ex.stores()
	k.unreachable()
	ex.leaveYield(&k)
	return k
}

// isFunc tells a function value of which it is known what it does.
func isFunc(x *summary.Expr) bool {
	return x.Op == summary.Func || onceOnly(x)
}

// An exporter puts the expressions of one exit into terms that a caller can understand.
type exporter struct {
	w       *walker
	c       *config
	aliases map[string]*summary.Expr // values that the results lead to
	fresh   map[string]int           // others, in order of appearance
	inside  int                      // structs inside of structs
}

// alias finds the values that are reached from a result: the result itself, and what its fields hold.
func (ex *exporter) alias(x, name *summary.Expr, depth int) {
	if x == nil || !x.Has(summary.Local) || isFunc(x) || x.Op == summary.Template {
		return
	}
	if _, ok := ex.aliases[x.String()]; !ok {
		ex.aliases[x.String()] = name
	}
	if depth >= maxAlias {
		return
	}
	for _, f := range ex.c.fieldsOf(x) {
		ex.alias(f.X, name.Dot(f.Addr.Name), depth+1)
	}
}

// expr rewrites an expression; what the caller cannot name becomes something fresh.
func (ex *exporter) expr(x *summary.Expr) *summary.Expr {
	return x.Map(func(e *summary.Expr) (*summary.Expr, bool) {
		if a := ex.aliases[e.String()]; a != nil {
			return a, true
		}
		if e.Op != summary.Local {
			if e.Op == summary.Field && e.Args[0].Op == summary.Local {
				if s := ex.slice(e); s != nil {
					return s, true
				}
				if virtual := e.Name[0] == '#' || e.Name[0] == '!'; !virtual { // somebody may be told of the whole, too
					if whole := ex.expr(e.Args[0]); whole != nil && whole.Op == summary.Fresh {
						return whole.Dot(e.Name), true
					}
				}
				return ex.freshOf(e), true
			}
			return nil, false
		}
		return ex.local(e), true
	})
}

// local is a value of this function: a variable by what it holds, a struct by its fields.
func (ex *exporter) local(e *summary.Expr) *summary.Expr {
	if x, ok := ex.c.content(e); ok && x != nil && !strings.Contains(x.String(), e.String()) {
		return summary.New(summary.Ref, 0, "", ex.expr(x))
	}
	if ex.inside >= 3 {
		return ex.freshOf(e)
	}
	ex.inside++
	defer func() { ex.inside-- }()
	var names []string
	var args []*summary.Expr
	for _, f := range ex.c.fieldsOf(e) {
		if f.X != nil && !strings.Contains(f.X.String(), e.String()) {
			names = append(names, f.Addr.Name)
			args = append(args, ex.expr(f.X))
		}
	}
	if len(names) > 0 {
		return summary.NewStruct("", names, args)
	}
	return ex.freshOf(e)
}

// slice writes a slice whose elements are known as a struct of them, or is nil.
func (ex *exporter) slice(e *summary.Expr) *summary.Expr {
	x, ok := ex.c.content(e.At(nil))
	if !ok || x == nil || ex.inside >= 3 || strings.Contains(x.String(), e.String()) {
		return nil
	}
	ex.inside++
	defer func() { ex.inside-- }()
	return summary.NewStruct("", []string{summary.Elements}, []*summary.Expr{ex.expr(x)})
}

func (ex *exporter) freshOf(e *summary.Expr) *summary.Expr {
	n, ok := ex.fresh[e.String()]
	if !ok {
		n = len(ex.fresh)
		ex.fresh[e.String()] = n
	}
	return summary.FreshOf(n)
}

// event rewrites an event; one whose subject nobody outside can name is left out.
func (ex *exporter) event(e Event) (Event, bool) {
	if e.Kind == summary.Release && e.Acquired == token.NoPos && !known(e.Lock) {
		return e, false // of a lock of this function, which was not held
	}
	if e.Kind == summary.Run && e.result != nil {
		e.Ret = ex.w.truth(ex.c, e.result)
	}
	if e.Out != nil {
		e.Out = together(e.Out, e.Deadlines, e.Lasts())
	}
	e.Event = e.Event.Map(func(x *summary.Expr) (*summary.Expr, bool) { return ex.expr(x), true })
	e.unwinds = mapUnwinds(e.unwinds, ex.event)
	e.result, e.id = nil, ""
	switch e.Kind {
	case summary.Run, summary.Spawn:
		return e, e.Func != nil && callers(e.Func)
	case summary.Acquire, summary.Release, summary.Unreleased, summary.Missed, summary.Extend, summary.HandOff:
		if e.Kind == summary.Release && e.Lock.Key.Pattern() != "" && ex.w.fn.Fn.Parent() == nil {
			e.Named = true
		}
		switch e.Kind {
		case summary.Acquire:
			ex.w.lives(&e)
		case summary.Release:
			e.Traits &^= summary.TokenGiven
			if e.Token != nil && e.Token.Op == summary.Param {
				e.Traits |= summary.TokenGiven
			}
		}
		return e, e.Lock.Handle != nil || e.Lock.Key != nil
	case summary.Outbound, summary.Wait:
		return e, !e.Hopeless() || e.Out.Endless
	}
	return e, e.Handle != nil
}

// conditions are what had to hold of the caller's values for this way to be taken.
func (ex *exporter) conditions() []summary.Cond {
	var out []summary.Cond
	for _, k := range sortedKeys(&ex.c.before) {
		if len(out) < maxConds {
			out = append(out, ex.c.before.get(k))
		}
	}
	for _, k := range sortedKeys(&ex.c.truths) {
		cond := ex.c.truths.get(k)
		if ex.c.before.has(k) {
			continue
		}
		if nameable(cond.X) && len(out) < maxConds {
			out = append(out, cond)
		}
	}
	return out
}

// nameable tells that an expression speaks of nothing but what the caller gave.
func nameable(x *summary.Expr) bool {
	if x.Op == summary.Call && (x.Name == poolMark || strings.HasPrefix(x.Name, summary.ImplementedBy)) {
		x = x.Args[0]
	}
	if x.Has(summary.Local, summary.Func, summary.Template, summary.Struct, summary.Call, summary.Derived, summary.WithValue) {
		return false
	}
	return x.Has(summary.Param, summary.Free, summary.Recovered)
}

// stores are what the results' fields, and the caller's variables, hold at the end.
func (ex *exporter) stores() []summary.Store {
	var out []summary.Store
	for _, k := range sortedKeys(&ex.c.cells) {
		s := ex.c.cells.get(k)
		if len(out) >= maxStores {
			continue
		}
		addr := ex.aliased(s.Addr)
		if s.X == nil {
			if addr != nil && mayBeFlag(s) {
				out = append(out, summary.Store{Addr: addr})
			}
			continue
		}
		switch {
		case isDone(addr):
		case addr == nil || strings.ContainsAny(addr.String(), "#!"):
			continue
		case addr.Op == summary.Result || addr.Op == summary.Param || s.X.Op == summary.Local && len(ex.c.fieldsOf(s.X)) > 0:
			continue // a struct as a whole: its fields say what there is to say
		case addr.Has(summary.Result), isFlag(addr, s.X):
		case (s.X.Op == summary.Const || s.X.Op == summary.Nil) && !ex.tested(k) && !ex.sets(addr, s.X):
			continue
		}
		x := ex.expr(s.X)
		if x == nil || summary.Equal(x, addr) {
			continue
		}
		out = append(out, summary.Store{Addr: addr, X: x})
	}
	return out
}

// sets tells that a constant is put into a setting: of an option all that it does is told, of others the numbers.
func (ex *exporter) sets(addr, x *summary.Expr) bool {
	if !summary.IsSetting(addr) {
		return false
	}
	_, err := strconv.ParseInt(x.Name, 10, 64)
	return isOption(ex.w.fn.Fn.Signature) || x.Op == summary.Const && err == nil
}

// tested tells that the function looked at a variable before it changed it: a flag that says that something was done.
func (ex *exporter) tested(name string) bool {
	plain := ex.c.before.has(name)
	loaded := ex.c.before.has("*" + name)
	return plain || loaded
}

// aliased is an address in the caller's terms, or nil.
func (ex *exporter) aliased(addr *summary.Expr) *summary.Expr {
	addr = addr.Map(func(e *summary.Expr) (*summary.Expr, bool) {
		a := ex.aliases[e.String()]
		return a, a != nil
	})
	if addr == nil || addr.Has(summary.Local) || !addr.Has(summary.Param, summary.Free, summary.Result, summary.Global) {
		return nil
	}
	return addr
}
