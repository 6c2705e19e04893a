package canceledunlock_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/locklint/locklint/analyzers/canceledunlock"
	"github.com/locklint/locklint/internal/config"
	"github.com/locklint/locklint/internal/engine"
	"github.com/locklint/locklint/internal/linttest"
)

// TestBehaviours holds the findings against the comments in the sources: message, category, timeline.
func TestBehaviours(t *testing.T) {
	results := linttest.Run(t, "testdata", canceledunlock.Analyzer, "cu/owncancel", "cu/afterdone", "cu/requestctx", "cu/detached", "cu/closures", "cu/frameworks", "cu/callers")
	categories := map[string]bool{}
	for _, r := range results {
		if len(r.Diagnostics) == 0 {
			t.Errorf("%s has nothing that is flagged: its silence proves nothing", r.Pass.Pkg.Path())
		}
		for _, d := range r.Diagnostics {
			categories[d.Category] = true
		}
	}
	for _, c := range []string{"own-cancel", "after-done", "request-ctx"} {
		if !categories[c] {
			t.Errorf("no finding of category %s", c)
		}
	}
}

// TestReview: contexts that end only where a framework was told so are for a reader to judge.
func TestReview(t *testing.T) {
	c := config.Default()
	c.Review = true
	linttest.Run(t, "testdata", canceledunlock.New(engine.New(c)), "review/...")
}

// TestFixes holds the files with the suggested fixes applied against the golden ones.
func TestFixes(t *testing.T) {
	dir, err := filepath.Abs("testdata")
	if err != nil {
		t.Fatal(err)
	}
	analysistest.RunWithSuggestedFixes(t, dir, canceledunlock.Analyzer, "cu/fix")
}

// TestFixesAreClean runs the linters for contexts over the golden files: whoever takes the fix has no new findings.
// They are pinned in tools/go.mod.
func TestFixesAreClean(t *testing.T) {
	if testing.Short() {
		t.Skip("builds three linters")
	}
	tools, err := filepath.Abs("../../tools/go.mod")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write := func(name string, data []byte) {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", []byte("module example.com/fix\n\ngo 1.26\n"))
	for _, name := range []string{"fix.go", "limited.go"} {
		data, err := os.ReadFile(filepath.Join("testdata/src/cu/fix", name+".golden"))
		if err != nil {
			t.Fatal(err)
		}
		write(name, data)
	}
	run := func(args ...string) string {
		cmd := exec.Command("go", args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Errorf("go %s: %v\n%s", strings.Join(args, " "), err, out)
		}
		return strings.TrimSpace(string(out))
	}
	run("tool", "-modfile="+tools, "contextcheck", "./...")
	run("tool", "-modfile="+tools, "fatcontext", "./...")
	noctx := run("tool", "-modfile="+tools, "-n", "noctx") // runs under go vet only
	run("vet", "-vettool="+noctx, "./...")
}
