package main

import (
	"bytes"
	"context"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/locklint/locklint/internal/config"
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
	rows, _ := lab.rows(t.Context(), experiments(), said, 12)
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

func TestJudge(t *testing.T) {
	good := row{
		Experiment: Experiment{Clients: 2, Replicas: 3},
		faulty:     Outcome{Damage: 1}, mended: Outcome{Result: Result{Served: 6}},
		flagged: flagged(true, false),
	}
	for _, test := range []struct {
		name  string
		spoil func(*row)
		want  string
	}{
		{"as it should be", func(*row) {}, ""},
		{"no damage", func(r *row) { r.faulty.Damage = 0 }, "did no damage"},
		{"mended does damage", func(r *row) { r.mended.Damage = 2 }, "did damage"},
		{"mended does less than none", func(r *row) { r.mended.Damage = -1 }, "did damage"},
		{"mended does nothing", func(r *row) { r.mended.Served = 0 }, "served 0, not 6"},
		{"mended refuses one", func(r *row) { r.mended.Served = 5 }, "served 5, not 6"},
		{"there is one piece", func(r *row) { r.Serves, r.mended.Served = 1, 1 }, ""},
		{"there was one piece", func(r *row) { r.Serves = 1 }, "served 6, not 1"},
		{"neither flagged", func(r *row) { r.flagged = flagged(false, false) }, "locklint flags: none"},
		{"both flagged", func(r *row) { r.flagged = flagged(true, true) }, "locklint flags: both"},
		{"the wrong one flagged", func(r *row) { r.flagged = flagged(false, true) }, "locklint flags: mended"},
	} {
		r := good
		test.spoil(&r)
		if err := r.judge(); (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v", test.name, err)
		}
	}
}

func TestFunctionAt(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.go")
	text := "package stock\n\nfunc New() {\n}\n\nfunc (s *Service) Sell() {\n\t_ = 1\n}\n\nvar x int\n"
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	for posn, want := range map[string]string{
		file + ":3:1": "stock.New",
		file + ":7:2": "stock.(*Service).Sell",
	} {
		if got, err := functionAt(posn); got != want || err != nil {
			t.Errorf("functionAt(%s) = %s, %v, want %s", posn, got, err, want)
		}
	}
	if got, _ := functionAt(file + ":10:1"); got != file+":10:1" {
		t.Errorf("outside of all functions: %s", got)
	}
	for _, posn := range []string{"", "a.go", "a.go:x:1", file + "x:1:1"} {
		if got, err := functionAt(posn); err == nil {
			t.Errorf("functionAt(%q) = %s", posn, got)
		}
	}
}

// locklint finds the faults of the experiments in the lab, and nothing else.
func TestNothingElse(t *testing.T) {
	said, err := said()
	if err != nil {
		t.Fatal(err)
	}
	if err := said.others(experiments()); err != nil {
		t.Error(err)
	}
}

func TestOthers(t *testing.T) {
	all := []Experiment{{Rule: "a/b", Faulty: Variant{Where: "p.F"}}, {Rule: "a/c", Faulty: Variant{Where: "p.G"}}}
	for _, test := range []struct {
		said findings
		want string
	}{
		{findings{"p.F": {"a/b"}, "p.G": {"a/c"}}, ""},
		{findings{"p.F": {"a/b"}, "p.H": {"a/b"}}, "p.H: a/b"},
		{findings{"p.F": {"a/b", "a/c"}}, "p.F: a/c"},
		{findings{"p.F": {"a/b", "a/b"}}, "p.F: a/b"},
	} {
		if err := test.said.others(all); (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v: %v, want %s", test.said, err, test.want)
		}
	}
}

// Each category that is on by default has an experiment, and each experiment is of a category.
func TestCategories(t *testing.T) {
	all := experiments()
	wanted := map[string]bool{}
	for _, rule := range config.Rules() {
		for _, category := range rule.Categories {
			if rule.Name != "directive" && !config.IsReview(rule.Name, category) {
				wanted[rule.Name+"/"+category] = true
			}
		}
	}
	for _, e := range all {
		if !wanted[e.Rule] {
			t.Errorf("%s is no category that is on by default, or has two experiments", e.Rule)
		}
		delete(wanted, e.Rule)
	}
	for _, name := range slices.Sorted(maps.Keys(wanted)) {
		t.Errorf("%s has no experiment", name)
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
