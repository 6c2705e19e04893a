package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/locklint/locklint/internal/linttest"
)

// diffOf is a diff of one file with this body.
func diffOf(name, body string) string {
	return fmt.Sprintf("--- %s (old)\n+++ %s (new)\n%s", name, name, body)
}

func TestPatch(t *testing.T) {
	for _, tt := range []struct{ name, old, body, want string }{
		{"a line", "a\nb\nc\n", "@@ -1,3 +1,3 @@\n a\n-b\n+x\n c\n", "a\nx\nc\n"},
		{"two hunks", "a\nb\nc\nd\ne\n", "@@ -1 +1,2 @@\n+0\n a\n@@ -4,2 +5 @@\n-d\n e\n", "0\na\nb\nc\ne\n"},
		{"lines that look like a head", "-- x (old)\n@ y\n", "@@ -1,2 +1,2 @@\n--- x (old)\n+++ x (new)\n @ y\n", "++ x (new)\n@ y\n"},
		{"no newline at the end, then one", "a\nb", "@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b\n", "a\nb\n"},
		{"nor afterwards", "a\nb", "@@ -1,2 +1,3 @@\n a\n+x\n b\n\\ No newline at end of file\n", "a\nx\nb"},
		{"carriage returns", "a\r\nb\r\n", "@@ -1,2 +1,2 @@\n a\r\n-b\r\n+c\r\n", "a\r\nc\r\n"},
		{"an empty file", "", "@@ -0,0 +1 @@\n+a\n", "a\n"},
		{"all of it", "a\n", "@@ -1 +0,0 @@\n-a\n", ""},
	} {
		patches, err := parsePatches(diffOf("b.go", tt.body) + diffOf("a.go", tt.body))
		if err != nil || len(patches) != 2 || patches[0].name != "a.go" || patches[1].text != diffOf("b.go", tt.body) {
			t.Errorf("%s: %+v, %v", tt.name, patches, err)
			continue
		}
		if got, err := patches[0].apply([]byte(tt.old)); err != nil || string(got) != tt.want {
			t.Errorf("%s: %q, %v, want %q", tt.name, got, err, tt.want)
		}
	}
}

// A file that is not as it was when the diff was made is not changed.
func TestPatchChanged(t *testing.T) {
	for _, tt := range []struct{ body, old string }{
		{"@@ -1,3 +1,3 @@\n a\n-b\n+x\n c\n", ""},
		{"@@ -1,3 +1,3 @@\n a\n-b\n+x\n c\n", "a\nb\n"},
		{"@@ -1,3 +1,3 @@\n a\n-b\n+x\n c\n", "a\nB\nc\n"},
		{"@@ -1,3 +1,3 @@\n a\n-b\n+x\n c\n", "a\nb\nc"},
		{"@@ -1,3 +1,3 @@\n a\n-b\n+x\n c\n", "0\na\nb\nc\n"},
		{"@@ -4 +4 @@\n-a\n+b\n", "a\n"},
		{"@@ -2 +2 @@\n-a\n+b\n@@ -1 +1 @@\n-a\n+b\n", "a\na\n"},
	} {
		patches, err := parsePatches(diffOf("a.go", tt.body))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := patches[0].apply([]byte(tt.old)); !errors.Is(err, errChanged) {
			t.Errorf("%q on %q: %q, %v", tt.body, tt.old, got, err)
		}
	}
}

