package leaseexpiry

import (
	_ "embed"
	"go/token"
	"slices"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/effects"
	"github.com/locklint/locklint/internal/engine"
	"github.com/locklint/locklint/internal/finding"
	"github.com/locklint/locklint/internal/summary"
)

//go:embed doc.go
var doc string

// Analyzer is the rule with the default configuration.
var Analyzer = New(engine.Default)

const name = "leaseexpiry"

// The categories.
const (
	noTTL       = "no-ttl"          // the lease never ends by itself
	twoStep     = "two-step"        // it is given its life by a second command
	short       = "short"           // constants say that the work may take longer than the lease lives
	unrenewed   = "unrenewed"       // no constant bounds the work, and nothing renews the lease
	renewal     = "renewal-ignored" // nobody looks at how a renewal went
	lostIgnored = "lost-ignored"    // what tells that the lock was lost is dropped
	watchdogOff = "watchdog-off"    // a life that was given turned the renewal off
	waitAsLease = "wait-as-lease"   // one limit is that of the wait and of the life
)

var sure = map[string]finding.Sureness{
	noTTL: finding.Likely, twoStep: finding.Certain, short: finding.Certain, unrenewed: finding.Likely, renewal: finding.Certain,
	lostIgnored: finding.Likely, watchdogOff: finding.Likely, waitAsLease: finding.Review,
}

// New makes the rule on an engine.
func New(e *engine.Engine) *analysis.Analyzer {
	return e.Rule(name, doc, func(u engine.Unit, report func(finding.Finding)) {
		for _, f := range engine.FirstAt(faultsOf(u.Result), func(f fault) token.Pos { return f.at.Pos }) {
			out := f.describe(u.Result)
			if f.category == twoStep {
				out.Fixes = f.oneStep(u.Pass)
			}
			report(out)
		}
	})
}

// A fault is what is wrong with one lease.
type fault struct {
	fn       *effects.Function
	acquire  effects.Event
	at       effects.Event // where the finding points
	work     []effects.Event
	category string
	parts    []effects.Part // of the sum
	ttl, sum time.Duration
}

// faultsOf are the faults, those that only a reader can judge last.
func faultsOf(result *effects.Result) []fault {
	var out, review []fault
	l := looker{result: result, released: releasedKeys(result)}
	for _, fn := range result.Functions() {
		for _, path := range fn.Paths {
			for i, e := range path.Events {
				switch {
				case e.Kind == summary.Extend && e.Traits.Has(summary.Dropped) && len(e.Via) == 0 && e.Lock.Handle != nil && goesOnBehind(path, i):
					f := fault{fn: fn, at: e, acquire: e, category: renewal}
					if a := path.Acquire(i); a >= 0 {
						f.acquire = path.Events[a]
					}
					out = append(out, f)
				case e.Kind == summary.Acquire && e.Lock.Kind == catalog.Lease && path.Exit == summary.Returns && !result.InTest(e.Pos):
					if f, ok := l.faultOf(fn, path, i); ok {
						out = append(out, f)
					} else if f, ok := l.wait(fn, path, i); ok {
						review = append(review, f)
					}
				}
			}
		}
	}
	return append(out, review...)
}

// A looker looks at the leases of a package.
type looker struct {
	result   *effects.Result
	released map[string]bool // the keys that something in the package gives back or deletes
}

// faultOf looks at the lease that is taken at position i of a path.
func (l looker) faultOf(fn *effects.Function, path effects.Path, i int) (fault, bool) {
	acquire, under := path.Events[i], path.Under(i)
	released := i+1+len(under) < len(path.Events)
	under = outside(acquire, under)
	f := fault{fn: fn, acquire: acquire, at: acquire}
	switch ttl, known := acquire.Life(); {
	case acquire.Traits.Has(summary.Renews) || acquire.Traits.Has(summary.Watchdog) && ttl <= 0:
		f.category = lostIgnored
		return f, l.lost(&f, under)
	case acquire.TTL != nil && known && ttl <= 0:
		if k := extended(acquire, path.Events[i+1:]); k != nil {
			f.at, f.category = *k, twoStep
			return f, len(k.Via) == 0
		}
		f.category = noTTL
		return f, !(len(acquire.Via) > 0 && acquire.Traits.Has(summary.LifeGiven)) && l.isLock(fn, acquire)
	case !known || l.result.Renewed(fn, acquire):
		return f, false
	default:
		f.ttl = ttl
	}
	switch {
	case !released: // it is not given back here: nobody knows how long it is needed
		return f, l.outlivesItself(fn, path, acquire) && f.loops(under)
	case acquire.Traits.Has(summary.Watchdog):
		f.category = watchdogOff
		return f, f.outlives(under) || f.loops(under) || f.waits(under)
	}
	return f, f.outlives(under) || f.loops(under)
}

