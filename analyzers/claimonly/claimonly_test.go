package claimonly_test

import (
	"testing"
	"time"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/locklint/locklint/analyzers/claimonly"
	"github.com/locklint/locklint/internal/config"
	"github.com/locklint/locklint/internal/engine"
	"github.com/locklint/locklint/internal/linttest"
)

// TestBehaviours holds the findings against the comments in the sources: message, category, timeline.
func TestBehaviours(t *testing.T) {
	for _, r := range linttest.Run(t, "testdata", claimonly.Analyzer, "co/claims", "co/answers", "co/helpers") {
		if len(r.Diagnostics) == 0 {
			t.Errorf("%s has nothing that is flagged: its silence proves nothing", r.Pass.Pkg.Path())
		}
		for _, d := range r.Diagnostics {
			if d.Category != "stuck" {
				t.Errorf("category %s", d.Category)
			}
		}
	}
}

// TestRetry: a claim that lives no longer than a client waits is none.
func TestRetry(t *testing.T) {
	c := config.Default()
	c.ClaimOnly.Retry = 48 * time.Hour
	var rule *analysis.Analyzer = claimonly.New(engine.New(c))
	analysistest.Run(t, analysistest.TestData(), rule, "co/retry")
}
