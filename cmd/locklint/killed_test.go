package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"github.com/locklint/locklint/internal/linttest"
)

// manyPackages is a module of n packages, each of which imports the one before and has one fault.
func manyPackages(n int) *txtar.Archive {
	a := &txtar.Archive{Files: []txtar.File{{Name: "go.mod", Data: []byte("module ex.com/m\n\ngo 1.25\n")}}}
	for i := range n {
		imports, call := "", ""
		if i > 0 {
			imports, call = fmt.Sprintf("\nimport \"ex.com/m/p%d\"\n", i-1), fmt.Sprintf("p%d.F(stop)", i-1)
		}
		a.Files = append(a.Files, txtar.File{Name: fmt.Sprintf("p%d/p.go", i), Data: fmt.Appendf(nil, `package p%d

import "sync"
%s
var mu sync.Mutex

func F(stop bool) {
	%s
	mu.Lock()
	if stop {
		return
	}
	mu.Unlock()
}
`, i, imports, call)})
	}
	return a
}

// A run that is killed, or cannot write any more, leaves nothing behind that could mislead the next one: its findings are those
// of a run without a cache.
func TestCutShort(t *testing.T) {
	dir := linttest.Extract(t, manyPackages(30))
	run := func(kill time.Duration, cache string) (string, string) {
		self, err := os.Executable()
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(self, "./...")
		cmd.Dir = dir
		cmd.Env = append(linttest.Env("real"), "PWD="+dir, "LOCKLINT_CACHE="+cache)
		var out, wrong strings.Builder
		cmd.Stdout, cmd.Stderr = &out, &wrong
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if kill > 0 {
			timer := time.AfterFunc(kill, func() { _ = cmd.Process.Kill() })
			defer timer.Stop()
		}
		_ = cmd.Wait()
		if status := cmd.ProcessState.ExitCode(); kill == 0 && status != statusFindings {
			t.Fatalf("status %d\n%s", status, &wrong)
		}
		return out.String(), wrong.String()
	}
	started := time.Now()
	want, _ := run(0, "off")
	took := time.Since(started)
	if n := strings.Count(want, "leakedlock/early-return"); n != 30 {
		t.Fatalf("%d findings, want 30:\n%s", n, want)
	}
	t.Run("killed", func(t *testing.T) {
		cache := t.TempDir()
		for part := range 4 {
			run(took*time.Duration(part+6)/10, cache)
		}
		entries, _ := filepath.Glob(filepath.Join(cache, "*", "*"))
		t.Logf("a whole run takes %v; those that were killed left %d files", took, len(entries))
		for range 2 {
			if got, wrong := run(0, cache); got != want || strings.Contains(wrong, "cached") {
				t.Errorf("behind killed runs: got\n%s%s\nwant\n%s", got, wrong, want)
			}
		}
	})
	t.Run("full", func(t *testing.T) {
		cache := t.TempDir()
		mountSmall(t, cache)
		for range 2 {
			got, wrong := run(0, cache)
			if got != want || !strings.Contains(wrong, "nothing is cached") || !strings.Contains(wrong, "no space left") {
				t.Errorf("on a full disk: got\n%s%s\nwant\n%s", got, wrong, want)
			}
		}
		if left, _ := filepath.Glob(filepath.Join(cache, "*", "new-*")); len(left) > 0 {
			t.Errorf("halves are left behind: %q", left)
		}
	})
}

// mountSmall puts a disk that is full after 16 kB at a directory, where one may.
func mountSmall(t *testing.T, dir string) {
	t.Helper()
	if runtime.GOOS != "linux" || os.Getuid() != 0 {
		t.Skip("only root of a Linux can mount a small disk")
	}
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=16k", "tmpfs", dir).CombinedOutput(); err != nil {
		t.Skipf("mount: %v: %s", err, out)
	}
	t.Cleanup(func() {
		if out, err := exec.Command("umount", dir).CombinedOutput(); err != nil {
			t.Errorf("umount: %v: %s", err, out)
		}
	})
}
