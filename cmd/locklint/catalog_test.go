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
		{`"role": "release"`, `"role": "relaese"`, `wrong.json:6:79: "role" cannot be "relaese": did you mean "release"?`},
		{`"busy"`, `"bussy"`, `wrong.json:5:75: unknown key "bussy": did you mean "busy"?`},
		{`"lock": "recv"`, `"lock": "rcv"`, `wrong.json:6:115: "lock": unknown place "rcv": did you mean "recv"?`},
		{`"name": "Leave"`, `"name": "Laeve"`, `wrong.json:6:7 is wrong: the type ex.com/locklib/wire.Pass does not itself declare a method "Laeve": did you mean "Leave"?`},
		{`"recv": "Client"`, `"recv": "Cliant"`, `wrong.json:4:7 is wrong: ex.com/locklib/wire has no type "Cliant": did you mean "Client"?`},
		{`"recv": "Client", `, ``, `wrong.json:4:7 is wrong: ex.com/locklib/wire has no function "Enter"`},
		{`"key": "arg1"`, `"key": "arg2"`, `wrong.json:4:7 is wrong: (*ex.com/locklib/wire.Client).Enter: "key": there is no argument arg2, the last is arg1`},
		{`"err": "result1"`, `"err": "result0"`, `wrong.json:4:7 is wrong: (*ex.com/locklib/wire.Client).Enter: "err": *ex.com/locklib/wire.Pass does not fit`},
		{`"busy": "ErrTaken"`, `"busy": "ErrTakn"`, `wrong.json:4:7 is wrong: (*ex.com/locklib/wire.Client).Enter: ex.com/locklib/wire has no error "ErrTakn": did you mean "ErrTaken"?`},
		{`"name": "Pass", "kind"`, `"name": "Pas", "kind"`, `wrong.json:8:15 is wrong: type ex.com/locklib/wire.Pas: no such type: did you mean "Pass"?`},
		{`"name": "ErrTaken"`, `"name": "ErTaken"`, `wrong.json:9:16 is wrong: ex.com/locklib/wire has no "ErTaken": did you mean "ErrTaken"?`},
	} {
		d, entries := catalogProject(t)
		wrong := strings.Replace(entries, tt.old, tt.new, 1)
		if wrong == entries {
			t.Fatalf("%s is not there", tt.old)
		}
		d.write("wrong.json", wrong)
		cmd := exec.Command(d.self(), "-config=wrong.json", "./...")
		_, stderr := d.outputs(cmd, statusFailed)
		if n := strings.Count(stderr, tt.want); n != 1 {
			t.Errorf("%s: said %d times in %q", tt.want, n, stderr)
		}
		if !strings.Contains(tt.want, "method") { // one of its kind is enough for the slower door
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
