package pooledlock_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

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

// TestFixes holds the files with the suggested fixes applied against the golden ones.
func TestFixes(t *testing.T) {
	dir, err := filepath.Abs("testdata")
	if err != nil {
		t.Fatal(err)
	}
	analysistest.RunWithSuggestedFixes(t, dir, pooledlock.Analyzer, "pl/fix")
}
