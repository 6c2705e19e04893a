package section

import (
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/summary"
	"github.com/locklint/locklint/internal/value"
)

// pathState is one config seen by package value.
type pathState struct {
	w *walker
	c *config
}

func (s pathState) Bound(v ssa.Value) (*summary.Expr, bool) {
	x, ok := s.c.binds.lookup(v)
	return x, ok
}

func (s pathState) Content(addr *summary.Expr) (*summary.Expr, bool) { return s.c.content(addr) }

func (s pathState) Local(v ssa.Value) *summary.Expr { return s.w.local(v) }

func (s pathState) Name(fn *ssa.Function) string { return s.w.world.Name(fn) }

func (s pathState) Catalog() *catalog.Catalog { return s.w.world.Catalog() }

func (w *walker) eval(c *config, v ssa.Value) *summary.Expr { return value.Of(pathState{w, c}, v) }

func (w *walker) evalAll(c *config, vs []ssa.Value) []*summary.Expr {
	out := make([]*summary.Expr, len(vs))
	for i, v := range vs {
		out[i] = w.eval(c, v)
	}
	return out
}

// exec executes one instruction; a call may leave several configs, or none where it does not return.
func (w *walker) exec(instr ssa.Instruction, c *config) []*config {
	switch instr := instr.(type) {
	case *ssa.Alloc:
		w.alloc(c, instr)
	case *ssa.MakeInterface:
		if x := w.eval(c, instr.X); neverNil(instr.X.Type()) && x != nil && x.Op != summary.Const && !nameable(x) { // the text "true" is written as the bool is
			w.learn(c, x, summary.NotNil)
		}
	case *ssa.Store:
		if addr := w.eval(c, instr.Addr); addr != nil {
			x := w.eval(c, instr.Val)
			if x == nil {
				x = w.nameOf(instr)
			}
			if addr.Root().Op != summary.Local {
				w.handOn(c, x)
			}
			c.store(addr, x)
			if _, zero := instr.Val.(*ssa.Const); zero {
				w.unbound(c, addr, instr.Val.Type())
			}
		}
	case *ssa.MapUpdate:
		w.handOn(c, w.eval(c, instr.Value))
		w.mapUpdate(c, instr)
	case *ssa.UnOp:
		if instr.Op == token.MUL {
			w.load(c, instr)
		}
		if instr.Op == token.ARROW {
			w.anew(c, instr)
			w.channel(c, instr.X, false, instr.Pos())
			w.received(c, w.eval(c, instr.X), instr.Pos())
			w.timer(c, instr, instr.X, nil, instr.Pos())
		}
	case *ssa.Next:
		w.anew(c, instr)
	case *ssa.Send:
		w.sends(c, instr, instr.X)
		w.channel(c, instr.Chan, true, instr.Pos())
	case *ssa.Select:
		w.anew(c, instr)
		w.selectsTimer(c, instr)
		return w.selects(c, instr)
	case *ssa.Defer:
		w.deferCall(c, instr)
	case *ssa.RunDefers:
		return w.runDefers(c)
	case *ssa.Call:
		return w.execCall(c, instr)
	case *ssa.Go:
		w.spawns(c, &instr.Call)
		w.spawn(c, instr)
	}
	return []*config{c}
}

// load binds what is loaded.
func (w *walker) load(c *config, instr *ssa.UnOp) {
	c.binds.remove(instr)
	w.detach(c, instr)
	if x := value.Load(pathState{w, c}, instr); x != nil {
		c.binds.set(instr, x)
	}
	if n := w.duration(instr); n != nil {
		c.binds.set(instr, n)
	}
	if g, ok := instr.X.(*ssa.Global); ok && isError(instr.Type()) && w.world.SetOnce(g) {
		w.learn(c, w.eval(c, instr), summary.NotNil)
	}
}

// duration is how long a package variable says, where that is always the same.
func (w *walker) duration(load *ssa.UnOp) *summary.Expr {
	if g, ok := load.X.(*ssa.Global); ok && isDuration(load.Type()) {
		if n, open, known := w.world.Number(g.String()); known && !open {
			return summary.ConstOf(n)
		}
	}
	return nil
}

func isDuration(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "time" && n.Obj().Name() == "Duration"
}

// anew forgets what was known of a value that a loop receives, or ranges over, once more.
func (w *walker) anew(c *config, v ssa.Value) {
	if instr, ok := v.(ssa.Instruction); ok && w.loops[instr.Block().Index] {
		c.forget(w.local(v))
	}
}

// runDefers runs the deferred calls of a function that returns; one of them may panic.
func (w *walker) runDefers(c *config) []*config {
	var returns, panics []*config
	for _, next := range w.unwind(c) {
		if next.panicking {
			panics = append(panics, next)
		} else {
			returns = append(returns, next)
		}
	}
	w.unwound(panics)
	return returns
}

