package unlockbeforecommit_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/locklint/locklint/analyzers/unlockbeforecommit"
	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/config"
	"github.com/locklint/locklint/internal/engine"
	"github.com/locklint/locklint/internal/linttest"
)

// behaviours are the folders of testdata/src/ubc: the categories, and the silences.
const behaviours = "testdata/src/ubc"

// TestBehaviours holds the findings against the comments in the sources: message, category, timeline.
func TestBehaviours(t *testing.T) {
	results := linttest.Run(t, "testdata", unlockbeforecommit.Analyzer, "ubc/...")
	categories := map[string]bool{}
	for _, r := range results {
		if len(r.Diagnostics) == 0 {
			t.Errorf("%s has nothing that is flagged: its silence proves nothing", r.Pass.Pkg.Path())
		}
		for _, d := range r.Diagnostics {
			categories[d.Category] = true
		}
		if flaggedAll(r) {
			t.Errorf("%s has no function that is silent", r.Pass.Pkg.Path())
		}
	}
	for _, c := range []string{"order", "defer-order", "closure", "session", "callee", "caller"} {
		if !categories[c] {
			t.Errorf("no finding of category %s", c)
		}
	}
	if dirs, err := os.ReadDir(behaviours); err != nil || len(dirs) != len(results) {
		t.Errorf("%d packages analysed of %d, %v", len(results), len(dirs), err)
	}
}

// flaggedAll tells that there are as many findings as functions that work on a transaction.
func flaggedAll(r *analysistest.Result) bool {
	works := 0
	for _, f := range r.Pass.Files {
		src, err := os.ReadFile(r.Pass.Fset.Position(f.FileStart).Filename)
		if err != nil {
			return true
		}
		works += strings.Count(string(src), "\nfunc ")
	}
	return works <= len(r.Diagnostics)
}

// TestTimelines: each category has a timeline that a comment checks.
func TestTimelines(t *testing.T) {
	for _, dir := range []string{"order", "deferorder", "closure", "session", "callee", "caller"} {
		src, err := os.ReadFile(filepath.Join(behaviours, dir, dir+".go"))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(src), "timeline: acquire ") {
			t.Errorf("%s checks no timeline", dir)
		}
	}
}

// TestFixes holds the files with the suggested fixes applied against the golden ones.
func TestFixes(t *testing.T) {
	dir, err := filepath.Abs("testdata")
	if err != nil {
		t.Fatal(err)
	}
	analysistest.RunWithSuggestedFixes(t, dir, unlockbeforecommit.Analyzer, "ubc/fix")
}

// TestUserHook: a function that the user's catalogue calls a hook runs what it is given behind the commit, whatever its
// body looks like.
func TestUserHook(t *testing.T) {
	user, err := catalog.Decode([]byte(`{"functions": [{"pkg": "userhook/unit", "recv": "Unit", "name": "After", "role": "hook", "func": "arg0", "tx": "recv.Tx"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	c := config.Default()
	c.Catalog = user
	linttest.Run(t, "testdata", unlockbeforecommit.New(engine.New(c)), "userhook")
	without := 0
	for _, r := range analysistest.Run(mute{}, analysistest.TestData(), unlockbeforecommit.Analyzer, "userhook") {
		without += len(r.Diagnostics)
	}
	if without != 2 {
		t.Errorf("%d findings without the entry, want that in the hook too", without)
	}
}

// mute is a testing.TB that does not mind that expectations fail.
type mute struct{}

func (mute) Errorf(string, ...any) {}
