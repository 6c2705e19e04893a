package main

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/locklint/locklint/internal/linttest"
)

// hostile is a module whose code and tests leave a trace wherever somebody runs them.
const hostile = `
-- m/go.mod --
module ex.com/m

go 1.25

tool ex.com/m/cmd
-- m/m.go --
package m

import (
	"os"
	"sync"
)

//go:generate touch ../generated

var mu sync.Mutex

var _ = os.WriteFile("../initialised", nil, 0o666)

func init() { _ = os.WriteFile("../init", nil, 0o666) }

func F(stop bool) {
	mu.Lock()
	if stop {
		return
	}
	mu.Unlock()
}
-- m/m_test.go --
package m

import (
	"os"
	"testing"
)

func TestMain(*testing.M) { _ = os.WriteFile("../tested", nil, 0o666) }
-- m/cmd/main.go --
package main

import "os"

func main() { _ = os.WriteFile("../run", nil, 0o666) }
-- m/flags/c.go --
package flags

// #cgo CFLAGS: -fplugin=./evil.so -specs=evil
// static int one(void) { return 1; }
import "C"

func One() int { return int(C.one()) }
-- m/c/c.go --
package c

// #include <stdio.h>
// static int one(void) { return 1; }
// static void __attribute__((constructor)) begin(void) { fclose(fopen("../began", "w")); }
import "C"

func One() int { return int(C.one()) }
-- m/.golangci.yml --
-- m/Makefile --
all:
	touch ../made
`

// Nothing of the module is executed, and nothing is written but the cache and the files that flags name.
func TestRunsNothingOfTheModule(t *testing.T) {
	dir := linttest.Extract(t, txtar.Parse([]byte(hostile)))
	for _, sub := range []string{"home", "tmp", "cache"} {
		if err := os.Mkdir(filepath.Join(dir, sub), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	before := namesBelow(t, dir)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	gocache, err := exec.Command("go", "env", "GOCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"./..."}, {"-o", "../out.txt", "-o", "sarif=../out.sarif", "./..."}, {"explain", "m.go:17"}, {"inventory", "./..."}, {"vet", "."},
	} {
		cmd := exec.Command(self, args...)
		cmd.Dir = filepath.Join(dir, "m")
		cmd.Env = append(linttest.Env("real"), "PWD="+cmd.Dir, "HOME="+filepath.Join(dir, "home"), "TMPDIR="+filepath.Join(dir, "tmp"), "XDG_CACHE_HOME=", "XDG_CONFIG_HOME=",
			"LOCKLINT_CACHE="+filepath.Join(dir, "cache"), "GOCACHE="+strings.TrimSpace(string(gocache)), "GOTELEMETRY=off", "CGO_ENABLED=1")
		out, _ := cmd.CombinedOutput()
		if (args[0] == "./..." || args[0] == "vet") && !strings.Contains(string(out), "m.go:17:2") {
			t.Errorf("%q analysed nothing: %s", args, out)
		}
		if args[0] == "./..." && !strings.Contains(string(out), "ex.com/m/flags: cgo failed") {
			t.Errorf("%q: flags for the C compiler that may do anything are taken: %s", args, out)
		}
	}
	after := slices.DeleteFunc(namesBelow(t, dir), func(name string) bool {
		return strings.HasPrefix(name, "cache/") || strings.HasPrefix(name, "home/.config/go/telemetry")
	})
	want := append(before, "out.sarif", "out.txt")
	slices.Sort(want)
	if !slices.Equal(after, want) {
		t.Errorf("files after the runs: %q, want %q", after, want)
	}
}

// namesBelow are the files below a directory.
func namesBelow(t *testing.T, dir string) []string {
	t.Helper()
	var names []string
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			name, err = filepath.Rel(dir, name)
			names = append(names, filepath.ToSlash(name))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(names)
	return names
}
