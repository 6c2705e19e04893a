package main

import (
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
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
-- m/late.go --
package m

func Late(names []string) string {
	mu.Lock()
	if names == nil {
		return ""
	}
	defer mu.Unlock()
	return names[0]
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
-- m/include/c.go --
package include

// #include "../../secret"
import "C"

func One() int { return int(C.one()) }
-- secret --
hunter2 = x;
-- m/.golangci.yml --
-- m/Makefile --
all:
	touch ../made
`

// hostileRuns are all that locklint can be asked to do, and what it says then.
var hostileRuns = []struct{ args, want string }{
	{"./...", "m.go:17:2"},
	{"./...", "ex.com/m/flags: cgo failed"}, // flags for the C compiler that may do anything are not taken
	{"-o ../out.txt -o sarif=../out.sarif ./...", "lock site"},
	{"-color=always ./...", "m.go:17:2"},
	{"-new-from=HEAD ./...", "2 older findings left out"},
	{"-write-baseline=../base.json .", "2 findings written"},
	{"-baseline=../base.json . ./cmd", "2 known findings left out"},
	{"-diff .", "+\tdefer mu.Unlock()"},
	{"explain m.go:17", "leakedlock reports"},
	{"inventory ./...", "cgo failed"},
	{"inventory -diff=HEAD ./...", "no lock site"},
	{"inventory -html -o ../page.html ./...", "cgo failed"},
	{"inventory -svg -o ../page.svg ./...", "cgo failed"},
	{"vet . ./cmd", "m.go:17:2"},
}

// Nothing of the module is executed, and nothing is written but the cache and the files that flags name.
func TestRunsNothingOfTheModule(t *testing.T) {
	dir := linttest.Extract(t, txtar.Parse([]byte(hostile)))
	for _, sub := range []string{"home", "tmp", "cache"} {
		if err := os.Mkdir(filepath.Join(dir, sub), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	d := &gitDoors{doors{t: t, dir: filepath.Join(dir, "m")}}
	d.git("init", "-q")
	d.git("add", ".")
	d.git("commit", "-qm", "first")
	for _, name := range []string{"fsmonitor", "hooks/post-index-change"} { // the go command would run git, for the version of a program
		if err := os.WriteFile(filepath.Join(d.dir, ".git", name), []byte("#!/bin/sh\ntouch ../monitored\n"), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	d.git("config", "core.fsmonitor", ".git/fsmonitor")
	run := hostileRunner(t, dir)
	want := filesBelow(t, dir)
	for _, tt := range hostileRuns {
		if out := run(strings.Fields(tt.args)...); !strings.Contains(out, tt.want) {
			t.Errorf("%s: it does not say %q: %s", tt.args, tt.want, out)
		}
	}
	got := filesBelow(t, dir)
	for _, name := range []string{"base.json", "out.sarif", "out.txt", "page.html", "page.svg"} {
		if got[name] == "" {
			t.Errorf("%s is not written", name)
		}
		want[name] = got[name]
	}
	sameFiles(t, "the runs", got, want)
	for name, text := range got {
		if strings.Contains(text, "hunter2") != (name == "secret") {
			t.Errorf("%s: %s", name, text)
		}
	}

	if out := run("-fix", "."); !strings.Contains(out, "m.go:17:2") || strings.Contains(out, "late.go:") || !strings.Contains(out, "locklint: fixed late.go\n") {
		t.Errorf("-fix: %s", out)
	}
	got = filesBelow(t, dir)
	if got["m/late.go"] == want["m/late.go"] {
		t.Error("-fix mends nothing")
	}
	want["m/late.go"] = got["m/late.go"]
	sameFiles(t, "-fix", got, want)
}

// hostileRunner runs the program in the module, with all that is a user's below dir.
func hostileRunner(t *testing.T, dir string) func(args ...string) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	gocache, err := exec.Command("go", "env", "GOCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	return func(args ...string) string {
		cmd := exec.Command(self, args...)
		cmd.Dir = filepath.Join(dir, "m")
		cmd.Env = append(linttest.Env("real"), "PWD="+cmd.Dir, "HOME="+filepath.Join(dir, "home"), "TMPDIR="+filepath.Join(dir, "tmp"), "XDG_CACHE_HOME=", "XDG_CONFIG_HOME=",
			"LOCKLINT_CACHE="+filepath.Join(dir, "cache"), "GOCACHE="+strings.TrimSpace(string(gocache)), "GOTELEMETRY=off", "CGO_ENABLED=1")
		out, _ := cmd.CombinedOutput()
		if strings.Contains(string(out), "hunter2") { // the C compiler has said so
			t.Errorf("%q: a file of somebody else is shown: %s", args, out)
		}
		return string(out)
	}
}

// filesBelow are what is in the files below a directory, by their names, but for those of the cache and of the go command.
func filesBelow(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if name = filepath.ToSlash(name); err != nil || name == "cache" || name == "home/.config/go/telemetry" {
			return cmp.Or(err, fs.SkipDir)
		}
		if d.IsDir() {
			return nil
		}
		text, err := os.ReadFile(path)
		files[name] = fmt.Sprintf("%v %s", d.Type(), text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func sameFiles(t *testing.T, after string, got, want map[string]string) {
	t.Helper()
	for name, text := range got {
		switch was, ok := want[name]; {
		case !ok:
			t.Errorf("%s have written %s", after, name)
		case text != was:
			t.Errorf("%s have changed %s", after, name)
		}
	}
	for name := range want {
		if _, ok := got[name]; !ok {
			t.Errorf("%s have removed %s", after, name)
		}
	}
}
