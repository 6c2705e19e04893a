package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// write puts the generated part into performance.md, and the plot and the figures beside it.
func write(dir string, r *results) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	name := filepath.Join(dir, "performance.md")
	old, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		old, err = []byte("# Performance\n\n"+beginMark+"\n"+endMark+"\n"), nil
	}
	if err != nil {
		return err
	}
	merged, err := merge(string(old), page(r))
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if err := os.WriteFile(name, []byte(merged), 0o644); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "performance.svg"), []byte(plot(r)), 0o644); err != nil {
		return err
	}
	return writeRecords(dir, r.records())
}

// merge puts the generated part in the place of the last one. What is written by hand stays.
func merge(old, generated string) (string, error) {
	before, rest, ok := strings.Cut(old, beginMark)
	if !ok {
		return "", fmt.Errorf("there is no line %q", beginMark)
	}
	_, after, ok := strings.Cut(rest, endMark)
	if !ok {
		return "", fmt.Errorf("there is no line %q", endMark)
	}
	return before + strings.TrimSuffix(generated, "\n") + after, nil
}
