package blockingcall_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/locklint/locklint/analyzers/blockingcall"
	"github.com/locklint/locklint/internal/config"
	"github.com/locklint/locklint/internal/engine"
	"github.com/locklint/locklint/internal/linttest"
)

// TestReview: what a reader has to judge is reported where it is asked for. TestBehaviours has the same shapes without it.
func TestReview(t *testing.T) {
	settings := config.Default()
	settings.Review = true
	linttest.Run(t, "testdata", blockingcall.New(engine.New(settings)), "review")
}

// TestSleepOption: how long a sleep may be is for the project to say.
func TestSleepOption(t *testing.T) {
	settings := config.Default()
	settings.BlockingCall.Sleep = time.Minute
	linttest.Run(t, "testdata", blockingcall.New(engine.New(settings)), "patient")
}

// behaviours are the folders of testdata/src/bc.
const behaviours = "testdata/src/bc"

// TestBehaviours holds the findings against the comments in the sources.
func TestBehaviours(t *testing.T) {
	categories := map[string]bool{}
	for _, r := range linttest.Run(t, "testdata", blockingcall.Analyzer, "bc/...") {
		for _, d := range r.Diagnostics {
			categories[d.Category] = true
		}
		if len(r.Diagnostics) == 0 && !strings.HasSuffix(r.Pass.Pkg.Path(), "/shared") {
			t.Errorf("%s has nothing that is flagged: its silence proves nothing", r.Pass.Pkg.Path())
		}
	}
	for _, c := range []string{"no-timeout", "unbounded-retry", "sleep"} {
		if !categories[c] {
			t.Errorf("no finding of category %s", c)
		}
	}
	dirs, err := os.ReadDir(behaviours)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range dirs {
		src, err := os.ReadFile(filepath.Join(behaviours, d.Name(), d.Name()+".go"))
		if err != nil || !strings.Contains(string(src), "// Silent") {
			t.Errorf("%s has nothing that is silent, %v", d.Name(), err)
		}
	}
}
