package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// fileArgs are the packages that the files are in which a hook gives: those that changed.
type fileArgs struct {
	module   string   // where the go command has to run, if not here: a directory below, in a repository whose top is no module
	patterns []string // as seen from there
	left     []string // what is left out that somebody may not expect, and why
}

// packagesOf finds the packages of Go files. What the go command would not find is left out: testdata, directories and
// files that begin with a dot or an underscore, and, unless nothing but one of them is meant, other modules below.
func packagesOf(files []string) (fileArgs, error) {
	var out fileArgs
	here, err := os.Getwd()
	if err != nil {
		return out, err
	}
	byModule := map[string][]string{} // directories by that of their module, "" for here
	for _, name := range files {
		dir, err := below(here, name)
		if err != nil {
			return out, err
		}
		if hidden(dir, filepath.Base(name)) {
			continue
		}
		if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) && !holdsGo(filepath.Join(here, dir)) {
			out.left = append(out.left, name+" does not exist")
			continue
		}
		module := moduleBelow(here, dir)
		byModule[module] = append(byModule[module], dir)
	}
	only := ""
	if !belongs(here) && byModule[""] == nil && len(byModule) > 0 {
		if only, err = onlyModule(byModule); err != nil {
			return out, err
		}
		out.module = filepath.Join(here, only)
	}
	for module, dirs := range byModule {
		if module != only {
			out.left = append(out.left, fmt.Sprintf("%s is another module: locklint -C %[1]s -files", filepath.ToSlash(module)))
			continue
		}
		for _, dir := range dirs {
			rel := strings.TrimPrefix(strings.TrimPrefix(dir, module), string(filepath.Separator))
			out.patterns = append(out.patterns, "./"+filepath.ToSlash(rel))
		}
	}
	slices.Sort(out.left)
	slices.Sort(out.patterns)
	out.patterns = slices.Compact(out.patterns)
	return out, nil
}

// print says what is left out.
func (a fileArgs) print(w io.Writer) {
	for _, what := range a.left {
		fmt.Fprintf(w, "locklint: -files: left out: %s\n", what)
	}
}

// below is the directory of a Go file, as seen from here.
func below(here, name string) (string, error) {
	if filepath.Ext(name) != ".go" {
		return "", fmt.Errorf("-files: %s is not a Go file", name)
	}
	abs, err := filepath.Abs(name)
	if err != nil {
		return "", err
	}
	dir, err := filepath.Rel(here, filepath.Dir(abs))
	if err != nil || dir == ".." || strings.HasPrefix(dir, ".."+string(filepath.Separator)) {
		return "", fmt.Errorf("-files: %s is not below %s", name, here)
	}
	return dir, nil
}

// hidden tells files and directories that the go command passes over.
func hidden(dir, base string) bool {
	for _, part := range append(strings.Split(filepath.ToSlash(dir), "/"), base) {
		if part != "." && (strings.HasPrefix(part, ".") || strings.HasPrefix(part, "_")) || part == "testdata" || part == "vendor" {
			return true
		}
	}
	return false
}

// holdsGo tells a directory that holds Go files: one of them may be gone, and its package has changed.
func holdsGo(dir string) bool {
	found, err := filepath.Glob(filepath.Join(dir, "*.go"))
	return err == nil && len(found) > 0
}

// moduleBelow is the directory below here of the module that dir is in, or "" where that is the one that here is in.
func moduleBelow(here, dir string) string {
	for ; dir != "."; dir = filepath.Dir(dir) {
		if exists(filepath.Join(here, dir, "go.mod")) {
			return dir
		}
	}
	return ""
}

// belongs tells whether a directory is in a module or a workspace.
func belongs(dir string) bool {
	for up := range upwards(dir) {
		if exists(filepath.Join(up, "go.mod")) || exists(filepath.Join(up, "go.work")) {
			return true
		}
	}
	return false
}

// upwards are a directory and those above it, the nearest first.
func upwards(dir string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for yield(dir) && dir != filepath.Dir(dir) {
			dir = filepath.Dir(dir)
		}
	}
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// onlyModule is the module that all files are in, where here is none.
func onlyModule(byModule map[string][]string) (string, error) {
	var all []string
	for module := range byModule {
		all = append(all, filepath.ToSlash(module))
	}
	if slices.Sort(all); len(all) > 1 {
		return "", fmt.Errorf("-files: there is no module here, and the files are in several: %s; one run for each, with -C", strings.Join(all, ", "))
	}
	return filepath.FromSlash(all[0]), nil
}
