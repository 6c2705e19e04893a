package section

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// A loop that counts from one constant up to another goes round once for certain, and one up to a number that is set
// elsewhere is taken to: nobody sets a number of no tries. The test before the first round is not looked at, so that
// behind the loop is known what each round leaves.

// firstRound is the block that a way from b into the head of such a loop goes on to; nil elsewhere.
func (w *walker) firstRound(b, head *ssa.BasicBlock) *ssa.BasicBlock {
	if w.firsts == nil {
		w.firsts = map[*ssa.BasicBlock]*ssa.BasicBlock{}
		for _, l := range loopsOf(w.fn.Fn) {
			if body := l.surelyEntered(); body != nil {
				w.firsts[l.head] = body
			}
		}
	}
	if head.Dominates(b) {
		return nil
	}
	return w.firsts[head]
}

// surelyEntered is the block in which a round begins, where the head does nothing but compare the counter and finds it
// below the limit at first; nil elsewhere.
func (l *loop) surelyEntered() *ssa.BasicBlock {
	for _, instr := range l.head.Instrs {
		switch instr.(type) {
		case *ssa.Phi, *ssa.DebugRef, *ssa.BinOp, *ssa.If, *ssa.UnOp, *ssa.FieldAddr:
		default:
			return nil
		}
	}
	test, ok := l.head.Instrs[len(l.head.Instrs)-1].(*ssa.If)
	if !ok || !l.body[l.head.Succs[0]] || l.body[l.head.Succs[1]] {
		return nil
	}
	cmp, ok := test.Cond.(*ssa.BinOp)
	if !ok {
		return nil
	}
	start, counts := l.counts(cmp.X)
	if !counts || cmp.Op != token.LSS && cmp.Op != token.LEQ || !entered(start, cmp) {
		return nil
	}
	return l.head.Succs[0]
}

// entered tells that a counter which begins with start is below the limit, or at it.
func entered(start int64, cmp *ssa.BinOp) bool {
	limit, constant := intOf(cmp.Y)
	if cmp.Op == token.LEQ {
		limit++
	}
	return constant && start < limit || !constant && isGivenValue(cmp.Y)
}
