package leakedlock_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/locklint/locklint/analyzers/leakedlock"
	"github.com/locklint/locklint/internal/linttest"
)

// TestBehaviours holds the findings against the comments in the sources: message, category, timeline.
func TestBehaviours(t *testing.T) {
	results := linttest.Run(t, "testdata", leakedlock.Analyzer, "ll/...")
	categories := map[string]bool{}
	for _, r := range results {
		if len(r.Diagnostics) == 0 {
			t.Errorf("%s has nothing that is flagged: its silence proves nothing", r.Pass.Pkg.Path())
		}
		for _, d := range r.Diagnostics {
			categories[d.Category] = true
		}
	}
	for _, c := range []string{"early-return", "late-defer", "connection", "early-defer", "double", "wrong-handle"} {
		if !categories[c] {
			t.Errorf("no finding of category %s", c)
		}
	}
}

// TestFix: the defer moves behind the acquire where all that it mentions is there.
func TestFix(t *testing.T) {
	analysistest.RunWithSuggestedFixes(t, analysistest.TestData(), leakedlock.Analyzer, "ll/latedefer")
}
