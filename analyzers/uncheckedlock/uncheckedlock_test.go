package uncheckedlock_test

import (
	"os"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/locklint/locklint/analyzers/uncheckedlock"
	"github.com/locklint/locklint/internal/config"
	"github.com/locklint/locklint/internal/engine"
	"github.com/locklint/locklint/internal/linttest"
)

// TestBehaviours holds the findings against the comments in the sources: message, category, timeline.
func TestBehaviours(t *testing.T) {
	categories := map[string]bool{}
	for _, r := range linttest.Run(t, "testdata", uncheckedlock.Analyzer, "uck/...") {
		if len(r.Diagnostics) == 0 {
			t.Errorf("%s has nothing that is flagged: its silence proves nothing", r.Pass.Pkg.Path())
		}
		for _, d := range r.Diagnostics {
			categories[d.Category] = true
		}
		if functions(r) <= len(r.Diagnostics) {
			t.Errorf("%s has no function that is silent", r.Pass.Pkg.Path())
		}
	}
	for _, c := range []string{"ignored", "fallthrough", "inverted", "row-dropped", "busy-as-success"} {
		if !categories[c] {
			t.Errorf("no finding of category %s", c)
		}
	}
}

func functions(r *analysistest.Result) int {
	n := 0
	for _, f := range r.Pass.Files {
		src, err := os.ReadFile(r.Pass.Fset.Position(f.FileStart).Filename)
		if err == nil {
			n += strings.Count(string(src), "\nfunc ")
		}
	}
	return n
}

// TestReview: fail-open is reported where findings are wanted that a reader must judge.
func TestReview(t *testing.T) {
	c := config.Default()
	c.Review = true
	linttest.Run(t, "testdata", uncheckedlock.New(engine.New(c)), "review/...")
}
