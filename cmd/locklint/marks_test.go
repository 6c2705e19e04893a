package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/locklint/locklint/internal/finding"
)

// A mark at the end of a line of a case says that a finding is due there, or that one may be.
var caseMark = regexp.MustCompile(`//(bug|may|review):([a-z]+)(?:/([a-z-]+))?`)

// fitMarks holds findings against the marks of the cases: each that is due is there, and no other one.
func fitMarks(t *testing.T, dir string, findings []finding.Record) {
	t.Helper()
	due, allowed := map[string]bool{}, map[string]bool{}
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(name) != ".go" {
			return err
		}
		src, err := os.ReadFile(name)
		for i, line := range strings.Split(string(src), "\n") {
			for _, m := range caseMark.FindAllStringSubmatch(line, -1) {
				if m[1] == "bug" {
					due[fmt.Sprintf("%s:%d %s/%s", name, i+1, m[2], m[3])] = true
				} else {
					allowed[fmt.Sprintf("%s:%d %s", name, i+1, m[2])] = true
				}
			}
		}
		return err
	})
	if err != nil || len(due) < 300 {
		t.Fatalf("%d marks in %s, %v", len(due), dir, err)
	}
	hit := map[string]bool{}
	for _, f := range findings {
		at := fmt.Sprintf("%s:%d %s", f.Pos.Filename, f.Pos.Line, f.Rule)
		which := at + "/" + f.Category
		if hit[which] = true; !due[which] && !allowed[at] {
			t.Errorf("%s: a false alarm: %s", which, f.Message)
		}
	}
	for which := range due {
		if !hit[which] {
			t.Errorf("%s: missed", which)
		}
	}
}
