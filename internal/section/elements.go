package section

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/summary"
)

// A slice that a lock was put into is not empty: a loop over it has a first round, in which that lock can be given
// back. Without this every loop that unlocks would have a way around it on which nothing is unlocked.

// EmptyMark is the part of a slice that is true where it has no elements.
const EmptyMark = "!empty"

// emptiness is what the path knows of a slice: whether it is empty.
func (w *walker) emptiness(c *config, slice *summary.Expr) summary.Truth {
	switch {
	case slice == nil:
		return summary.Unknown
	case slice.Op == summary.Nil:
		return summary.IsTrue
	case slice.Op == summary.Struct && slice.Dot(summary.Elements) != nil:
		return summary.IsFalse
	}
	if x, ok := c.content(slice.At(nil)); ok && x != nil {
		return summary.IsFalse
	}
	if t, ok := c.truths.lookup(summary.New(summary.Field, 0, EmptyMark, slice).String()); ok {
		return t.Is
	}
	return summary.Unknown
}

// learnEmpty keeps whether a slice is empty.
func (w *walker) learnEmpty(c *config, slice *summary.Expr, is summary.Truth) {
	if slice == nil || w.emptiness(c, slice) != summary.Unknown {
		return
	}
	if x := summary.New(summary.Field, 0, EmptyMark, slice); x != nil {
		c.truths.set(x.String(), summary.Cond{X: x, Is: is})
	}
}

// rangeLoop is the slice that a loop goes through, if b is the head of a range loop over one, and the number of the round.
func rangeLoop(b *ssa.BasicBlock, cond ssa.Value) (slice ssa.Value, index *ssa.Phi) {
	if b.Comment != "rangeindex.loop" {
		return nil, nil
	}
	less, ok := cond.(*ssa.BinOp)
	if !ok || less.Op != token.LSS {
		return nil, nil
	}
	next, ok := less.X.(*ssa.BinOp)
	if !ok {
		return nil, nil
	}
	call, ok := less.Y.(*ssa.Call)
	if !ok || len(call.Call.Args) != 1 {
		return nil, nil
	}
	index, ok = next.X.(*ssa.Phi)
	if !ok {
		return nil, nil
	}
	return call.Call.Args[0], index
}

// againMark is the part of a loop's index that is false in the first round and true behind it; where both meet, it is
// not known.
const againMark = "!again"

// rangeBranch follows the two ways out of the head of a range loop over a slice, of which the path may know
// whether it is empty.
func (w *walker) rangeBranch(b *ssa.BasicBlock, c *config, slice ssa.Value, index *ssa.Phi) {
	x := w.eval(c, slice)
	first := w.truth(c, w.local(index).Dot(againMark)) == summary.IsFalse // for certain
	empty := w.emptiness(c, x)
	for i, want := range []summary.Truth{summary.IsFalse, summary.IsTrue} { // the body, and the way behind it
		if first && empty == want.Opposite() {
			continue
		}
		next := c.clone()
		if first {
			w.learnEmpty(next, x, want)
		}
		w.edge(b, b.Succs[i], next)
	}
}

// noteRound says on the way to the head of a range loop whether it is the first round.
func (w *walker) noteRound(c *config, from, to *ssa.BasicBlock) {
	if to.Comment != "rangeindex.loop" {
		return
	}
	again := summary.IsTrue
	if from.Index < to.Index {
		again = summary.IsFalse
	}
	for _, instr := range to.Instrs {
		phi, ok := instr.(*ssa.Phi)
		if !ok {
			return
		}
		w.learn(c, w.local(phi).Dot(againMark), again)
	}
}
