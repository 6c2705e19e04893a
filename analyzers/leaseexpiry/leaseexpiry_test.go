package leaseexpiry_test

import (
	"testing"

	"github.com/locklint/locklint/analyzers/leaseexpiry"
	"github.com/locklint/locklint/internal/linttest"
)

// TestBehaviours holds the findings against the comments in the sources.
func TestBehaviours(t *testing.T) {
	categories := map[string]bool{}
	for _, r := range linttest.Run(t, "testdata", leaseexpiry.Analyzer, "le/...") {
		for _, d := range r.Diagnostics {
			categories[d.Category] = true
		}
	}
	for _, c := range []string{"no-ttl", "two-step", "short", "unrenewed", "renewal-ignored"} {
		if !categories[c] {
			t.Errorf("no finding of category %s", c)
		}
	}
}
