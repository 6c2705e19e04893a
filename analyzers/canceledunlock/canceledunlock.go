package canceledunlock

import (
	_ "embed"
	"go/token"

	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/effects"
	"github.com/locklint/locklint/internal/engine"
	"github.com/locklint/locklint/internal/finding"
)

//go:embed doc.go
var doc string

// Analyzer is the rule with the default configuration.
var Analyzer = New(engine.Default)

const name = "canceledunlock"

// The categories.
const (
	ownCancel  = "own-cancel"  // the context's cancel function was called before the release
	afterDone  = "after-done"  // the release is only reached when the context is done
	requestCtx = "request-ctx" // the deferred release runs on the caller's context
)

var sure = map[string]finding.Sureness{ownCancel: finding.Certain, afterDone: finding.Certain, requestCtx: finding.Likely}

// New makes the rule on an engine.
func New(e *engine.Engine) *analysis.Analyzer {
	return e.Rule(name, doc, func(u engine.Unit, report func(finding.Finding)) {
		for _, f := range engine.FirstAt(faultsOf(u.Result), fault.at) {
			out := f.describe(u.Result)
			out.Fixes = f.fixes(u.Pass, u.Result)
			report(out)
		}
	})
}

// A fault is a release on a context that is done, or may be.
type fault struct {
	fn       *effects.Function
	release  effects.Release
	category string
}

// at is where the release stands: a release in a literal that is run in place is judged around it.
func (f fault) at() token.Pos { return f.release.Pos }

// faultsOf finds the faults of all releases; the certain ones come first, so that of several at one place they
// are told.
func faultsOf(result *effects.Result) []fault {
	var certain, likely []fault
	judged := effects.InnerPlaces(result)
	for _, fn := range result.Functions() {
		for _, r := range fn.Releases {
			switch category, ok := judge(result, fn, r); {
			case !ok, fn.Literal() && judged[r.Pos]:
			case sure[category] == finding.Certain:
				certain = append(certain, fault{fn, r, category})
			default:
				likely = append(likely, fault{fn, r, category})
			}
		}
	}
	return append(certain, likely...)
}

// judge looks at one release on one path.
func judge(result *effects.Result, fn *effects.Function, r effects.Release) (category string, ok bool) {
	switch kind := r.Lock.Kind; {
	case kind != catalog.Lease && kind != catalog.Session:
		return "", false
	case keyAlone(r) && !isLock(result, fn, r): // a key is deleted, or a script runs on it: it may be no lock's
		return "", false
	}
	switch {
	case r.Life == effects.Cancelled:
		return ownCancel, true
	case r.Life == effects.Ended:
		return afterDone, alwaysEnded(fn, r)
	case r.Below && !r.Inner.IsValid() || r.By != nil && r.By.SameCall(r.Event): // the callee defers it, or takes the lock itself, and is judged
		return "", false
	case r.Freed: // no harm where the context happens to be done; one that is done for certain is reported all the same
		return "", false
	case (r.Life == effects.Caller || r.Life == effects.Configured) && !r.Captured && (r.Returned || result.DeferredAt(r.Event)):
		return requestCtx, true
	}
	return "", false
}

// keyAlone tells a release of which nothing says that it is one but the key.
func keyAlone(r effects.Release) bool {
	return r.Blind || r.By == nil && r.Lock.Kind == catalog.Lease && r.Lock.Handle == nil
}

// isLock tells that a key that is deleted is that of a lock.
func isLock(result *effects.Result, fn *effects.Function, r effects.Release) bool {
	taken, ok := result.TakenFor(fn, r)
	return ok && result.NoLock(fn, r, taken) == ""
}

// alwaysEnded tells that the context is done on each path on which the release is reached.
func alwaysEnded(fn *effects.Function, r effects.Release) bool {
	for _, o := range fn.Releases {
		if o.Pos == r.Pos && !o.Life.Done() {
			return false
		}
	}
	return true
}

func (f fault) describe(r *effects.Result) finding.Finding {
	at := r.Site(f.release.Pos)
	out := finding.Finding{Rule: name, Category: f.category, Sure: sure[f.category], Pos: at.Pos, End: at.End}
	acquire := f.release.Event
	if f.release.By != nil {
		acquire = *f.release.By
		out.Timeline = r.Steps(acquire)
	}
	if assume := effects.Assumed(acquire, f.release.Event); assume != "" {
		out.Sure, out.Assuming = finding.Likely, assume
	}
	switch {
	case f.release.Life == effects.Configured:
		out.Sure, out.Assuming = finding.Review, "that the framework is told to end its context with the request"
	case f.release.Job:
		out.Sure, out.Assuming = finding.Review, "that whoever runs this job ends its context"
	}
	if f.release.Over.IsValid() {
		what := "cancel"
		if f.category == afterDone {
			what = "done"
		}
		out.Timeline = append(out.Timeline, r.Step(f.release.Over, what))
	}
	out.Timeline = append(out.Timeline, r.Steps(f.release.Event)...)
	lock := r.LockName(f.fn, acquire, f.release.Event)
	const cost, mend = "it does not reach the server and the lock stays", "; use context.WithoutCancel with a timeout"
	switch f.category {
	case ownCancel:
		out.Message = lock + " is released on a context that is cancelled at line " + r.LineAt(f.release.Over) + ", before the release runs: " + cost + mend
	case afterDone:
		out.Message = lock + " is only released when its context is done: " + cost + mend
	default:
		out.Message = lock + " is released on the caller's context: where that is done, " + cost + mend
		if out.Assuming == "" {
			out.Assuming = "that the caller's context can end before the release runs"
		}
	}
	return out
}
