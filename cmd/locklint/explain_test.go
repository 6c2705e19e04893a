package main

import (
	"context"
	"go/token"
	"io"
	"path/filepath"
	"slices"
	"testing"

	"github.com/locklint/locklint/analyzers"
	"github.com/locklint/locklint/internal/config"
	"github.com/locklint/locklint/internal/driver"
	"github.com/locklint/locklint/internal/effects"
	"github.com/locklint/locklint/internal/engine"
	"github.com/locklint/locklint/internal/load"
	"github.com/locklint/locklint/internal/report"
)

// The findings in the cases are those that their marks demand. Every line can be explained, and where a finding points the rule
// does not claim to be silent.
func TestExplainEveryLine(t *testing.T) {
	e := engine.New(config.Default())
	releases := 0
	type spot struct {
		file string
		line int
	}
	finds := map[spot][]string{} // rules
	result, err := driver.Run(context.Background(), driver.Options{
		Analyzers:  analyzers.On(e),
		Load:       load.Config{Dir: casesDir(t)},
		WantsFacts: e.WantsFacts,
		LooksFor:   e.LooksFor,
		Visit: func(_ *load.Package, pass *driver.Results) {
			result := pass.Of(e.Effects).(*effects.Result)
			for _, f := range pass.Files {
				file := pass.Fset.File(f.FileStart)
				printer := report.Explainer{Fset: pass.Fset, File: file.Name()}
				for line := 1; line <= file.LineCount(); line++ {
					points := result.At(file.Name(), line)
					if err := printer.Line(io.Discard, line, points); err != nil {
						t.Error(err)
					}
					at := spot{file.Name(), line}
					for _, s := range analyzers.Silences(result, func(pos token.Pos) bool { return result.OnLine(pos, file.Name(), line) }) {
						if s.Finds {
							finds[at] = append(finds[at], s.Rule)
						}
					}
					for _, p := range points {
						for _, c := range p.Calls {
							if c.Released {
								releases++
							}
						}
					}
				}
			}
		},
	}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range result.Findings {
		if at := (spot{f.Pos.Filename, f.Pos.Line}); f.Rule != "directive" && !slices.Contains(finds[at], f.Rule) {
			t.Errorf("%s:%d: %s is said to be silent", at.file, at.line, f.Rule)
		}
	}
	fitMarks(t, casesDir(t), result.Findings)
	if releases < 100 {
		t.Errorf("%d releases seen", releases)
	}
}

func casesDir(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("../../testdata/cases")
	if err != nil {
		t.Fatal(err)
	}
	return dir
}
