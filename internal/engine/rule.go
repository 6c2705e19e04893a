package engine

import (
	"go/token"

	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/internal/config"
	"github.com/locklint/locklint/internal/effects"
	"github.com/locklint/locklint/internal/finding"
)

// A Unit is what a rule looks at: one package.
type Unit struct {
	Pass     *analysis.Pass
	Result   *effects.Result
	Settings config.Config
}

// Rule makes the analyzer of a rule, whose page is doc. find reports what it finds in a package. The analyzer keeps to
// the configuration by itself, since some drivers are given single analyzers.
func (e *Engine) Rule(name, doc string, find func(u Unit, report func(finding.Finding))) *analysis.Analyzer {
	return e.Limit(&analysis.Analyzer{
		Name:     name,
		Doc:      finding.Doc(doc),
		URL:      "https://pkg.go.dev/github.com/locklint/locklint/analyzers/" + name,
		Requires: []*analysis.Analyzer{e.Config, e.Effects},
		Run: func(pass *analysis.Pass) (any, error) {
			u := Unit{Pass: pass, Result: pass.ResultOf[e.Effects].(*effects.Result), Settings: e.Settings(pass)}
			reporter := finding.NewReporter(pass, u.Settings.Review)
			if u.Result.Failed() {
				reporter.Partial()
			}
			find(u, reporter.Add)
			reporter.Flush()
			return nil, nil
		},
	})
}

// FirstAt are the first of the faults at each place: of several it tells the most.
func FirstAt[F any](faults []F, at func(F) token.Pos) []F {
	var out []F
	seen := map[token.Pos]bool{}
	for _, f := range faults {
		if pos := at(f); !seen[pos] {
			seen[pos] = true
			out = append(out, f)
		}
	}
	return out
}
