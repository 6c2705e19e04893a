package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Each row of the table in docs/robustness.md names tests that are there.
func TestRobustnessTable(t *testing.T) {
	page, err := os.ReadFile("../../docs/robustness.md")
	if err != nil {
		t.Fatal(err)
	}
	tests, err := exec.Command("grep", "-rhoE", "--include=*_test.go", `^func (Test|Fuzz)[A-Za-z]+`, "../..").Output()
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	for line := range strings.Lines(string(page)) {
		cells := strings.Split(strings.TrimSpace(line), "|")
		if len(cells) != 5 || strings.Contains(line, "---") || strings.Contains(line, "| test |") {
			continue
		}
		rows++
		for name := range strings.SplitSeq(strings.TrimSpace(cells[3]), ", ") {
			script, isScript := strings.CutPrefix(name, "script ")
			_, err := os.Stat(filepath.Join("testdata", "script", script+".txtar"))
			if name != "" && (isScript && err != nil || !isScript && !strings.Contains(string(tests), "func "+name+"\n")) {
				t.Errorf("%s: there is no test %q", strings.TrimSpace(cells[1]), name)
			}
		}
	}
	if rows < 25 {
		t.Errorf("%d rows, want 25 at least", rows)
	}
}