func (w *walker) alloc(c *config, v *ssa.Alloc) {
	local := w.local(v)
	if w.loops[v.Block().Index] {
		c.forget(local)
	}
	if strings.HasPrefix(v.Comment, jumpPrefix) {
		c.set(local, jumpReady)
		return
	}
	if fields := w.flags(v); len(fields) > 0 {
		for _, name := range fields {
			c.set(local.Dot(name), boolExpr(summary.IsFalse))
		}
		return
	}
	elem := v.Type().Underlying().(*types.Pointer).Elem()
	if zero := zeroOf(elem); zero != nil {
		c.set(local, zero)
	}
	if isBuilder(elem) {
		c.set(local.Dot(writtenText), summary.ConstOf(""))
	}
	w.unbound(c, local, elem)
}

// mapUpdate gives a value that is put into a map the name of its place there, so that it is the same
// value when it is looked up again.
func (w *walker) mapUpdate(c *config, v *ssa.MapUpdate) {
	m, key, x := w.eval(c, v.Map), w.eval(c, v.Key), w.eval(c, v.Value)
	if m == nil || x == nil || !isPath(x) || x.Root().Op != summary.Local {
		return
	}
	slot := m.At(key)
	switch {
	case slot == nil:
	case isAlloc(v.Value):
		c.binds.set(v.Value, slot)
	default:
		c.store(slot, x)
	}
}

func isAlloc(v ssa.Value) bool {
	_, ok := v.(*ssa.Alloc)
	return ok
}

func (w *walker) deferCall(c *config, v *ssa.Defer) {
	fn, args := w.callee(c, &v.Call)
	c.push(deferred{instr: v, id: w.ids[v], fn: fn, args: args, local: w.nameOf(v)})
}

// callee is the function value of a call (nil for a static one) and its arguments, receiver first.
func (w *walker) callee(c *config, call *ssa.CallCommon) (fn *summary.Expr, args []*summary.Expr) {
	args = w.evalAll(c, call.Args)
	if call.IsInvoke() {
		return nil, append([]*summary.Expr{w.eval(c, call.Value)}, args...)
	}
	if call.StaticCallee() == nil || isClosure(call.Value) {
		fn = w.eval(c, call.Value)
		if f, ok := funcOrNil(fn); ok && f != nil { // who calls it knows that it is not nil
			fn = f
		}
	}
	return fn, args
}

func isClosure(v ssa.Value) bool {
	_, ok := v.(*ssa.MakeClosure)
	return ok
}

func (w *walker) execCall(c *config, v *ssa.Call) []*config {
	local := w.local(v)
	if w.loops[v.Block().Index] {
		c.forget(local)
		c.binds.remove(v)
	}
	fn, args := w.callee(c, &v.Call)
	site := callSite{instr: v, common: &v.Call, pos: v.Pos(), local: local, fn: fn, args: args}
	if _, body := w.yieldArg(args); body != nil && !site.pos.IsValid() {
		site.pos = body.Pos() // go/ssa has none for the call of an iterator
	}
	if v.Parent().Synthetic != "" && !site.pos.IsValid() {
		site.pos = v.Parent().Pos() // nor for that of a generic function by its instance
	}
	states := w.call(c, site)
	for _, next := range states {
		w.failing(next, v, local)
		w.bindResults(next, v, local)
	}
	return states
}

// bindResults gives the call's value and its extracted parts the expressions that the call left under
// the names of its results.
func (w *walker) bindResults(c *config, v *ssa.Call, local *summary.Expr) {
	if v.Call.Signature().Results().Len() == 1 {
		if x := c.takeNamed(resultOf(local, 0)); x != nil {
			c.binds.set(v, x)
		} else {
			c.binds.remove(v)
		}
		return
	}
	for _, ref := range *v.Referrers() {
		if e, ok := ref.(*ssa.Extract); ok {
			if x := c.takeNamed(resultOf(local, e.Index)); x != nil {
				c.binds.set(e, x)
			} else {
				c.binds.remove(e)
			}
		}
	}
}

func resultOf(local *summary.Expr, i int) *summary.Expr { return local.Dot("#" + strconv.Itoa(i)) }

// results are the expressions of what is returned; a bool that the path knows is that.
func (w *walker) results(c *config, vs []ssa.Value) []*summary.Expr {
	out := w.evalAll(c, vs)
	for i, v := range vs {
		if t := w.known(c, v); w.truth(c, out[i]) == summary.Unknown && (t == summary.IsTrue || t == summary.IsFalse) {
			out[i] = boolExpr(t)
		}
	}
	return out
}

// fails tells that the function returns an error on this path.
func (w *walker) fails(c *config, results []*summary.Expr) bool {
	rs := w.fn.Fn.Signature.Results()
	if rs.Len() == 0 || len(results) != rs.Len() {
		return false
	}
	last := rs.Len() - 1
	return types.Identical(rs.At(last).Type(), types.Universe.Lookup("error").Type()) && w.truth(c, results[last]) == summary.NotNil
}
