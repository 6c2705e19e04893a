package section

import (
	"slices"
	"testing"

	"github.com/locklint/locklint/internal/summary"
)

// An event of a callee counts for forty instructions: behind a hundred of them as many are left as there were before.
func TestEventsOfCalleesAtTheLimit(t *testing.T) {
	step{"events of callees", 100, func(n int) bool {
		w := newWalker(build(t, "p", "func F(n int) int { return n }"), &heard{})
		w.steps = 50_000 - 100*40
		commits := slices.Repeat([]Event{{Event: summary.Event{Kind: summary.Commit, Handle: summary.GlobalOf("p.db")}}}, n)
		w.apply(newConfig(), []Case{{Events: commits}}, frame{})
		w.apply(newConfig(), []Case{{}}, frame{})
		return !w.fn.Capped
	}}.test(t)
}
