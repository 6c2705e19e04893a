package main

import (
	"os"
	"os/exec"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/locklint/locklint/internal/linttest"
)

// However many processors there are, and whether the cache knows something or not: the same bytes. (.ci/deterministic does it
// more often, over more code and through the other doors.)
func TestSameBytes(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/real.txtar")
	if err != nil {
		t.Fatal(err)
	}
	dir := linttest.Extract(t, archive)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, format := range []string{"-json", "-sarif"} {
		want := ""
		for _, procs := range []string{"1", "2", "8"} {
			cache := t.TempDir()
			for _, state := range []string{"cold", "warm"} {
				cmd := exec.Command(self, format, "./...")
				cmd.Dir = dir
				cmd.Env = append(linttest.Env("real"), "PWD="+dir, "LOCKLINT_CACHE="+cache, "GOMAXPROCS="+procs)
				out, _ := cmd.Output()
				if status := cmd.ProcessState.ExitCode(); status != statusFindings {
					t.Fatalf("%s, %s: status %d", format, state, status)
				}
				if want == "" {
					want = string(out)
				}
				if string(out) != want {
					t.Errorf("%s, GOMAXPROCS=%s, %s: got\n%s\nwant\n%s", format, procs, state, out, want)
				}
			}
		}
	}
}
