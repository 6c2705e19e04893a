package uncheckedlock

import (
	_ "embed"
	"go/token"

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
	return e.Rule(name, doc, func(u engine.Unit, report func(finding.Finding)) {
		for _, f := range engine.FirstAt(faultsOf(u.Result), func(f fault) token.Pos { return f.event.Pos }) {
			// Tests take locks that are taken, and look at what comes of it in their own way.
			if !u.Result.InTest(f.event.Pos) {
				report(f.describe(u.Result))
			}
		}
	})
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
