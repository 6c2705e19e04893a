package pooledlock_test

import (
	"testing"

	"github.com/locklint/locklint/analyzers/pooledlock"
	"github.com/locklint/locklint/internal/linttest"
)

// TestBehaviours holds the findings against the comments in the sources: message, category, timeline.
func TestBehaviours(t *testing.T) {
	results := linttest.Run(t, "testdata", pooledlock.Analyzer, "pl/...")
	categories := map[string]bool{}
	for _, r := range results {
		if len(r.Diagnostics) == 0 {
			t.Errorf("%s has nothing that is flagged: its silence proves nothing", r.Pass.Pkg.Path())
		}
		for _, d := range r.Diagnostics {
			categories[d.Category] = true
		}
	}
	if !categories["pool"] || !categories["returned-locked"] {
		t.Errorf("categories found: %v", categories)
	}
}