func TestPatchWrong(t *testing.T) {
	for _, diff := range []string{
		"x\n", "--- a.go (old)\n", "--- a.go (old)\n+++ b.go (new)\n", "--- a\nb.go (old)\n+++ a\nb.go (new)\n", "--- a.go\n+++ a.go\n",
		diffOf("a.go", "x\n"), diffOf("a.go", "@@ -1 @@\n"), diffOf("a.go", "@@ -1,2 +1 @@\n-a\n"), diffOf("a.go", "@@ -1 +1 @@\n a\n b\n"),
		diffOf("a.go", "@@ -1 +0,0 @@\n+a\n-a\n"), diffOf("a.go", "@@ -1 +1 @@\n-a\nb\n"), diffOf("a.go", "@@ -1 +1,99999999999999999999 @@\n-a\n"),
	} {
		if patches, err := parsePatches(diff); err == nil || !strings.HasPrefix(err.Error(), "the diff cannot be read: ") {
			t.Errorf("%q: %+v, %v", diff, patches, err)
		}
	}
	if patches, err := parsePatches(""); err != nil || len(patches) != 0 {
		t.Errorf("nothing: %+v, %v", patches, err)
	}
}

// Where one file cannot be changed none is.
func TestWritePatches(t *testing.T) {
	dir := t.TempDir()
	names := []string{filepath.Join(dir, "a.go"), filepath.Join(dir, "b.go")}
	write := func(second string) error {
		t.Helper()
		for i, text := range []string{"a\n", second} {
			if err := os.WriteFile(names[i], []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		const body = "@@ -1 +1 @@\n-a\n+b\n"
		patches, err := parsePatches(diffOf(names[0], body) + diffOf(names[1], body))
		if err != nil {
			t.Fatal(err)
		}
		return writePatches(patches)
	}
	if err := write("changed meanwhile\n"); !errors.Is(err, errChanged) || !strings.Contains(err.Error(), "b.go") {
		t.Errorf("error %v", err)
	}
	if text, err := os.ReadFile(names[0]); string(text) != "a\n" {
		t.Errorf("%q, %v", text, err)
	}
	if err := write("a\n"); err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if text, err := os.ReadFile(name); string(text) != "b\n" {
			t.Errorf("%s: %q, %v", name, text, err)
		}
	}
}

// A file that must not be written to is not replaced either.
func TestWritePatchesReadOnly(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("root may write everything")
	}
	name := filepath.Join(t.TempDir(), "a.go")
	if err := os.WriteFile(name, []byte("a\n"), 0o444); err != nil {
		t.Fatal(err)
	}
	patches, err := parsePatches(diffOf(name, "@@ -1 +1 @@\n-a\n+b\n"))
	if err != nil {
		t.Fatal(err)
	}
	if err := writePatches(patches); !errors.Is(err, os.ErrPermission) {
		t.Errorf("error %v", err)
	}
}

// With a full disk a file that was to be mended is as it was.
func TestFixFull(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/script/fix.txtar")
	if err != nil {
		t.Fatal(err)
	}
	d := doors{t: t, dir: linttest.Extract(t, archive), program: "real"}
	disk := filepath.Join(d.dir, "small")
	if err := os.Mkdir(disk, 0o777); err != nil {
		t.Fatal(err)
	}
	mountSmall(t, disk) // four pages: not enough for the file a second time
	const source = "package small\n\nimport \"sync\"\n\nvar mu sync.Mutex\n\nfunc Late(s []int) int {\n\tmu.Lock()\n\tif s == nil {\n\t\treturn 0\n\t}\n\tdefer mu.Unlock()\n\treturn s[0]\n}\n"
	old := source + strings.Repeat("// A comment.\n", 700)
	name := filepath.Join(disk, "s.go")
	if err := os.WriteFile(name, []byte(old), 0o666); err != nil {
		t.Fatal(err)
	}
	_, stderr := d.outputs(exec.Command(d.self(), "-fix", "./small"), statusFailed)
	if !strings.Contains(stderr, "no space left") {
		t.Errorf("stderr: %s", stderr)
	}
	if text, err := os.ReadFile(name); string(text) != old {
		t.Errorf("the file has %d bytes, and had %d: %v", len(text), len(old), err)
	}
	if list, err := os.ReadDir(disk); err != nil || len(list) != 1 {
		t.Errorf("left behind: %v, %v", list, err)
	}
}
