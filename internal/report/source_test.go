package report

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/locklint/locklint/internal/finding"
)

// sourcesOf are the sources of packages with these files.
func sourcesOf(files ...string) *Sources {
	s := new(Sources)
	for _, name := range files {
		s.Add(filepath.Dir(name), []string{name})
	}
	return s
}

// A //line directive names any file: only what was analysed is read, and ordinary files beside it.
func TestSources(t *testing.T) {
	root := t.TempDir()
	write := func(name string, size int64) string {
		t.Helper()
		name = filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte("text\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(name, size); err != nil {
			t.Fatal(err)
		}
		return name
	}
	link := func(to, name string) string {
		t.Helper()
		name = filepath.Join(root, name)
		if err := os.Symlink(to, name); err != nil {
			t.Skip(err)
		}
		return name
	}
	file, secret := write("m/m.go", 5), write("secret", 5)
	pipe := filepath.Join(root, "m/pipe") // who opens one waits
	if out, err := exec.Command("mkfifo", pipe).CombinedOutput(); err != nil {
		t.Skipf("%v: %s", err, out)
	}
	linked, zero := link("grammar.y", "m/linked.go"), link("/dev/zero", "m/zero.go")
	s := sourcesOf(file, linked, zero)
	for _, tt := range []struct {
		name string
		want bool
	}{
		{file, true},
		{write("m/grammar.y", 5), true}, // what a generated file comes from
		{linked, true},                  // it was analysed: it leads to no other module
		{write("m/large.y", maxSource), true},
		{write("m/larger.y", maxSource+1), false},
		{write("m/.env", 5), false},
		{write("m/below/x.y", 5), false},
		{link("grammar.y", "m/other.y"), false},
		{link(secret, "m/out.y"), false},
		{secret, false},
		{root + "/m/../secret", false},
		{pipe, false},
		{zero, false},
		{filepath.Join(root, "m"), false},
		{filepath.Join(root, "m/none.y"), false},
		{"/dev/zero", false}, {"", false},
	} {
		if got := s.File(tt.name) != nil; got != tt.want {
			t.Errorf("%s is read: %v", tt.name, got)
		}
	}
	if new(Sources).File(file) != nil || (*Sources)(nil).File(file) != nil {
		t.Error("a file of no package is read")
	}
}

// What must not be read shows in no format.
func TestSecret(t *testing.T) {
	dir := t.TempDir()
	file, secret := filepath.Join(dir, "m", "m.go"), filepath.Join(dir, "secret")
	if err := os.WriteFile(secret, []byte("ß = hunter2\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	f := finding.Record{Rule: "leakedlock", Category: "double", Pos: pos(secret, 1, 6), End: pos(secret, 1, 9), Message: "m"}
	r := Run{Findings: []finding.Record{f}, Sources: sourcesOf(file)}
	for _, format := range Formats() {
		if text := output(t, format, r); strings.Contains(text, "hunter2") {
			t.Errorf("%s: %s", format, text)
		}
	}
	if text := output(t, "sarif", r); !strings.Contains(text, `"startColumn": 6`) {
		t.Errorf("the column comes from the file: %s", text)
	}
	var text strings.Builder
	if err := Terminal(&text, r, true); err != nil || strings.Contains(text.String(), "hunter2") {
		t.Errorf("%v: %s", err, &text)
	}
}
