package effects

import (
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/section"
	"github.com/locklint/locklint/internal/summary"
)

// Functions that call each other are analysed in rounds. In the first a call that leads back does not return: what
// comes out are the ways on which nothing leads back. In each that follows such a call does what came out of the round
// before, until nothing changes any more. Where that takes too long, such a call is one of which nothing is known, and
// there are more ways than are followed.

// maxRounds bounds how often the functions of a cycle are analysed again.
const maxRounds = 4

// A progress is how far the analysis of a function is.
type progress struct {
	fn    *section.Function
	busy  bool
	depth int  // its place among those under way
	hit   bool // something led back to it
	low   int  // that of the outermost of these to which it leads back
}

// cycles are the functions under way, and what is known of cycles meanwhile.
type cycles struct {
	stack       []*progress
	last        map[*ssa.Function]*section.Function // of the round before
	provisional []*ssa.Function                     // analysed in this round of a cycle that is under way
	widened     bool                                // nothing is known of what leads back
}

func (w *world) Function(fn *ssa.Function) *section.Function {
	if len(fn.Blocks) == 0 {
		if origin := fn.Origin(); origin != nil && origin != fn {
			return w.Function(origin)
		}
		return nil
	}
	p := w.memo[fn]
	switch {
	case p == nil:
		return w.analyze(fn)
	case p.busy:
		return w.leadsBack(fn, p)
	}
	return p.fn
}

// leadsBack is what is known of a function that is under way.
func (w *world) leadsBack(fn *ssa.Function, p *progress) *section.Function {
	p.hit = true
	top := w.cycles.stack[len(w.cycles.stack)-1]
	top.low = min(top.low, p.depth)
	switch {
	case w.cycles.widened:
		return nil
	case w.cycles.last[fn] != nil:
		return w.cycles.last[fn]
	}
	return &section.Function{Fn: fn, Bottom: true}
}

// analyze follows a function, and all of a cycle where it is the first of it.
func (w *world) analyze(fn *ssa.Function) *section.Function {
	c := &w.cycles
	p := &progress{busy: true, depth: len(c.stack), low: len(c.stack)}
	w.memo[fn] = p
	c.stack = append(c.stack, p)
	start := len(c.provisional)
	if w.generated(fn) || !w.follow(fn) {
		p.fn = &section.Function{Fn: fn, Cases: []section.Case{{}}}
	} else {
		w.rounds(fn, p, start)
		if cases := w.homemade(fn, p.fn); cases != nil {
			p.fn.Cases = cases
		}
	}
	p.busy = false
	c.stack = c.stack[:p.depth]
	if p.low < p.depth {
		c.provisional = append(c.provisional, fn)
		c.stack[p.depth-1].low = min(c.stack[p.depth-1].low, p.low)
		return p.fn
	}
	for _, member := range append(c.provisional[start:], fn) {
		delete(c.last, member)
	}
	c.provisional = c.provisional[:start]
	return p.fn
}

// rounds analyses a function once, and again where it is the first of a cycle, until nothing changes.
func (w *world) rounds(fn *ssa.Function, p *progress, start int) {
	c := &w.cycles
	before := ""
	for range maxRounds {
		w.again(start)
		p.hit = false
		w.once(fn, p)
		if p.low < p.depth || !p.hit && len(c.provisional) == start {
			return // the first of the cycle says when it is over, or there is no cycle
		}
		now := w.said(append(slices.Clone(c.provisional[start:]), fn))
		if now == before && returns(p.fn) {
			return
		}
		before, c.last[fn] = now, p.fn
	}
	c.widened = true
	w.again(start)
	w.once(fn, p)
	c.widened = false
	for _, member := range append(slices.Clone(c.provisional[start:]), fn) {
		w.memo[member].fn.Capped = true
	}
}

// again forgets what was analysed in the last round, but for what leads back to it.
func (w *world) again(start int) {
	c := &w.cycles
	for _, member := range c.provisional[start:] {
		c.last[member] = w.memo[member].fn
		delete(w.memo, member)
	}
	if len(c.provisional) > start {
		maps.DeleteFunc(w.joined, func(_ *types.Func, cases []section.Case) bool { return cases != nil })
	}
	c.provisional = c.provisional[:start]
}

// once follows a function once.
func (w *world) once(fn *ssa.Function, p *progress) {
	p.fn = section.Analyze(fn, w, section.Entry{})
	w.noteWork(p.fn)
	w.dependences(p.fn)
}

// said is what is known of functions, as text, in whatever order the cases came.
func (w *world) said(fns []*ssa.Function) string {
	var b strings.Builder
	for _, fn := range fns {
		cases := strings.Split(w.memo[fn].fn.Summary().String(), " | ")
		slices.Sort(cases)
		b.WriteString(fn.String() + ": " + strings.Join(cases, " | ") + "\n")
	}
	return b.String()
}

// returns tells that there is a way out of a function.
func returns(f *section.Function) bool {
	return slices.ContainsFunc(f.Cases, func(c section.Case) bool { return c.Exit != summary.Never })
}
