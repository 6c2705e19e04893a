package section

import (
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/summary"
	"github.com/locklint/locklint/internal/value"
)

// Range over a function. go/ssa makes the body of the loop a function literal, the yield function: `return`, `break`
// and `goto` in it are `return false` behind a store into a variable that says where to go on, the jump, and a
// `defer` in it is the outer function's.

// IsLoopBody tells the body of a range over a function.
func IsLoopBody(fn *ssa.Function) bool { return fn.Synthetic == "range-over-func yield" }

// misused tells a block that go/ssa put in for what cannot be: iterators that break the rules (they call yield when
// the loop is over, or twice at once), and a select in which no case is ready.
func misused(b *ssa.BasicBlock) bool {
	return b.Comment == "yield-invalid" || b.Comment == "rangefunc.resume.busy" || isNoCase(b)
}

func isNoCase(b *ssa.BasicBlock) bool {
	if len(b.Instrs) != 2 {
		return false
	}
	mi, ok := b.Instrs[0].(*ssa.MakeInterface)
	if !ok {
		return false
	}
	k, ok := mi.X.(*ssa.Const)
	return ok && k.Value != nil && k.Value.ExactString() == `"blocking select matched no case"`
}

const jumpPrefix = "jump$"

var jumpReady = summary.ConstOf("0")

// startYield says that the loop of a yield function is not over when it is called.
func (w *walker) startYield(c *config) {
	if jump := w.jump(); jump != nil {
		c.set(jump, jumpReady)
	}
}

// jump is the address of the jump of the yield function that is followed, or nil.
func (w *walker) jump() *summary.Expr {
	if !IsLoopBody(w.fn.Fn) {
		return nil
	}
	for i, v := range w.fn.Fn.FreeVars {
		if strings.HasPrefix(v.Name(), jumpPrefix) {
			return summary.FreeOf(i)
		}
	}
	return nil
}

// A Deferred is a call that the body of a range over a function leaves for the outer function to run.
type Deferred struct {
	instr *ssa.Defer
	fn    *summary.Expr
	args  []*summary.Expr
}

func (d Deferred) key() string {
	text := strconv.Itoa(int(d.instr.Pos())) + d.fn.String()
	for _, a := range d.args {
		text += "," + a.String()
	}
	return text
}

// leaveYield adds to a case of a yield function what it leaves behind: where to go on, and deferred calls.
func (ex *exporter) leaveYield(k *Case) {
	jump := ex.w.jump()
	if jump == nil {
		return
	}
	if x, ok := ex.c.content(jump); ok && x != nil && x.Op == summary.Const {
		k.jump = &summary.Store{Addr: jump, X: x}
	}
	for _, d := range ex.c.defers {
		out := Deferred{instr: d.instr, fn: ex.expr(d.fn)}
		for _, a := range d.args {
			out.args = append(out.args, ex.expr(a))
		}
		k.defers = append(k.defers, out)
	}
}

// takeYield does in the outer function what a case of a yield function left behind.
func (w *walker) takeYield(c *config, k Case, f frame) {
	if k.jump != nil {
		if addr := w.replace(c, k.jump.Addr, f); addr != nil {
			c.store(addr, k.jump.X)
		}
	}
	for _, left := range k.defers {
		d := deferred{instr: left.instr, id: -int(left.instr.Pos()), fn: w.subst(c, left.fn, f), local: f.local.Dot("!defer" + strconv.Itoa(int(left.instr.Pos())))}
		for _, a := range left.args {
			d.args = append(d.args, w.subst(c, a, f))
		}
		c.push(d)
	}
}

// push registers a deferred call. The same one from an earlier round of a loop is it already.
func (c *config) push(d deferred) {
	key := d.key()
	for _, o := range c.defers {
		if o.key() == key {
			return
		}
	}
	c.defers = append(c.defers, d)
	c.touch()
}

// yieldArg is the yield function among the arguments of a call, or nil.
func (w *walker) yieldArg(args []*summary.Expr) (*summary.Expr, *ssa.Function) {
	for _, a := range args {
		if a == nil || a.Op != summary.Func {
			continue
		}
		if fn := w.world.Func(a.Name); fn != nil && IsLoopBody(fn) {
			return a, fn
		}
	}
	return nil, nil
}

// iterate runs the body of a range over a function of which nothing else is known: any number of times, until it
// does not want more. seq is the iterator, if that is an expression.
func (w *walker) iterate(c *config, e Event, f frame, seq *summary.Expr) ([]*config, bool) {
	body, fn := w.yieldArg(e.Args)
	if body == nil {
		return nil, false
	}
	e.Func, e.Args, e.Ret = body, w.elementArgs(c, seq, f.local, len(fn.Params)), summary.Unknown
	var through *summary.Expr
	if value.ElementParam(seq) >= 0 {
		through = seq.Args[0]
	}
	empty := w.emptiness(c, through)
	var out []*config
	if empty != summary.IsTrue {
		some := c.clone()
		w.learnEmpty(some, through, summary.IsFalse)
		out = w.run1(some, e, f)
	}
	if empty != summary.IsFalse {
		w.learnEmpty(c, through, summary.IsTrue)
		out = append(out, c)
	}
	return w.join(out), true
}

// rounds runs the body of a range over a function once where it wants more, and up to twice where it does not, or where
// the iterator calls it in a loop: what was taken in one round is held in the next.
func (w *walker) rounds(c *config, want summary.Truth, loops bool, run func(c *config, want summary.Truth) []*config) []*config {
	var out []*config
	first := c.clone()
	if want != summary.IsTrue {
		out = run(c, summary.IsFalse)
	}
	for _, again := range run(first, summary.IsTrue) {
		if want != summary.IsFalse {
			out = append(out, again.clone())
		}
		if loops && want != summary.IsFalse {
			out = append(out, run(again.clone(), summary.IsTrue)...)
		}
		if want != summary.IsTrue {
			out = append(out, run(again, summary.IsFalse)...)
		}
	}
	return w.join(out)
}

// elementArgs are the arguments that an iterator gives the body: of those of the standard library the elements of
// what they go through, of others something new.
func (w *walker) elementArgs(c *config, seq, local *summary.Expr, n int) []*summary.Expr {
	args := make([]*summary.Expr, n)
	for i := range args {
		args[i] = local.Dot("!yield" + strconv.Itoa(i))
	}
	if i := value.ElementParam(seq); i >= 0 && i < n {
		if x := c.fold(seq.Args[0].At(nil)); x != nil {
			args[i] = x
		}
	}
	return args
}
