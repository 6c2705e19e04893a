package section

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/summary"
)

// noLoop is the Loop of a path that does not end with a round of a loop.
const noLoop = -1

// ending is the path that ends with the function.
func (w *walker) ending(c *config, results []*summary.Expr, how summary.Exit) Path {
	p := Path{Exit: how, Ends: true, Fails: w.fails(c, results), Panicked: c.panicked,
		Out: c.out, Block: c.outBlock, Loop: noLoop, Answer: w.answer(c, results), Results: w.outcome(c, results)}
	p.Held, p.Pinned = w.standing(c, results)
	w.fn.Ends = append(w.fn.Ends, End{Out: c.out, Took: slices.Clone(c.took)})
	return p
}

// An End is a way out of the function, with or without events.
type End struct {
	Out  token.Pos
	Took []token.Pos // where locks were taken on some of the paths to it
}

// standing are the locks and the connections that nobody has given back; what the results lead to is handed on.
func (w *walker) standing(c *config, results []*summary.Expr) (held, pinned []Held) {
	if len(c.held)+len(c.pins)+len(c.open) == 0 {
		return nil, nil
	}
	w.handOn(c, results...)
	for _, e := range c.acquires() {
		held = append(held, Held{Event: e, Away: slices.Contains(c.away, e.Lock.String())})
	}
	for _, e := range c.live {
		if (e.Kind == summary.Pin && contains(c.pins, e.Handle)) || e.Kind == summary.Begin && contains(c.open, e.Handle) {
			pinned = append(pinned, Held{Event: *e, Away: slices.Contains(c.away, e.Handle.String())})
		}
	}
	return held, pinned
}

func contains(all []*summary.Expr, x *summary.Expr) bool {
	return slices.ContainsFunc(all, func(y *summary.Expr) bool { return summary.Equal(x, y) })
}

// answer is what the caller is told: true where it went well, false where it did not. The error says so, else
// the first bool, else the last result, if that may be nil. Without a result it went well where no error was seen.
func (w *walker) answer(c *config, results []*summary.Expr) summary.Truth {
	rs := w.fn.Fn.Signature.Results()
	if rs.Len() == 0 {
		return c.failed.Opposite()
	}
	if len(results) != rs.Len() {
		return summary.Unknown
	}
	last := rs.Len() - 1
	t := w.truth(c, results[last])
	if isError(rs.At(last).Type()) {
		t = t.Opposite()
	} else {
		for i, r := range results {
			if b, ok := rs.At(i).Type().Underlying().(*types.Basic); ok && b.Info()&types.IsBoolean != 0 {
				t = w.truth(c, r)
				break
			}
		}
	}
	switch t {
	case summary.NotNil, summary.IsTrue:
		return summary.IsTrue
	case summary.IsNil, summary.IsFalse:
		return summary.IsFalse
	}
	return summary.Unknown
}

// round records that a round of a loop ends with a lock that was taken in it.
func (w *walker) round(b, to *ssa.BasicBlock, c *config) {
	if len(c.held) == 0 {
		return
	}
	if !to.Dominates(b) {
		if w.loops[to.Index] {
			w.enter(to.Index, c)
		}
		return
	}
	blocks := w.fn.Fn.Blocks
	var held []Held
	for _, e := range c.acquires() {
		if to.Dominates(blocks[e.Block]) && e.Pos.IsValid() && !w.pending(c, e.Lock) {
			held = append(held, Held{Event: e, Away: slices.Contains(c.away, e.Lock.String())})
		}
	}
	if len(held) > 0 {
		w.record(c, Path{Held: held, Out: roundEnd(b), Block: b.Index, Loop: to.Index})
	}
}

// pending tells that a deferred call may release a lock when the function ends.
func (w *walker) pending(c *config, l summary.Lock) bool {
	duty := duty{id: l.String(), target: targetOf(l)}
	return slices.ContainsFunc(c.defers, func(d deferred) bool {
		if slices.ContainsFunc(append(slices.Clone(d.args), d.fn), func(x *summary.Expr) bool { return w.leads(c, x, duty, 0) }) {
			return true
		}
		callee := d.instr.Call.StaticCallee()
		if callee == nil || d.fn != nil {
			return callee == nil && d.fn == nil
		}
		f := w.world.Function(callee)
		return f != nil && slices.ContainsFunc(f.Cases, func(k Case) bool { return releasesOther(k.Events) })
	})
}

// enter notes which locks a loop begins with.
func (w *walker) enter(loop int, c *config) {
	if w.fn.Entered == nil {
		w.fn.Entered = map[int][]summary.Lock{}
	}
	for _, l := range c.held {
		if !slices.ContainsFunc(w.fn.Entered[loop], l.Same) {
			w.fn.Entered[loop] = append(w.fn.Entered[loop], l)
		}
	}
}

// lastPos is the place of the last instruction of a block that has one, or of a block before it.
func lastPos(b *ssa.BasicBlock) token.Pos {
	for range len(b.Parent().Blocks) {
		for _, instr := range slices.Backward(b.Instrs) {
			if pos := instr.Pos(); pos.IsValid() {
				return pos
			}
		}
		if b = b.Idom(); b == nil {
			break
		}
	}
	return token.NoPos
}

// returnPos is the place of a return: where there is no statement, the end of the function.
func (w *walker) returnPos(r *ssa.Return) token.Pos {
	if r.Pos().IsValid() {
		return r.Pos()
	}
	switch n := w.fn.Fn.Syntax().(type) {
	case *ast.FuncDecl:
		if n.Body != nil {
			return n.Body.Rbrace
		}
	case *ast.FuncLit:
		return n.Body.Rbrace
	}
	return token.NoPos
}
