package uncheckedlock

import (
	_ "embed"
	"go/token"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/internal/effects"
	"github.com/locklint/locklint/internal/engine"
	"github.com/locklint/locklint/internal/finding"
)

//go:embed doc.go
var doc string

// Analyzer is the rule with the default configuration.
var Analyzer = New(engine.Default)

const name = "uncheckedlock"

// The categories.
const (
	ignored     = "ignored"         // nobody looks at the error or the answer of the acquire
	fallThrough = "fallthrough"     // where the lock was not obtained, the section runs all the same
	inverted    = "inverted"        // the section runs where the lock was not obtained, and only there
	rowDropped  = "row-dropped"     // the answer of the lock function is thrown away with its row
	busySuccess = "busy-as-success" // the function reports success where somebody else holds the lock
	failOpen    = "fail-open"       // the section runs where the lock could not be tried
)

var sure = map[string]finding.Sureness{
	ignored: finding.Certain, fallThrough: finding.Certain, inverted: finding.Certain,
	rowDropped: finding.Certain, busySuccess: finding.Likely, failOpen: finding.Review,
}

// New makes the rule on an engine.
func New(e *engine.Engine) *analysis.Analyzer {
	a := &analysis.Analyzer{
		Name:     name,
		Doc:      finding.Doc(doc),
		URL:      "https://pkg.go.dev/github.com/locklint/locklint/analyzers/" + name,
		Requires: []*analysis.Analyzer{e.Config, e.Effects},
	}
	a.Run = func(pass *analysis.Pass) (any, error) {
		run(pass, pass.ResultOf[e.Effects].(*effects.Result), e.Settings(pass).Review)
		return nil, nil
	}
	return a
}

func run(pass *analysis.Pass, result *effects.Result, review bool) {
	reporter := finding.NewReporter(pass, review)
	if result.Failed() {
		reporter.Partial()
	}
	seen := map[token.Pos]bool{}
	for _, f := range faultsOf(result) {
		if !seen[f.event.Pos] && !inTest(pass, f.event.Pos) {
			seen[f.event.Pos] = true
			reporter.Add(f.describe(result))
		}
	}
	reporter.Flush()
}

// inTest tells a place in a test: tests take locks that are taken, and look at what comes of it in their own way.
func inTest(pass *analysis.Pass, pos token.Pos) bool {
	return strings.HasSuffix(pass.Fset.Position(pos).Filename, "_test.go")
}

// faultsOf finds the faults. A lost answer comes first: the acquire is not judged twice.
func faultsOf(result *effects.Result) []fault {
	var lost, out []fault
	for _, fn := range result.Functions() {
		for _, e := range fn.Lost {
			lost = append(lost, fault{fn: fn, event: e, category: rowDropped})
		}
		for _, s := range sitesOf(fn) {
			if category := s.judge(); category != "" {
				out = append(out, fault{fn: fn, event: s.missed(), work: s.shown(category), category: category})
			}
		}
	}
	return append(lost, out...)
}

// A fault is an acquire, or a lock statement, whose outcome nobody heeds.
type fault struct {
	fn       *effects.Function
	event    effects.Event
	work     []effects.Event // what is done without the lock
	category string
}
