package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

func TestMain(m *testing.M) {
	serveReplica()
	os.Exit(m.Run())
}

// said is what locklint finds in the lab.
var said = sync.OnceValues(func() (findings, error) {
	dir, err := filepath.Abs(".")
	if err != nil {
		return nil, err
	}
	return lint(context.Background(), dir)
})

// The faulty function does damage, the mended one none, and locklint flags exactly the faulty one.
func TestExperiments(t *testing.T) {
	servers, err := serversFromEnv()
	if err != nil {
		t.Skip(err)
	}
	said, err := said()
	if err != nil {
		t.Fatal(err)
	}
	lab, err := newLab(t.Context(), servers)
	if err != nil {
		t.Fatal(err)
	}
	defer lab.close()
	rows, _ := lab.rows(t.Context(), experiments(), said, 8)
	var text bytes.Buffer
	table(&text, rows)
	t.Logf("\n%s", &text)
	for _, r := range rows {
		t.Run(r.Rule, func(t *testing.T) {
			if r.err != nil {
				t.Error(r.err)
			}
		})
	}
}

// locklint finds the faults of the experiments in the lab, and nothing else.
func TestNothingElse(t *testing.T) {
	said, err := said()
	if err != nil {
		t.Fatal(err)
	}
	all := experiments()
	for function, rules := range said {
		for _, rule := range rules {
			if !slices.ContainsFunc(all, func(e Experiment) bool { return e.Faulty.Where == function && e.Rule == rule }) {
				t.Errorf("locklint flags %s: %s", function, rule)
			}
		}
	}
}

// docs/lab.md has each experiment in its table, and explains it.
func TestPage(t *testing.T) {
	text, err := os.ReadFile("../docs/lab.md")
	if err != nil {
		t.Fatal(err)
	}
	byHand, rest, _ := strings.Cut(string(text), beginMark)
	generated, after, ok := strings.Cut(rest, endMark)
	if !ok {
		t.Fatal("no table")
	}
	byHand += after
	var lines []string
	for l := range strings.Lines(generated) {
		if strings.HasPrefix(l, "| ") {
			lines = append(lines, strings.TrimSpace(l))
		}
	}
	all := experiments()
	if len(lines) != len(all)+1 {
		t.Errorf("the table has %d lines for %d experiments: go run . -write ../docs/lab.md", len(lines)-1, len(all))
	}
	for i, e := range all {
		if want := strings.TrimSuffix(line(e.cells()), "|"); i+1 < len(lines) && !strings.HasPrefix(lines[i+1], want) {
			t.Errorf("line %d of the table is not of %s: go run . -write ../docs/lab.md", i+1, e.Rule)
		}
		rule, category, _ := strings.Cut(e.Rule, "/")
		_, section, ok := strings.Cut(byHand, "\n### "+rule+"\n")
		section, _, _ = strings.Cut(section, "\n### ")
		if !ok || !strings.Contains(section, "**"+category+"**") {
			t.Errorf("docs/lab.md does not explain %s", e.Rule)
		}
	}
}
