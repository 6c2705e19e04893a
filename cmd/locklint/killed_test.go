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

// command is a run of the program over all packages below a directory. It keeps nothing, unless the environment says so.
func command(t *testing.T, program, dir string, env ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, "./...")
	cmd.Dir = dir
	cmd.Env = append(linttest.Env(program), append(env, "PWD="+dir)...)
	cmd.Stdout, cmd.Stderr = new(strings.Builder), new(strings.Builder)
	return cmd
}

// printed is what a run wrote to its outputs.
func printed(cmd *exec.Cmd) (out, wrong string) {
	return cmd.Stdout.(*strings.Builder).String(), cmd.Stderr.(*strings.Builder).String()
}

// findings are what a run prints that finds something and comes to its end.
func findings(t *testing.T, cmd *exec.Cmd) (out, wrong string) {
	t.Helper()
	_ = cmd.Run()
	out, wrong = printed(cmd)
	if status := cmd.ProcessState.ExitCode(); status != statusFindings {
		t.Fatalf("status %d\n%s", status, wrong)
	}
	return out, wrong
}

// cached are the entries of a cache.
func cached(t *testing.T, dir string) []string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*", "*.entry"))
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// A run that is killed leaves nothing behind that could mislead the next one: its findings are those of a run without a cache.
func TestCutShort(t *testing.T) {
	const packages = 30
	dir := linttest.Extract(t, manyPackages(packages))
	want, _ := findings(t, command(t, "real", dir))
	if n := strings.Count(want, "leakedlock/early-return"); n != packages {
		t.Fatalf("%d findings, want %d:\n%s", n, packages, want)
	}
	cache := t.TempDir()
	died := 0
	for range 4 {
		before := len(cached(t, cache))
		cmd := command(t, "real", dir, "LOCKLINT_CACHE="+cache)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		over := make(chan error, 1)
		go func() { over <- cmd.Wait() }()
		for len(cached(t, cache)) == before && len(over) == 0 { // until it has written something
			time.Sleep(time.Millisecond)
		}
		_ = cmd.Process.Kill()
		<-over
		if cmd.ProcessState.ExitCode() != statusFindings {
			died++
		}
	}
	left := len(cached(t, cache))
	if died == 0 || left == 0 || left >= packages {
		t.Errorf("%d runs were killed, and left %d entries of %d", died, left, packages)
	}
	for range 2 {
		if got, wrong := findings(t, command(t, "real", dir, "LOCKLINT_CACHE="+cache)); got != want || strings.Contains(wrong, "cached") {
			t.Errorf("behind killed runs: got\n%s%s\nwant\n%s", got, wrong, want)
		}
	}
	if n := len(cached(t, cache)); n != packages {
		t.Errorf("%d entries, want %d", n, packages)
	}
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
