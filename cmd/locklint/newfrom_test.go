package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/locklint/locklint/internal/linttest"
)

// What has changed, and the files whose faults are new then.
// edits are what is changed, and the files whose faults are new then.
var edits = []struct {
	name, file, old, fresh string
	want                   []string
}{
	{"a comment between functions", "a/direct.go", "// Between.\n", "// In between,\n// really.\n", nil},
	{"the function itself", "a/direct.go", "qty = 1", "qty = 2", []string{"a/direct.go"}},
	{"a line taken out of the function", "a/direct.go", "\t_ = id\n", "", []string{"a/direct.go"}},
	{"another function of the file", "a/direct.go", "return 1", "return 2", nil},
	{"the callee of a callee, in another package", "b/b.go", "tx.Commit()", "commit(tx)", []string{"a/faulty.go"}},
	{"the method behind an interface", "b/b.go", "p SET name = 1", "p SET name = 2", []string{"a/interface.go"}},
	{"a constant that is used there", "a/key.go", `"UPDATE p SET qty = 3"`, `"UPDATE p SET qty = 4"`, []string{"a/constant.go"}},
}

// -new-from leaves a finding out unless something has changed where it stands, where its timeline leads, or in what is
// called there.
func TestNewFrom(t *testing.T) {
	d := newRepository(t)
	all := d.since(nil, "./...")
	if want := []string{"a/constant.go", "a/direct.go", "a/faulty.go", "a/interface.go"}; !slices.Equal(all, want) {
		t.Fatalf("the faults are in %q, want %q", all, want)
	}
	d.want("nothing has changed", nil)

	for _, tt := range edits {
		d.change(tt.file, tt.old, tt.fresh)
		d.want(tt.name, tt.want)
		d.git("checkout", "-q", ".")
	}

	// A commit is moved into a callee of another package: the function with the unlock is as it was.
	d.change("b/b.go", "// Later.\nfunc Later(*sql.Tx) error { return nil }", "// Later.\nfunc Later(tx *sql.Tx) error { return tx.Commit() }")
	d.want("the commit moved into the callee", []string{"a/moved.go"})
	d.git("commit", "-qam", "moved")
	d.want("since the commit before", []string{"a/moved.go"}, "HEAD~1")
	d.want("nothing since", nil)

	// A file that git does not know yet, and one that was only renamed.
	text, err := os.ReadFile(filepath.Join(d.dir, "a/direct.go"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(d.dir, "c"), 0o777); err != nil {
		t.Fatal(err)
	}
	d.write("c/new file.go", strings.Replace(string(text), "package a", "package c", 1))
	d.git("mv", "a/faulty.go", "a/renamed.go")
	d.want("a new file", []string{"c/new file.go"})

	// What others do meanwhile on the branch that is compared with does not count.
	d.git("add", ".")
	d.git("commit", "-qm", "new")
	d.git("checkout", "-qb", "other", "HEAD~1")
	d.change("a/direct.go", "qty = 1", "qty = 2")
	d.git("commit", "-qam", "other")
	d.git("checkout", "-q", "-")
	d.want("against another branch", []string{"c/new file.go"}, "other")

	// Below the root of the repository, and through the other door.
	if got := d.since([]string{"-C", "c", "-new-from=HEAD~1"}, "../..."); !slices.Equal(got, []string{"new file.go"}) {
		t.Errorf("in a directory below: %q", got)
	}
	if got := d.since([]string{"vet", "-new-from=HEAD~1"}, "./..."); !slices.Equal(got, []string{"c/new file.go"}) {
		t.Errorf("locklint vet: %q", got)
	}
}

// What is wrong is said before anything is analysed.
func TestNewFromWrong(t *testing.T) {
	d := newRepository(t)
	d.fails(`-new-from: git knows no revision "nowhere"$`, "-new-from=nowhere")
	d.fails(`-new-from: git knows no revision "--all"$`, "-new-from=--all")
	d.git("tag", "before")
	d.git("checkout", "-q", "--orphan", "alone")
	d.git("commit", "-qm", "alone")
	d.fails(`-new-from: "before" and HEAD have no common ancestor$`, "-new-from=before")
	if err := os.RemoveAll(filepath.Join(d.dir, ".git")); err != nil {
		t.Fatal(err)
	}
	d.fails(`-new-from: there is no repository here: git: fatal: not a git repository`, "-new-from=HEAD")
	t.Setenv("PATH", d.dir)
	d.fails(`-new-from: this needs git: .*executable file not found in \$PATH`, "-new-from=HEAD")
}

func TestNewFromShallow(t *testing.T) {
	d := newRepository(t)
	d.git("commit", "-q", "--allow-empty", "-m", "second")
	first := strings.TrimSpace(d.git("rev-parse", "HEAD~1"))
	clone := filepath.Join(t.TempDir(), "clone")
	d.git("clone", "-q", "--depth=1", "file://"+d.dir, clone)
	d.dir = clone
	d.fails(`git knows no revision "`+first+`": the clone is shallow, fetch more of its history`, "-new-from="+first)
}

// A gitDoors is a module in a repository of its own.
type gitDoors struct{ doors }

func newRepository(t *testing.T) *gitDoors {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git")
	}
	archive, err := txtar.ParseFile("testdata/newfrom.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"} { // as where a hook runs the tests
		t.Setenv(name, "")
		os.Unsetenv(name)
	}
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	d := &gitDoors{doors{t: t, dir: linttest.Extract(t, archive), program: "real"}}
	d.git("init", "-q")
	d.git("add", ".")
	d.git("commit", "-qm", "first")
	return d
}

