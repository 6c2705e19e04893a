package section

import (
	"strconv"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/summary"
)

// Somebody whom nobody knows keeps a function and runs it later: a router a handler, a scheduler a job. Where the
// function was made of another one, as a middleware makes a handler of a handler, what the two do together is seen
// nowhere else.

// aside follows such a function from a state in which nothing is held, for the sake of its paths alone.
func (w *walker) aside(c *config, fn *summary.Expr, site callSite) {
	if fn == nil || fn.Op != summary.Func || !madeOf(c, fn) || len(w.running) > 0 || w.unwinding || w.steps > maxSteps {
		return
	}
	exits := w.exits
	defer func() { w.exits = exits }()
	start := newConfig()
	start.puts = w.puts
	start.binds, start.cells, start.truths = c.binds.share(), c.cells.share(), c.truths.share()
	local := site.local.Dot("!aside")
	e := Event{Event: summary.Event{Kind: summary.Run, Func: fn, Args: asideArgs(w.world.Func(fn.Name), local)}, Pos: site.pos}
	states, thrown := w.catch(func() []*config { return w.run1(start, e, frame{site: site, local: local}) })
	for _, end := range states {
		w.record(end, Path{Ends: true, Loop: noLoop})
	}
	for _, t := range thrown {
		w.panics(t.config, t.pos)
	}
}

// madeOf tells that the function has captured another one.
func madeOf(c *config, fn *summary.Expr) bool {
	for _, a := range fn.Args {
		if a == nil {
			continue
		}
		if a.Has(summary.Func) {
			return true
		}
		if x, ok := c.content(a); ok && x != nil && x.Has(summary.Func) {
			return true
		}
	}
	return false
}

// asideArgs are arguments of which nothing is known.
func asideArgs(fn *ssa.Function, local *summary.Expr) []*summary.Expr {
	if fn == nil {
		return nil
	}
	args := make([]*summary.Expr, len(fn.Params))
	for i := range args {
		args[i] = local.Dot("!arg" + strconv.Itoa(i))
	}
	return args
}
