package staleread_test

import (
	"testing"

	"github.com/locklint/locklint/analyzers/staleread"
	"github.com/locklint/locklint/internal/linttest"
)

// TestBehaviours holds the findings against the comments in the sources: message, category, timeline.
func TestBehaviours(t *testing.T) {
	seen := map[string]int{}
	for _, r := range linttest.Run(t, "testdata", staleread.Analyzer, "sr/...") {
		for _, d := range r.Diagnostics {
			seen[d.Category]++
		}
	}
	for _, c := range []string{"decision", "value"} {
		if seen[c] == 0 {
			t.Errorf("no finding of category %s", c)
		}
	}
}