// goesOnBehind tells that work under the lock is left behind the renewal at position i: always where somebody else took the lock, a goroutine
// renews it. What is given a longer life when all is done keeps others away on purpose.
func goesOnBehind(path effects.Path, i int) bool {
	if path.Acquire(i) < 0 {
		return true
	}
	return slices.ContainsFunc(path.Under(i), func(e effects.Event) bool {
		return e.Kind == summary.Read || e.Kind == summary.Write || e.Kind == summary.Outbound
	})
}

// outside are the events under a lock that do not happen in the function which takes it, where that gives it its life: it
// is judged there.
func outside(acquire effects.Event, under []effects.Event) []effects.Event {
	if !acquire.Traits.Has(summary.LifeGiven) {
		return under
	}
	return slices.DeleteFunc(slices.Clone(under), func(e effects.Event) bool { return e.SameCall(acquire) })
}

// lost tells that nothing listens for the loss of a lease that the library renews.
func (l looker) lost(f *fault, under []effects.Event) bool {
	f.category = lostIgnored
	if f.acquire.Traits.Has(summary.SignalLost) {
		return true
	}
	if !f.acquire.Traits.Has(summary.HasSignal) || l.result.Watched(f.fn) {
		return false
	}
	for _, e := range under {
		if e.Out != nil || e.Traits.Has(summary.Repeats) {
			f.work = []effects.Event{e}
			return true
		}
	}
	return false
}

// outlives tells that the calls under the lease may by constants take longer together than it lives.
func (f *fault) outlives(under []effects.Event) bool {
	var work []effects.Event
	for _, e := range under {
		if e.Out != nil && e.Lasts() > 0 {
			work = append(work, e)
		}
	}
	work = f.fn.Heaviest(work)
	parts, sum := effects.AddUp(work)
	if sum <= f.ttl {
		return false
	}
	f.work, f.parts, f.sum = work, parts, sum
	if f.category == "" {
		f.category = short
	}
	return true
}

// loops tells that under the lease there is a loop that nobody knows the end of.
func (f *fault) loops(under []effects.Event) bool {
	for _, e := range under {
		works := e.Kind == summary.Read || e.Kind == summary.Write || e.Kind == summary.Outbound
		if works && e.Traits.Has(summary.Loops) && !ends(e) && !f.fn.OncePerRound(f.acquire, e) {
			f.work = append(f.work, e)
		}
	}
	if f.category == "" {
		f.category = unrenewed
	}
	return len(f.work) > 0
}

// waits tells that a call under the lease waits for another program, and that nothing but perhaps the caller ends that.
func (f *fault) waits(under []effects.Event) bool {
	for _, e := range under {
		if e.Kind != summary.Outbound {
			continue
		}
		if bound, _ := e.Bound(); bound == summary.Unbounded || bound == summary.ByContext {
			f.work = append(f.work, e)
		}
	}
	return len(f.work) > 0
}

// ends tells that a context with a deadline ends the loop around the event, or that it is not known.
func ends(e effects.Event) bool {
	bound, _ := summary.Deadline(e.Ctx)
	return bound == summary.Bounded
}

// extended is the later event that gives the lease a life, or nil.
func extended(acquire effects.Event, later []effects.Event) *effects.Event {
	for i, e := range later {
		if e.Kind == summary.Extend && (e.Lock.Same(acquire.Lock) || summary.Equal(e.Lock.Key, acquire.Lock.Key)) {
			return &later[i]
		}
	}
	return nil
}

// wait tells that the limit of the wait for the lease at position i is a limit of its life too, or the reverse.
func (l looker) wait(fn *effects.Function, path effects.Path, i int) (fault, bool) {
	acquire := path.Events[i]
	f := fault{fn: fn, acquire: acquire, at: acquire, category: waitAsLease}
	bound, limit := summary.Deadline(acquire.Ctx)
	if bound == summary.Bounded && acquire.Traits.Has(summary.EndsWithCtx) {
		f.sum = limit
		return f, true
	}
	ttl, known := acquire.Life()
	if !known || ttl <= 0 {
		return f, false
	}
	f.ttl = ttl
	if e := pauses(fn, acquire); acquire.Traits.Has(summary.Repeats) && e != nil && e.Lasts() > ttl {
		f.work = []effects.Event{*e}
		f.parts, f.sum = effects.AddUp(f.work)
		return f, true
	}
	if bound != summary.Bounded || !acquire.Traits.Has(summary.Waits) {
		return f, false
	}
	for _, e := range path.Under(i) {
		if (e.Out != nil || e.Kind == summary.Read || e.Kind == summary.Write) && summary.Equal(e.Ctx, acquire.Ctx) {
			f.work, f.sum = []effects.Event{e}, limit
			return f, true
		}
	}
	return f, false
}

// pauses is the wait between the tries of a loop to get a lock, or nil.
func pauses(fn *effects.Function, acquire effects.Event) *effects.Event {
	for _, path := range fn.Paths {
		missed := false
		for i, e := range path.Events {
			missed = missed || e.Kind == summary.Missed && e.Pos == acquire.Pos
			if missed && e.Kind == summary.Wait && e.Out.Times > 1 {
				return &path.Events[i]
			}
		}
	}
	return nil
}
