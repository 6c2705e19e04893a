package leaseexpiry_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/locklint/locklint/analyzers/leaseexpiry"
	"github.com/locklint/locklint/internal/config"
	"github.com/locklint/locklint/internal/engine"
	"github.com/locklint/locklint/internal/linttest"
)

// TestBehaviours holds the findings against the comments in the sources.
func TestBehaviours(t *testing.T) {
	categories := map[string]bool{}
	for _, r := range linttest.Run(t, "testdata", leaseexpiry.Analyzer, "le/kept", "le/loops", "le/lost", "le/nottl", "le/renewal", "le/short", "le/watchdog") {
		for _, d := range r.Diagnostics {
			categories[d.Category] = true
		}
	}
	for _, c := range []string{"no-ttl", "two-step", "short", "unrenewed", "renewal-ignored", "lost-ignored", "watchdog-off"} {
		if !categories[c] {
			t.Errorf("no finding of category %s", c)
		}
	}
}

// TestFix holds the file with the suggested fixes applied against the golden one.
func TestFix(t *testing.T) {
	dir, err := filepath.Abs("testdata")
	if err != nil {
		t.Fatal(err)
	}
	analysistest.RunWithSuggestedFixes(t, dir, leaseexpiry.Analyzer, "le/fix")
}

// TestReview: what a reader has to judge is reported to those who ask for it.
func TestReview(t *testing.T) {
	c := config.Default()
	c.Review = true
	for _, r := range linttest.Run(t, "testdata", leaseexpiry.New(engine.New(c)), "le/wait") {
		if len(r.Diagnostics) == 0 {
			t.Error("nothing to judge")
		}
	}
}
