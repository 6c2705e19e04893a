package main

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/locklint/locklint/bench/generate"
)

// A module is something to measure on.
type module struct {
	name  string
	title string
	make  func(ctx context.Context, b *bench, dir string) error
	// edit is the file, relative to dir, that changes in the mode changed. Others import its package.
	edit    string
	pattern string
	goroot  bool // dir is a copy of GOROOT, whose go command is used
}

// The modules. The generated ones are the same in each run.
var (
	repo     = &module{name: "repo", title: "this repository", make: copyOf("."), edit: "internal/report/text.go", pattern: "./..."}
	std      = &module{name: "std", title: "std", make: copyGoroot, edit: "src/encoding/json/encode.go", pattern: "std", goroot: true}
	shop     = &module{name: "shop", title: "examples/shop", make: copyOf("examples/shop"), edit: "internal/lock/keys.go", pattern: "./..."}
	service  = &module{name: "service", title: "service, 58 packages on 540 others", make: makeService, edit: "service/ledger/ledger.go", pattern: "./..."}
	layered1 = layered("layered100", 100, 10, 1, "100 packages")
	layered2 = layered("layered1000", 1000, 20, 1, "1,000 packages")
	sparse   = layered("sparse1000", 1000, 20, sparseEvery, "1,000 packages, locks in a fifth")
	layered3 = layered("layered5000", 5000, 20, 1, "5,000 packages")
	layered0 = layered("layered40", 40, 5, 1, "40 packages") // for -quick
)

// sparseEvery makes a module that is still denser than programs are: a lock site in some 200 lines, where ten public programs have one in 480 to 2,100,
// and a package with locks in every five, where they have one in three to a hundred.
const sparseEvery = 5

// layered is a generated module, see generate.Layered.
func layered(name string, n, depth, every int, inWords string) *module {
	return &module{
		name:  name,
		title: "layered, " + inWords,
		make: func(_ context.Context, _ *bench, dir string) error {
			files, err := generate.Layered(n, depth, every)
			if err != nil {
				return err
			}
			return files.Write(dir)
		},
		edit:    fmt.Sprintf("l%02d/p%02dx0/p%02dx0.go", depth/2, depth/2, depth/2),
		pattern: "./...",
	}
}

func makeService(_ context.Context, b *bench, dir string) error {
	mod, err := os.ReadFile(filepath.Join(b.root, "testdata", "cases", "go.mod"))
	if err != nil {
		return err
	}
	sum, err := os.ReadFile(filepath.Join(b.root, "testdata", "cases", "go.sum"))
	if err != nil {
		return err
	}
	files, err := generate.Service(mod, sum)
	if err != nil {
		return err
	}
	return files.Write(dir)
}

// copyOf copies a directory of the repository, without what Git keeps for itself.
func copyOf(name string) func(context.Context, *bench, string) error {
	return func(_ context.Context, b *bench, dir string) error {
		return copyDir(dir, filepath.Join(b.root, name), ".git")
	}
}

// copyGoroot copies the Go distribution: its own library is the module, and in the mode changed a file of it changes.
func copyGoroot(ctx context.Context, _ *bench, dir string) error {
	out, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if err != nil {
		return fmt.Errorf("go env GOROOT: %w", err)
	}
	return copyDir(dir, strings.TrimSpace(string(out)), "test", "doc", "api", "misc")
}

// copyDir copies a tree, less what lies at its top under the names to leave out. Links are followed to files, else
// left out.
func copyDir(to, from string, leaveOut ...string) error {
	left := make(map[string]bool, len(leaveOut))
	for _, name := range leaveOut {
		left[name] = true
	}
	return filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		if left[rel] {
			if d.IsDir() {
				return filepath.SkipDir
			}
			return nil
		}
		info, err := os.Stat(path)
		switch {
		case err != nil:
			return nil // a link to nowhere
		case d.IsDir():
			return os.MkdirAll(filepath.Join(to, rel), 0o755)
		case info.IsDir():
			return nil
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, rel), data, info.Mode().Perm()|0o200)
	})
}

// change edits the module's file as most people do, in the body of a function, and returns what undoes it: the next tool finds
// in the build cache all that the first one found.
func (m *module) change(dir string, round int) (undo func() error, err error) {
	name := filepath.Join(dir, filepath.FromSlash(m.edit))
	old, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	undo = func() error { return os.WriteFile(name, old, 0o644) }
	return undo, os.WriteFile(name, fmt.Appendf(slices.Clip(old), "\nfunc _() int { return %d }\n", round), 0o644)
}
