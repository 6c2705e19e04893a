package blindunlock_test

import (
	"strings"
	"testing"

	"github.com/locklint/locklint/analyzers/blindunlock"
	"github.com/locklint/locklint/internal/linttest"
)

// TestBehaviours holds the findings against the comments in the sources: message, category, timeline.
func TestBehaviours(t *testing.T) {
	results := linttest.Run(t, "testdata", blindunlock.Analyzer, "bu/...")
	categories := map[string]bool{}
	for _, r := range results {
		if len(r.Diagnostics) == 0 && !strings.HasSuffix(r.Pass.Pkg.Path(), "/keys") {
			t.Errorf("%s has nothing that is flagged: its silence proves nothing", r.Pass.Pkg.Path())
		}
		for _, d := range r.Diagnostics {
			categories[d.Category] = true
		}
	}
	for _, c := range []string{"plain-delete", "check-then-delete", "shared-token"} {
		if !categories[c] {
			t.Errorf("no finding of category %s", c)
		}
	}
}
