package claimonly

import (
	_ "embed"
	"go/token"
	"slices"
	"strconv"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/internal/effects"
	"github.com/locklint/locklint/internal/engine"
	"github.com/locklint/locklint/internal/finding"
	"github.com/locklint/locklint/internal/summary"
)

//go:embed doc.go
var doc string

// Analyzer is the rule with the default configuration.
var Analyzer = New(engine.Default)

const (
	name  = "claimonly"
	stuck = "stuck" // the claim outlives a try that failed
)

// New makes the rule on an engine.
func New(e *engine.Engine) *analysis.Analyzer {
	return e.Rule(name, doc, func(u engine.Unit, report func(finding.Finding)) {
		for _, f := range engine.FirstAt(faultsOf(u.Result, u.Settings.ClaimOnly.Retry), func(f fault) token.Pos { return f.Pos }) {
			report(f.describe(u.Result))
		}
	})
}

// faultsOf are the claims that an honest retry, which comes within the time, finds taken.
func faultsOf(result *effects.Result, retry time.Duration) []fault {
	var out []fault
	for _, c := range claimsOf(result) {
		if f, why := c.judge(result, retry); why == "" {
			out = append(out, f)
		}
	}
	return out
}

// A fault is a claim that is kept where the work failed.
type fault struct {
	*claim
	life time.Duration
	out  token.Pos // where the function says that it failed
	path way
}

func (f fault) describe(r *effects.Result) finding.Finding {
	at := r.Site(f.Pos)
	out := finding.Finding{Rule: name, Category: stuck, Sure: finding.Likely, Pos: at.Pos, End: at.End}
	out.Assuming = effects.Assumed(f.Event)
	if out.Assuming == "" {
		out.Assuming = "that who failed tries again"
	}
	key := "the claim"
	if p := f.Lock.Key.Pattern(); p != "" {
		key = "claim " + strconv.Quote(p)
	}
	long := "for " + f.life.String()
	if f.life == 0 {
		long = "for ever"
	}
	out.Timeline = append(r.Steps(f.Event), r.Steps(f.shown()...)...)
	out.Timeline = append(out.Timeline, r.Way(f.path.Path)...)
	out.Message = key + " is kept " + long + " where the work fails (line " + strconv.Itoa(r.LineOf(f.out)) +
		"): every honest retry is refused as a duplicate; delete the key on each failing path, or let a unique constraint of the database guard the write"
	return out
}

// shown is the work on the failing path for the timeline.
func (f fault) shown() []effects.Event {
	const most = 3
	var out []effects.Event
	for _, e := range f.path.after {
		if len(out) < most && works(e) && !slices.ContainsFunc(out, func(o effects.Event) bool { return o.Pos == e.Pos }) {
			out = append(out, e)
		}
	}
	return out
}

// settles tells that an event changes the claim itself.
func (c *claim) settles(e effects.Event) bool {
	return e.Kind == summary.Write && e.Item != nil && summary.Equal(e.Item, c.Lock.Key) || e.Kind == summary.Extend && summary.Equal(e.Lock.Key, c.Lock.Key)
}
