package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// The problem matchers of the page match every finding of the example, and no line of a timeline.
func TestProblemMatchers(t *testing.T) {
	page, err := os.ReadFile("../../docs/integration.md")
	if err != nil {
		t.Fatal(err)
	}
	var patterns []*regexp.Regexp
	for _, m := range regexp.MustCompile(`"regexp": ("[^\n]*"),`).FindAllSubmatch(page, -1) {
		var text string
		if err := json.Unmarshal(m[1], &text); err != nil {
			t.Fatal(err)
		}
		patterns = append(patterns, regexp.MustCompile(text))
	}
	if len(patterns) != 2 {
		t.Fatalf("the page has %d patterns, want that of GitHub and that of VS Code", len(patterns))
	}
	d := &doors{t: t, dir: "../../examples/shop", program: "real"}
	out := d.output(exec.Command(d.self(), "./..."), statusFindings)
	for line := range strings.Lines(string(out)) {
		line = strings.TrimSuffix(line, "\n")
		for _, p := range patterns {
			if got, want := p.MatchString(line), !strings.HasPrefix(line, "\t"); got != want {
				t.Errorf("%s matches: %v, want %v, on %q", p, got, want, line)
			}
		}
	}
}
