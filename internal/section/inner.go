package section

import (
	"go/token"
	"slices"

	"github.com/locklint/locklint/internal/summary"
)

// withoutInner drops the locks that were taken and given back with nothing of the caller's in between.
func withoutInner(trace []*Event) []*Event {
	out := slices.Clone(trace)
	for i := 0; i < len(out); i++ {
		if out[i].Kind != summary.Release || out[i].Acquired == token.NoPos {
			continue
		}
		for j := i - 1; j >= 0; j-- {
			if out[j].Kind == summary.Acquire && out[j].Lock.Same(out[i].Lock) {
				out = slices.Delete(slices.Delete(out, i, i+1), j, j+1)
				i -= 2
				break
			}
			if !out[j].statement() || foreign(out[j]) {
				break
			}
		}
	}
	return out
}
