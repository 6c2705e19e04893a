package blockingcall

import (
	"go/token"
	"slices"
	"time"

	"github.com/locklint/locklint/internal/config"
	"github.com/locklint/locklint/internal/effects"
	"github.com/locklint/locklint/internal/summary"
)

// Silence says why the rule finds nothing wrong with the calls at some places, nearest reason first: none where
// nothing goes out there or waits, or where it does find something. A wait may be as long as it may by default.
func Silence(result *effects.Result, at func(token.Pos) bool) (reasons []string, finds bool) {
	longest := config.Default().BlockingCall.Sleep
	for _, s := range sectionsOf(result, longest) {
		for _, group := range s.groups() {
			if first := group[0]; at(first.Pos) && first.category != callback && first.category != requestCtx {
				return nil, true
			}
		}
	}
	var found []reason
	for _, fn := range result.Functions() {
		for _, path := range fn.Paths {
			for i, acquire := range path.Events {
				if !acquire.Locks() {
					continue
				}
				for _, e := range path.Under(i) {
					if at(e.Pos) || at(acquire.Pos) {
						if r := why(acquire, e, longest); r.text != "" && !slices.Contains(found, r) {
							found = append(found, r)
						}
					}
				}
			}
		}
	}
	slices.SortStableFunc(found, func(a, b reason) int { return b.near - a.near })
	for _, r := range found {
		reasons = append(reasons, r.text)
	}
	return reasons, false
}

// A reason is why one event is no fault, and how near it comes to one.
type reason struct {
	near int
	text string
}

// why goes through the same questions as categoryOf.
func why(acquire, e effects.Event, longest time.Duration) reason {
	switch {
	case e.Kind == summary.Run && effects.Received(e.Func):
		return reason{2, "a function value of the caller's runs under the lock: a reader has to judge that (-review)"}
	case e.Out == nil:
		return reason{}
	case e.SameCall(acquire):
		return reason{6, "the lock is taken inside the function called, and judged there"}
	case e.Kind == summary.Wait:
		return reason{3, e.Out.Name + " waits " + e.Waits().String() + ", and " + longest.String() + " are allowed"}
	}
	switch bound, d := e.Bound(); {
	case bound == summary.Bounded && d > 0:
		return reason{4, e.Out.Name + " ends after " + d.String() + " at the latest"}
	case bound == summary.Bounded:
		return reason{4, e.Out.Name + " has a context with a deadline"}
	case bound == summary.ByContext:
		return reason{5, "nothing but the caller's context bounds " + e.Out.Name + ": a reader has to judge that (-review)"}
	case bound == summary.Unsure:
		return reason{5, "it is not known here what bounds " + e.Out.Name}
	}
	return reason{5, e.Out.Name + " is told of elsewhere, or stands outside of the lock on another path"}
}
