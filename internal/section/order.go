package section

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// In which order the blocks of a function are followed.

// loopBlocks tells for each block whether it can be reached from itself: what is computed there may be
// computed again.
func loopBlocks(fn *ssa.Function) []bool {
	loops := make([]bool, len(fn.Blocks))
	for _, b := range fn.Blocks {
		for _, succ := range b.Succs {
			if succ.Index > b.Index {
				continue
			}
			// A way back: every block between the two may be on the loop.
			for i := succ.Index; i <= b.Index; i++ {
				loops[i] = true
			}
		}
	}
	return loops
}

// ranks gives each block its place in reverse postorder: a block comes behind all that lead to it but for the ways
// back of loops, and what is behind a loop comes behind all that is in it. Followed in this order, a
// loop has come to an end before anything behind it is looked at.
func ranks(fn *ssa.Function) []int {
	rank := make([]int, len(fn.Blocks))
	seen := make([]bool, len(fn.Blocks))
	next := len(fn.Blocks)
	var visit func(b *ssa.BasicBlock)
	visit = func(b *ssa.BasicBlock) {
		seen[b.Index] = true
		for _, succ := range slices.Backward(b.Succs) { // the way out of a loop is the second
			if !seen[succ.Index] {
				visit(succ)
			}
		}
		next--
		rank[b.Index] = next
	}
	for _, b := range fn.Blocks {
		if !seen[b.Index] {
			visit(b)
		}
	}
	return rank
}

// dynamic tells a call of a function value.
func dynamic(call *ssa.CallCommon) bool {
	if call.IsInvoke() || call.StaticCallee() != nil {
		return false
	}
	_, builtin := call.Value.(*ssa.Builtin)
	return !builtin
}
