package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// A part is what one run of the go command lists: patterns, and where it has to run if not here, in a module below.
type part struct {
	module   string
	patterns []string
}

// fileArgs are the packages that the files are in which a hook gives: those that changed.
type fileArgs struct {
	parts []part   // one for each module
	left  []string // what is left out that somebody may not expect, and why
}

// packagesOf finds the packages of Go files. What the go command would not find is left out: testdata, directories and
// files that begin with a dot or an underscore.
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
	slices.Sort(out.left)
	out.parts = partsOf(here, byModule)
	return out, nil
}

// partsOf are the patterns of directories by their modules. Those of modules that belong to the same workspace are one part.
func partsOf(here string, byModule map[string][]string) []part {
	var workspace []string
	if len(byModule) > 1 || byModule[""] == nil {
		workspace = mainModules(here)
	}
	patterns := map[string][]string{}
	for module, dirs := range byModule {
		at, root := module, module
		if slices.Contains(workspace, filepath.Join(here, module)) {
			at, root = "", ""
		}
		for _, dir := range dirs {
			rel := strings.TrimPrefix(strings.TrimPrefix(dir, root), string(filepath.Separator))
			patterns[at] = append(patterns[at], "./"+filepath.ToSlash(rel))
		}
	}
	var parts []part
	for _, at := range slices.Sorted(maps.Keys(patterns)) {
		slices.Sort(patterns[at])
		p := part{patterns: slices.Compact(patterns[at])}
		if at != "" {
			p.module = filepath.Join(here, at)
		}
		parts = append(parts, p)
	}
	return parts
}

// mainModules are the directories of the module or the modules of the workspace that a directory is in; none where it is in none.
func mainModules(dir string) []string {
	cmd := exec.Command("go", "list", "-m", "-f", "{{.Dir}}")
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		return nil
	}
	return strings.FieldsFunc(string(out), func(r rune) bool { return r == '\n' || r == '\r' })
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
