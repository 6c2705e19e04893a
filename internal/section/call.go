package section

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/keys"
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
	field    string          // that holds the function value
	deferred bool
}

// call executes a call and returns the configs that it leaves. While deferred calls are run, that is also those on
// which it panics: the other deferred calls still run.
func (w *walker) call(c *config, site callSite) []*config {
	states, thrown := w.catch(func() []*config { return w.calls(c, site) })
	for _, t := range thrown {
		if w.unwinding {
			states = append(states, t.config)
		} else {
			w.panics(t.config, t.pos)
		}
	}
	return states
}

// calls is call without what panics.
func (w *walker) calls(c *config, site callSite) []*config {
	if b, ok := site.common.Value.(*ssa.Builtin); ok {
		w.builtin(c, site, b.Name())
		return []*config{c}
	}
	if site.fn != nil {
		return w.callDynamic(c, site)
	}
	fn := site.common.StaticCallee()
	obj := site.common.Method
	if fn != nil {
		obj = w.world.Object(fn)
	}
	if obj != nil {
		if states, ok := w.callModelled(c, site, obj); ok {
			return states
		}
	}
	if row := w.handedRows(c, site); row != nil {
		took := w.truth(c, row.Dot("ok"))
		return w.readBy(w.callProgram(c, site, fn, obj), site, row, took)
	}
	return w.callProgram(c, site, fn, obj)
}

// callProgram calls a function of the program, or one of which nothing is known: a function value, too, of which it is not known where it
// comes from.
func (w *walker) callProgram(c *config, site callSite, fn *ssa.Function, obj *types.Func) []*config {
	if fn != nil {
		if states, ok := w.callStatic(c, site, fn, obj); ok {
			return states
		}
	} else if obj != nil {
		if states, ok := w.callMethod(c, site, obj); ok {
			return states
		}
	}
	if states, ok := w.iterate(c, w.runs(site), frame{site: site, local: site.local}, nil); ok {
		return states
	}
	w.handOver(c, site)
	w.unknownCall(c, site)
	w.lose(c, site.args)
	c.loseFlags(site.args)
	w.loseSettings(c, site, isNumber)
	w.loseLimits(c, site)
	return []*config{c}
}

// callDynamic calls a function value, perhaps the one that a field always holds. The end of a context of which nothing
// is known does nothing.
func (w *walker) callDynamic(c *config, site callSite) []*config {
	if fn := w.fieldFunc(c, site); fn != nil {
		site.field, site.fn = site.fn.Name, fn
	}
	if site.fn.Op != summary.Func && !given(site.fn) && ends(site.fn) == nil && !onceOnly(site.fn) && cancels(site.common.Value.Type()) {
		return []*config{c}
	}
	states := w.callValue(c, site)
	for _, s := range states {
		w.keepsFrom(s, site)
	}
	return states
}

// callModelled calls what is known by its name: a function of the standard library that passes values on, an entry of
// the catalogue, an option; ok tells that it is one of them.
func (w *walker) callModelled(c *config, site callSite, obj *types.Func) (states []*config, ok bool) {
	name := obj.FullName()
	if fn, handler := serves(name, site); handler {
		site.fn, site.args = fn, site.args[1:]
		return w.callValue(c, site), true
	}
	if w.contexts(c, site, name) || w.text(c, site, name) {
		return []*config{c}, true
	}
	if r, ok := value.Std(name, site.args, resultOf(site.local, 0), func(x *summary.Expr) []*summary.Expr { return elements(c, x) }); ok {
		if !slices.Contains(site.args, r.X) {
			r.X = r.X.BuiltAt(site.pos)
		}
		w.learn(c, r.X, r.Is)
		w.result(c, site.local, 0, r.X)
		for i := 1; i < keys.Parts(name); i++ {
			w.result(c, site.local, i, summary.New(summary.Call, i, name, site.args...))
		}
		return []*config{c}, true
	}
	if e := w.world.Catalog().Lookup(obj); e != nil {
		return w.library(c, site, e), true
	}
	if w.world.Catalog().IsOption(obj) {
		w.result(c, site.local, 0, summary.New(summary.Call, 0, optionPrefix+obj.Name(), site.args...))
		return []*config{c}, true
	}
	if isSleep(obj) {
		w.sleeps(c, site)
		return []*config{c}, true
	}
	return nil, false
}

// callMethod calls a method of an interface: what implements it, as far as that is known or may be presumed.
//
// A connection that was taken out of a pool is the library's, whatever else implements the interface.
func (w *walker) callMethod(c *config, site callSite, obj *types.Func) (states []*config, ok bool) {
	cases, all := w.world.Implementations(obj)
	pinned := len(site.args) > 0 && contains(c.pins, site.args[0])
	if pinned {
		cases = nil
	}
	if cases == nil {
		if e := w.world.Behind(obj); e != nil {
			return w.library(c, site, e), true
		}
		cases = w.world.Presumed(obj)
	}
	if cases == nil {
		if pinned { // perhaps that gives it back
			w.handOn(c, site.args[0])
		}
		return nil, false
	}
	w.partial = w.partial || !all
	return w.apply(c, cases, frame{site: site, args: site.args, local: site.local, via: obj.Name()}), true
}

// callStatic calls a function by its summary: one of this package, or one of another package.
func (w *walker) callStatic(c *config, site callSite, fn *ssa.Function, obj *types.Func) (states []*config, ok bool) {
	if w.world.NoReturn(fn) {
		w.neverReturns(c)
		return nil, true
	}
	if f := w.world.Function(fn); f != nil {
		if f.Bottom {
			w.neverReturns(c)
			return nil, true
		}
		if f.Capped {
			w.reachesOn(c, site.args)
		}
		w.observe(c, fn, site.args, nil)
		return w.apply(c, f.Cases, frame{site: site, args: site.args, local: site.local, via: fn.Name()}), true
	}
	if obj == nil {
		return nil, false
	}
	f := w.world.Imported(obj)
	if f == nil {
		return nil, false
	}
	if f.Capped {
		w.reachesOn(c, site.args)
	}
	return w.apply(c, f.Cases, frame{site: site, args: site.args, local: site.local, via: fn.Name()}), true
}

// serves tells a call of a handler of net/http by the name of the method: the handler is a function, or may be one.
func serves(name string, site callSite) (fn *summary.Expr, ok bool) {
	switch name {
	case "(net/http.Handler).ServeHTTP":
		if fn = site.args[0]; fn != nil && (fn.Op == summary.Func || given(fn)) {
			return fn, true
		}
	case "(net/http.HandlerFunc).ServeHTTP":
		return site.args[0], true
	}
	return nil, false
}

// fieldFunc is the function that the field holds whose content is called, if it is always the same.
func (w *walker) fieldFunc(c *config, site callSite) *summary.Expr {
	load, ok := site.common.Value.(*ssa.UnOp)
	if !ok || site.fn.Op != summary.Field {
		return nil
	}
	addr, ok := load.X.(*ssa.FieldAddr)
	if !ok {
		return nil
	}
	s, ok := addr.X.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Struct)
	if !ok || s.Field(addr.Field).Name() != site.fn.Name {
		return nil
	}
	return w.world.FieldFunc(s.Field(addr.Field), site.fn.Args[0])
}

// cancels tells a function that ends a context and, where nothing else is known of it, does nothing else.
func cancels(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "context"
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
			w.handOn(c, added[0])
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
