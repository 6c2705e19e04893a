package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// packagesOf returns the patterns of the packages that the Go files are in, for hooks, which are given the files that
// changed. What the go command would not find from here is left out: other modules below, testdata, directories and
// files that begin with a dot or an underscore.
func packagesOf(files []string) ([]string, error) {
	here, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	var patterns []string
	for _, name := range files {
		if filepath.Ext(name) != ".go" {
			return nil, fmt.Errorf("-files: %s is not a Go file", name)
		}
		abs, err := filepath.Abs(name)
		if err != nil {
			return nil, err
		}
		rel, err := filepath.Rel(here, filepath.Dir(abs))
		if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
			return nil, fmt.Errorf("-files: %s is not below %s", name, here)
		}
		if !hidden(rel, filepath.Base(name)) && !otherModule(here, rel) {
			patterns = append(patterns, "./"+filepath.ToSlash(rel))
		}
	}
	slices.Sort(patterns)
	return slices.Compact(patterns), nil
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

// otherModule tells whether a go.mod stands in dir, or between it and here.
func otherModule(here, dir string) bool {
	for ; dir != "."; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(here, dir, "go.mod")); err == nil {
			return true
		}
	}
	return false
}
