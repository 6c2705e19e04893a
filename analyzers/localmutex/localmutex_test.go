package localmutex_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/locklint/locklint/analyzers/localmutex"
	"github.com/locklint/locklint/internal/config"
	"github.com/locklint/locklint/internal/engine"
	"github.com/locklint/locklint/internal/linttest"
)

// behaviours are the folders of testdata/src/lm whose findings are on by default.
var behaviours = []string{"lm/rmw", "lm/check", "lm/memory", "lm/embedded", "lm/either", "lm/twotier", "lm/conditional", "lm/unique", "lm/region",
	"lm/rows", "lm/dispatch", "lm/connection"}

// TestBehaviours holds the findings against the comments in the sources: message, category, timeline.
func TestBehaviours(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range linttest.Run(t, "testdata", localmutex.Analyzer, behaviours...) {
		for _, d := range r.Diagnostics {
			seen[d.Category] = true
		}
	}
	for _, c := range []string{"read-modify-write", "check-then-write"} {
		if !seen[c] {
			t.Errorf("no finding of category %s", c)
		}
	}
}

// TestReview: what a reader has to judge is reported on request only.
func TestReview(t *testing.T) {
	c := config.Default()
	c.Review = true
	linttest.Run(t, "testdata", localmutex.New(engine.New(c)), "lm/review")
	for _, r := range analysistest.Run(quiet{}, analysistest.TestData(), localmutex.Analyzer, "lm/review") {
		if len(r.Diagnostics) > 0 {
			t.Errorf("reported without -review: %s", r.Diagnostics[0].Message)
		}
	}
}

// TestOneReplica: a project that runs in one process has nothing to fear.
func TestOneReplica(t *testing.T) {
	c := config.Default()
	c.LocalMutex.Replicas = 1
	for _, r := range analysistest.Run(quiet{}, analysistest.TestData(), localmutex.New(engine.New(c)), "lm/rmw") {
		if len(r.Diagnostics) > 0 {
			t.Errorf("reported with one replica: %s", r.Diagnostics[0].Message)
		}
	}
}

// quiet does not mind that expectations fail.
type quiet struct{}

func (quiet) Errorf(string, ...any) {}
