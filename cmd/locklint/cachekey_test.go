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

// A kept is a module, and a directory in which what is known of it is kept.
type kept struct {
	t          *testing.T
	dir, store string
}

func newKept(t *testing.T) kept {
	t.Helper()
	archive, err := txtar.ParseFile("testdata/real.txtar")
	if err != nil {
		t.Fatal(err)
	}
	return kept{t, linttest.Extract(t, archive), t.TempDir()}
}

// run runs a program, and returns how many entries are kept afterwards.
func (k kept) run(program string, env []string, args ...string) (entries int) {
	k.t.Helper()
	cmd := exec.Command(program, args...)
	cmd.Dir = k.dir
	cmd.Env = append(append(linttest.Env("real"), cacheVariable+"="+k.store, "GOWORK=off"), env...)
	if out, err := cmd.CombinedOutput(); cmd.ProcessState.ExitCode() == statusFailed {
		k.t.Fatalf("%s: %v\n%s", args, err, out)
	}
	err := filepath.WalkDir(k.store, func(name string, _ fs.DirEntry, err error) error {
		if filepath.Ext(name) == ".entry" {
			entries++
		}
		return err
	})
	if err != nil {
		k.t.Fatal(err)
	}
	return entries
}

// Another program, be it of one byte more, and another GODEBUG find nothing of what was kept; a program of another name
// that is the same finds all of it.
func TestCacheOfAnotherProgram(t *testing.T) {
	k := newKept(t)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(self)
	if err != nil {
		t.Fatal(err)
	}
	copied := func(name string, text []byte) string {
		file := filepath.Join(t.TempDir(), name+filepath.Ext(self))
		if err := os.WriteFile(file, text, 0o777); err != nil {
			t.Fatal(err)
		}
		return file
	}
	same, other := copied("same", text), copied("other", append(slices.Clip(text), 0))
	first := k.run(self, nil, "./...")
	if first == 0 {
		t.Fatal("nothing is kept")
	}
	if n := k.run(same, nil, "./..."); n != first {
		t.Errorf("the same program under another name: %d entries, want the %d of before", n, first)
	}
	if n := k.run(other, nil, "./..."); n != 2*first {
		t.Errorf("another program: %d entries, want %d", n, 2*first)
	}
	if n := k.run(self, []string{"GODEBUG=gotypesalias=0"}, "./..."); n != 3*first {
		t.Errorf("another GODEBUG: %d entries, want %d", n, 3*first)
	}
}

// Of what lies in a directory that is gone afterwards nothing is kept.
func TestCacheOfInventoryDiff(t *testing.T) {
	k := newKept(t)
	for _, args := range [][]string{{"init", "-q"}, {"add", "-A"}, {"-c", "user.name=x", "-c", "user.email=x@ex.com", "commit", "-qm", "one"}} {
		git := exec.Command("git", args...)
		git.Dir = k.dir
		if out, err := git.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	first := k.run(self, nil, "inventory")
	if n := k.run(self, nil, "inventory", "-diff", "HEAD"); first == 0 || n != first {
		t.Errorf("%d entries, want the %d of before", n, first)
	}
	if n := k.run(self, nil, "inventory", "-diff", "HEAD", "-cache=off"); n != first {
		t.Errorf("-cache=off: %d entries, want %d", n, first)
	}
}

// The type of an unexported variable, which nothing in its package speaks of but a body, decides what a statement of an importer is: rows
// that are locked on a pool are free at once, in a transaction they keep others out.
func TestCacheOfHiddenVariable(t *testing.T) {
	dir, store := linttest.Extract(t, txtar.Parse([]byte(hiddenVariable))), t.TempDir()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	said := func(cache string) string {
		cmd := exec.Command(self, "./...")
		cmd.Dir = dir
		cmd.Env = append(linttest.Env("real"), cacheVariable+"="+cache, "GOWORK=off")
		out, _ := cmd.Output()
		return string(out)
	}
	if out := said(store); !strings.Contains(out, "(localmutex/read-modify-write)") {
		t.Fatalf("on a pool: %q", out)
	}
	name := filepath.Join(dir, "a", "a.go")
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(strings.Replace(string(text), "var db *sql.DB", "var db *sql.Tx", 1)), 0o666); err != nil {
		t.Fatal(err)
	}
	if got, want := said(store), said("off"); got != want || want != "" {
		t.Errorf("in a transaction: %q, without the cache %q", got, want)
	}
}

const hiddenVariable = `
-- go.mod --
module ex.com/m

go 1.25
-- a/a.go --
package a

import (
	"context"
	"database/sql"
)

type Execer interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

var db *sql.DB

func DB() Execer { return db }
-- b/b.go --
package b

import (
	"context"
	"sync"

	"ex.com/m/a"
)

var mu sync.Mutex

func Take(ctx context.Context, id string, n int) error {
	mu.Lock()
	defer mu.Unlock()
	db := a.DB()
	var qty int
	if err := db.QueryRowContext(ctx, "SELECT qty FROM stock WHERE id = $1 FOR UPDATE", id).Scan(&qty); err != nil {
		return err
	}
	_, err := db.ExecContext(ctx, "UPDATE stock SET qty = $1 WHERE id = $2", qty-n, id)
	return err
}
`
