package section

import (
	"go/constant"
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/summary"
)

// How often the loops around a call do it: as often as a constant says, once for each element of what the caller gave,
// or nobody knows how often.

// times is how often the loops around a call do it, if constants say so, and once elsewhere.
func (w *walker) times(site callSite) int { return max(1, w.repeats(site, 1)) }

// loopTraits say whether a call stands in a loop, and whether a constant bounds that.
func (w *walker) loopTraits(site callSite) summary.Traits {
	switch w.repeats(site, -1) {
	case -1:
		return 0
	case 0:
		return summary.Repeats | summary.Loops
	}
	return summary.Repeats
}

func (w *walker) repeats(site callSite, outside int) int {
	if site.deferred || site.instr == nil {
		return outside
	}
	if w.turns == nil {
		w.turns = map[*ssa.BasicBlock]int{}
		for _, l := range loopsOf(w.fn.Fn) {
			l.w = w
			n := l.constant()
			for b := range l.body {
				if old, seen := w.turns[b]; seen {
					w.turns[b] = old * n
				} else {
					w.turns[b] = n
				}
			}
		}
	}
	if n, inside := w.turns[site.instr.Block()]; inside {
		return n
	}
	return outside
}

// constant is how often a loop goes round, if it counts up to a constant, and 0 elsewhere. A loop over what the caller
// gave counts for once at least: the caller knows how much that is.
func (l *loop) constant() int {
	for _, b := range l.w.fn.Fn.Blocks {
		if !l.body[b] {
			continue
		}
		test, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok || l.body[b.Succs[0]] == l.body[b.Succs[1]] {
			continue
		}
		again := b.Succs[0] // where the loop goes on
		if !l.body[again] {
			again = b.Succs[1]
		}
		if overGiven(test.Cond) {
			return 1
		}
		cmp, ok := test.Cond.(*ssa.BinOp)
		if !ok || cmp.Op != token.LSS && cmp.Op != token.LEQ || again != b.Succs[0] {
			continue
		}
		limit, ok := intOf(cmp.Y)
		if !ok {
			continue
		}
		start, ok := l.counts(cmp.X)
		if !ok {
			continue
		}
		if cmp.Op == token.LEQ {
			limit++
		}
		if b != l.head || again == l.head { // it is compared after a round
			limit++
		}
		if limit > start {
			return int(limit - start)
		}
	}
	return 0
}

// overGiven tells the test of a loop over a slice or map that the caller gave.
func overGiven(cond ssa.Value) bool {
	switch v := cond.(type) {
	case *ssa.BinOp:
		call, ok := v.Y.(*ssa.Call)
		if !ok || len(call.Call.Args) != 1 {
			return false
		}
		b, ok := call.Call.Value.(*ssa.Builtin)
		return ok && b.Name() == "len" && isGivenValue(call.Call.Args[0])
	case *ssa.Extract:
		if next, ok := v.Tuple.(*ssa.Next); ok {
			if r, ok := next.Iter.(*ssa.Range); ok {
				return isGivenValue(r.X)
			}
		}
	}
	return false
}

// isGivenValue tells a parameter, a captured variable, or a part of one.
func isGivenValue(v ssa.Value) bool {
	for range maxDepth {
		switch x := v.(type) {
		case *ssa.Parameter, *ssa.FreeVar:
			return true
		case *ssa.UnOp:
			v = x.X
		case *ssa.FieldAddr:
			v = x.X
		case *ssa.Field:
			v = x.X
		case *ssa.Slice:
			v = x.X
		case *ssa.Alloc: // a parameter that a literal captures
			for _, ref := range *x.Referrers() {
				if st, ok := ref.(*ssa.Store); ok && st.Addr == x {
					_, given := st.Val.(*ssa.Parameter)
					return given
				}
			}
			return false
		default:
			return false
		}
	}
	return false
}

// counts tells that a value goes up by one with each round, and where it starts when it is compared first.
func (l *loop) counts(v ssa.Value) (start int64, ok bool) {
	ahead := int64(0)
	if add, isAdd := v.(*ssa.BinOp); isAdd && add.Op == token.ADD { // range over a number adds before it compares
		if one, ok := intOf(add.Y); !ok || one != 1 {
			return 0, false
		}
		v, ahead = add.X, 1
	}
	phi, isPhi := v.(*ssa.Phi)
	if !isPhi || phi.Block() != l.head {
		return 0, false
	}
	for i, e := range phi.Edges {
		if l.body[phi.Block().Preds[i]] {
			add, isAdd := e.(*ssa.BinOp)
			if !isAdd || add.Op != token.ADD || add.X != phi {
				return 0, false
			}
			continue
		}
		if start, ok = intOf(e); !ok {
			return 0, false
		}
	}
	return start + ahead, ok
}

func intOf(v ssa.Value) (int64, bool) {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.Int {
		return 0, false
	}
	return constant.Int64Val(c.Value)
}
