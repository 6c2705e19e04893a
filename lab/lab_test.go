package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
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
	rows, _ := lab.rows(t.Context(), experiments(), said, 6)
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
