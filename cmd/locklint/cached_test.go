package main

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/locklint/locklint/internal/linttest"
)

// The cache makes no difference of a byte, with all rules on all cases: neither cold nor warm, nor where packages from
// the cache stand over others in which every line has moved.
func TestCacheSameBytes(t *testing.T) {
	dir, store := t.TempDir(), t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(casesDir(t))); err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	run := func(cache string) (stdout, stderr string) {
		var errs bytes.Buffer
		cmd := exec.Command(self, "-json", "-unknown", "-review", "./...")
		cmd.Dir = dir
		cmd.Env = append(linttest.Env("real"), cacheVariable+"="+cache, "GOWORK=off")
		cmd.Stderr = &errs
		out, _ := cmd.Output()
		if got := cmd.ProcessState.ExitCode(); got != statusFindings {
			t.Fatalf("status %d\n%s", got, &errs)
		}
		return string(out), errs.String()
	}
	same := func(what string, times int) {
		t.Helper()
		wantOut, wantErr := run("off")
		for range times {
			if out, errs := run(store); out != wantOut || errs != wantErr {
				t.Errorf("%s: the output is not the same with the cache; on standard error:\n%s\nwithout:\n%s", what, errs, wantErr)
			}
		}
	}
	same("cold and warm", 2)
	moved := 0
	err = filepath.WalkDir(dir, func(name string, _ fs.DirEntry, err error) error {
		// Packages below that of a case are what it imports.
		if rel, _ := filepath.Rel(dir, name); err != nil || !strings.HasSuffix(name, ".go") || strings.Count(rel, string(filepath.Separator)) < 2 {
			return err
		}
		src, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		moved++
		return os.WriteFile(name, append([]byte("// A line more.\n\n"), src...), 0o666)
	})
	if err != nil || moved < 5 {
		t.Fatalf("%d files moved, %v", moved, err)
	}
	same("lines moved", 1)
}
