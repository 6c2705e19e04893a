package main

import (
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/locklint/locklint/internal/linttest"
)

// catalogProject is a project whose lock library is unknown, and the entries that describe it.
func catalogProject(t *testing.T) (d *doors, entries string) {
	t.Helper()
	archive, err := txtar.ParseFile("testdata/catalog.txtar")
	if err != nil {
		t.Fatal(err)
	}
	d = &doors{t: t, dir: linttest.Extract(t, archive), program: "real"}
	for _, f := range archive.Files {
		if f.Name == "right.json" {
			entries = string(f.Data)
		}
	}
	return d, entries
}

// What a user says of a library reaches the rules, through a wrapper in another package, by every door.
func TestUserCatalog(t *testing.T) {
	d, entries := catalogProject(t)
	if got := d.run("", statusClean, "-json"); len(got) > 0 {
		t.Errorf("the library is unknown, but there is %q", got)
	}
	d.same("go vet", "wanted", d.govet(""), nil)
	got := d.agree(entries)
	if len(got) != 1 || !strings.HasPrefix(got[0], `order/order.go:21:2 unlockbeforecommit order lock "product:{}" is released before the transaction commits at line 25`) {
		t.Errorf("found %q", got)
	}
	if again := d.govet(""); len(again) > 0 {
		t.Errorf("go vet's cache does not know of the catalogue: %q", again)
	}
	d.same("a file", "a document", d.run(filepath.Join(d.dir, "right.json"), statusFindings, "-json"), got)
}

// What can be seen in the text alone is wrong before anything runs; what takes the types is reported where the
// package is imported. Both say where the entry stands and what would be right.
func TestUserCatalogMistakes(t *testing.T) {
	for _, tt := range []struct{ old, new, want string }{
		{`"role": "release"`, `"role": "relaese"`, `configuration: wrong.json:6:79: "role" cannot be "relaese": did you mean "release"?`},
		{`"name": "Leave"`, `"name": "Laeve"`, `wrong.json:6:7 is wrong: the type ex.com/locklib/wire.Pass does not itself declare a method "Laeve": did you mean "Leave"?`},
	} {
		d, entries := catalogProject(t)
		wrong := strings.Replace(entries, tt.old, tt.new, 1)
		d.write("wrong.json", wrong)
		_, stderr := d.outputs(exec.Command(d.self(), "-config=wrong.json", "./..."), statusFailed)
		if n := strings.Count(stderr, tt.want); n != 1 {
			t.Errorf("%s: said %d times in %q", tt.want, n, stderr)
		}
		if !strings.Contains(tt.want, " is wrong: ") {
			continue
		}
		got := d.govetWith([]string{"-config=" + wrong})
		want := strings.ReplaceAll(tt.want, "wrong.json:", "")
		if !slices.ContainsFunc(got, func(f string) bool {
			return strings.HasPrefix(f, "guard/guard.go:7:2 locklintconfig catalog ") && strings.Contains(f, want)
		}) {
			t.Errorf("go vet: %q is not in %q", want, got)
		}
	}
}

// What does not fit a library is told by each command that looks at who imports it, once, with what it has to say.
func TestUserCatalogMistakesAside(t *testing.T) {
	d, entries := catalogProject(t)
	d.write("wrong.json", strings.Replace(entries, `"name": "Leave"`, `"name": "Laeve"`, 1))
	const want = `locklint: configuration: the catalogue's entry at wrong.json:6:7 is wrong: `
	for _, args := range [][]string{
		{"explain", "-config=wrong.json", "guard/guard.go:7", "guard.Guard.Take"},
		{"explain", "-config=wrong.json", "guard.Nothing"},
		{"inventory", "-config=wrong.json"},
		{"-diff", "-config=wrong.json", "./..."},
		{"vet", "-diff", "-config=wrong.json", "./..."},
	} {
		_, stderr := d.outputs(exec.Command(d.self(), args...), statusFailed)
		if n := strings.Count(stderr, want); n != 1 {
			t.Errorf("%q: said %d times in %q", args, n, stderr)
		}
	}
	if _, stderr := d.outputs(exec.Command(d.self(), "-diff", "-config=right.json", "./..."), statusClean); !strings.Contains(stderr, "no finding has a fix") {
		t.Errorf("with the right entries -diff says %q", stderr)
	}
}
