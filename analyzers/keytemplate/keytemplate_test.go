package keytemplate_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/locklint/locklint/analyzers/keytemplate"
	"github.com/locklint/locklint/internal/config"
	"github.com/locklint/locklint/internal/engine"
	"github.com/locklint/locklint/internal/linttest"
)

// behaviours are the folders of testdata/src/kt by the settings that they need, each with what is flagged and
// what is silent. A folder that is named like a category has a finding of it.
var behaviours = []struct {
	settings func(*config.Config)
	folders  []string
}{
	{func(*config.Config) {}, []string{"bypass", "duplicate", "mismatch", "collision", "volatile", "datakey", "silent"}},
	{func(c *config.Config) { c.Review = true }, []string{"lossy", "narrow"}},
	{func(c *config.Config) { c.KeyTemplate.Funcs = []string{"kt/lockkeys.Order", "kt/unguided.Keys.Cart"} }, []string{"unguided"}},
}

func TestBehaviours(t *testing.T) {
	for _, b := range behaviours {
		c := config.Default()
		b.settings(&c)
		var patterns []string
		for _, folder := range b.folders {
			patterns = append(patterns, "kt/"+folder)
		}
		results := linttest.Run(t, "testdata", keytemplate.New(engine.New(c)), patterns...)
		if len(results) != len(patterns) {
			t.Errorf("%d packages analysed of %q", len(results), patterns)
		}
		for _, r := range results {
			folder := r.Pass.Pkg.Name()
			if folder != "silent" && !slices.ContainsFunc(r.Diagnostics, func(d analysis.Diagnostic) bool { return d.Category == folder }) {
				t.Errorf("no finding of category %s", folder)
			}
			if flaggedAll(r) {
				t.Errorf("%s has no function that is silent", folder)
			}
		}
	}
}

// flaggedAll tells that there are as many findings as functions.
func flaggedAll(r *analysistest.Result) bool {
	funcs := 0
	for _, f := range r.Pass.Files {
		src, err := os.ReadFile(r.Pass.Fset.Position(f.FileStart).Filename)
		if err != nil {
			return true
		}
		funcs += strings.Count(string(src), "\nfunc ")
	}
	return funcs <= len(r.Diagnostics)
}

// TestReview: what a reader has to judge is silent by default, and so are packages of templates.
func TestReview(t *testing.T) {
	for _, r := range analysistest.Run(quiet{}, testdata(t), keytemplate.Analyzer, "kt/lossy", "kt/narrow", "kt/lockkeys", "kt/stock") {
		for _, d := range r.Diagnostics {
			t.Errorf("%s", d.Message)
		}
	}
}

// quiet swallows the complaints about comments that want the findings.
type quiet struct{}

func (quiet) Errorf(string, ...any) {}

// TestFixes: the fix calls the template where its arguments fit.
func TestFixes(t *testing.T) {
	analysistest.RunWithSuggestedFixes(t, testdata(t), keytemplate.Analyzer, "kt/bypass", "kt/fix")
}

func testdata(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("testdata")
	if err != nil {
		t.Fatal(err)
	}
	return dir
}
