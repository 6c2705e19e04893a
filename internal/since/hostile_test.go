package since

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// hostile is a repository with a file that has changed and, in .git/config, programs that would leave traces.
func hostile(t *testing.T) (dir, traces string) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git")
	}
	for _, name := range []string{"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"} { // as where a hook runs the tests
		t.Setenv(name, "")
		os.Unsetenv(name)
	}
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	dir, traces = t.TempDir(), t.TempDir()
	git := func(args ...string) {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-c", "user.name=x", "-c", "user.email=x@example.com"}, args...)...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %q: %v\n%s", args, err, out)
		}
	}
	write := func(name, text string, mode os.FileMode) string {
		t.Helper()
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
		return name
	}
	git("init", "-q")
	write(".gitattributes", "*.go diff=go2 filter=a=b.c\nsame.go diff=go3 filter=long\n", 0o666)
	write("a.go", "package a\n", 0o666)
	same := write("same.go", "package a\n", 0o666)
	git("add", ".")
	git("commit", "-qm", "first")
	write("a.go", "package b\n", 0o666)
	if err := os.Chtimes(same, time.Unix(1, 0), time.Unix(1, 0)); err != nil { // git looks into it
		t.Fatal(err)
	}
	trace := func(name string) string {
		return write(".git/"+name, "#!/bin/sh\necho >'"+filepath.Join(traces, name)+"'\ncat \"$1\" 2>/dev/null\n", 0o777)
	}
	for name, key := range map[string]string{
		"fsmonitor": "core.fsmonitor", "external": "diff.external", "command": "diff.go2.command", "textconv": "diff.go3.textconv",
		"pager": "core.pager", "ssh": "core.sshCommand",
		"clean": "filter.a=b.c.clean", "smudge": "filter.a=b.c.smudge", "process": "filter.long.process",
	} {
		git("config", key, trace(name))
	}
	git("config", "filter.long.required", "true")
	if err := os.Rename(trace("index-change"), filepath.Join(dir, ".git/hooks/post-index-change")); err != nil {
		t.Fatal(err)
	}
	if list, err := os.ReadDir(traces); err != nil || len(list) > 0 {
		for _, e := range list { // of the preparation
			_ = os.Remove(filepath.Join(traces, e.Name()))
		}
	}
	return dir, traces
}

// Programs that .git/config names do not run, nor hooks, and the repository stays as it is.
func TestRunsNoProgram(t *testing.T) {
	dir, traces := hostile(t)
	index := filepath.Join(dir, ".git", "index")
	before, err := os.ReadFile(index)
	if err != nil {
		t.Fatal(err)
	}
	c, err := Git(dir, "HEAD")
	if err != nil {
		t.Fatal(err)
	}
	if !c.Touched(filepath.Join(dir, "a.go"), 1, 1) || c.Touched(filepath.Join(dir, "same.go"), 1, 1) {
		t.Errorf("changes %v", c.files)
	}
	to := t.TempDir()
	if _, err := Checkout(dir, "HEAD", to); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(filepath.Join(to, "a.go")); string(text) != "package a\n" {
		t.Errorf("the old file is %q, %v", text, err)
	}
	list, err := os.ReadDir(traces)
	if err != nil || len(list) > 0 {
		t.Errorf("these ran: %v, %v", list, err)
	}
	if after, err := os.ReadFile(index); !bytes.Equal(before, after) {
		t.Errorf("the index has changed: %v", err)
	}
}

// Whatever the names in a commit are, nothing is written outside of the directory.
func TestPlaceStaysInside(t *testing.T) {
	type entry struct{ mode, name, link string }
	const link, text, dir = modeLink, "100644", modeModule
	for _, tt := range []struct {
		name    string
		entries []entry
	}{
		{"a name that leads up", []entry{{text, "../evil", ""}}},
		{"within", []entry{{dir, "a/", ""}, {text, "a/../../evil", ""}}},
		{"an absolute name", []entry{{text, "ROOT/evil", ""}}},
		{"a directory", []entry{{dir, "../evil/", ""}}},
		{"a link in the place of a directory", []entry{{link, "out", ".."}, {text, "out/evil", ""}}},
		{"an absolute link", []entry{{link, "out", "ROOT"}, {text, "out/evil", ""}}},
		{"a link in the place of the file", []entry{{link, "evil", "../evil"}, {text, "evil", ""}}},
		{"a link behind a link", []entry{{link, "out", ".."}, {link, "out/evil", "x"}}},
	} {
		top := t.TempDir()
		to := filepath.Join(top, "to")
		if err := os.Mkdir(to, 0o777); err != nil {
			t.Fatal(err)
		}
		root, err := os.OpenRoot(to)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range tt.entries {
			name, target := strings.ReplaceAll(e.name, "ROOT", top), strings.ReplaceAll(e.link, "ROOT", top)
			err = file{mode: e.mode, name: name}.place(root, strings.NewReader(target))
		}
		if root.Close(); err == nil {
			t.Errorf("%s: no error", tt.name)
		}
		if list, err := os.ReadDir(top); err != nil || len(list) != 1 {
			t.Errorf("%s: it has written %v, %v", tt.name, list, err)
		}
	}
}

// Where a file cannot be written the checkout ends with the error, and does not wait for a git that waits for a reader.
func TestCheckoutThatFails(t *testing.T) {
	dir, _ := hostile(t)
	if err := os.WriteFile(filepath.Join(dir, "large.go"), bytes.Repeat([]byte("// large\n"), 1<<17), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"add", "large.go"}, {"-c", "user.name=x", "-c", "user.email=x@example.com", "commit", "-qm", "large", "large.go"}} {
		cmd := repository{dir: dir}.withoutFilters().command(args...)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %q: %v\n%s", args, err, out)
		}
	}
	to := t.TempDir()
	if err := os.Mkdir(filepath.Join(to, "large.go"), 0o777); err != nil { // stands in the way
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() {
		_, err := Checkout(dir, "HEAD", to)
		ended <- err
	}()
	select {
	case err := <-ended:
		if err == nil {
			t.Error("no error")
		}
	case <-time.After(20 * time.Second):
		t.Error("it waits")
	}
}
