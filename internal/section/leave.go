package section

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/summary"
)

// A function is left by a return or by a panic, and both run the deferred calls first.

// An exit is a config at the end of the function.
type exit struct {
	*config
	results []*summary.Expr
	how     summary.Exit
}

// panics runs the defers of a panicking function.
func (w *walker) panics(c *config, pos token.Pos) {
	c.panicking = true
	c.out, c.outBlock, c.panicked = pos, w.here, true
	c.touch()
	if IsLoopBody(w.fn.Fn) { // the deferred calls are the outer function's
		w.leave(c, nil, summary.Panics)
		return
	}
	w.unwound(w.unwind(c))
}

// returns leaves the function by a return. Where all defers are in bodies of ranges over functions, go/ssa does not
// say that they are run.
func (w *walker) returns(c *config, instr *ssa.Return) {
	results := w.results(c, instr.Results)
	states := []*config{c}
	if len(c.defers) > 0 && !IsLoopBody(w.fn.Fn) {
		states = w.runDefers(c)
	}
	for _, c := range states {
		if !c.panicked {
			c.out, c.outBlock = w.returnPos(instr), instr.Block().Index
		}
		w.leave(c, results, summary.Returns)
	}
}

// unwound goes on behind the deferred calls of a function that panicked: it returns where one of them
// recovered.
func (w *walker) unwound(states []*config) {
	for _, c := range states {
		switch {
		case c.panicking:
			w.leave(c, nil, summary.Panics)
		case w.fn.Fn.Recover != nil:
			w.block(w.fn.Fn.Recover, []*config{c})
		default:
			w.leave(c, nil, summary.Returns)
		}
	}
}

func (w *walker) leave(c *config, results []*summary.Expr, how summary.Exit) {
	if !c.supposed {
		w.record(c, w.ending(c, results, how))
	}
	w.exits = append(w.exits, &exit{config: c, results: results, how: how})
}

// neverReturns ends what is being done on a config: the program ends, or the goroutine. The functions of the caller that
// were run before may panic, so that it does not come to that.
func (w *walker) neverReturns(c *config) {
	w.ends = true
	runs := func(e *Event) bool { return e.Kind == summary.Run && e.Func.Has(summary.Param, summary.Free) }
	if !c.supposed && (slices.ContainsFunc(c.live, runs) || slices.ContainsFunc(c.visible, runs)) {
		w.exits = append(w.exits, &exit{config: c, how: summary.Never})
	}
}

// unwind runs the pending defers, last first.
func (w *walker) unwind(c *config) []*config {
	defer func(outer bool) { w.unwinding = outer }(w.unwinding)
	w.unwinding = true
	states := []*config{c}
	for {
		var next []*config
		ran := false
		for _, c := range states {
			n := len(c.defers)
			if n == 0 {
				next = append(next, c)
				continue
			}
			ran = true
			d := c.defers[n-1]
			c.defers = c.defers[:n-1]
			if w.at != nil && !c.supposed && d.instr.Parent() == w.fn.Fn {
				w.at(d.instr, c)
			}
			c.touch()
			next = append(next, w.call(c, callSite{
				instr: d.instr, common: &d.instr.Call, pos: d.instr.Pos(), local: d.local,
				fn: d.fn, args: d.args, deferred: true,
			})...)
		}
		if !ran {
			return states
		}
		states = w.join(next)
	}
}