func (d *gitDoors) git(args ...string) string {
	d.t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "user.name=x", "-c", "user.email=x@example.com"}, args...)...)
	cmd.Dir = d.dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		d.t.Fatalf("git %q: %v\n%s", args, err, out)
	}
	return string(out)
}

func (d *gitDoors) change(file, old, fresh string) {
	d.t.Helper()
	text, err := os.ReadFile(filepath.Join(d.dir, file))
	if err != nil || !strings.Contains(string(text), old) {
		d.t.Fatalf("%s does not hold %q: %v", file, old, err)
	}
	d.write(file, strings.Replace(string(text), old, fresh, 1))
}

var findingLine = regexp.MustCompile(`(?m)^(\S[^:\n]*\.go):\d+:\d+: `)

// since are the files in which something is found.
func (d *gitDoors) since(flags []string, pattern string) []string {
	d.t.Helper()
	cmd := exec.Command(d.self(), append(flags, pattern)...)
	cmd.Dir, cmd.Env = d.dir, linttest.Env("real")
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, _ := cmd.Output()
	if status := cmd.ProcessState.ExitCode(); status > statusFindings {
		d.t.Fatalf("%q: status %d\n%s%s", flags, status, out, &stderr)
	}
	var files []string
	for _, m := range findingLine.FindAllStringSubmatch(string(out), -1) {
		files = append(files, m[1])
	}
	return slices.Compact(files)
}

// want compares the files with new faults since the revision, by default the last commit.
func (d *gitDoors) want(what string, files []string, revision ...string) {
	d.t.Helper()
	rev := "HEAD"
	if len(revision) > 0 {
		rev = revision[0]
	}
	if got := d.since([]string{"-new-from=" + rev}, "./..."); !slices.Equal(got, files) {
		d.t.Errorf("%s: new faults in %q, want %q", what, got, files)
	}
}

func (d *gitDoors) fails(pattern string, flags ...string) {
	d.t.Helper()
	_, stderr := d.outputs(exec.Command(d.self(), append(flags, "./...")...), statusFailed)
	if !regexp.MustCompile("(?m)" + pattern).MatchString(stderr) {
		d.t.Errorf("%q: stderr is %q, want %s", flags, stderr, pattern)
	}
}
