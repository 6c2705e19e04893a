package leakedlock

import (
	_ "embed"
	"go/token"
	"slices"

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

const name = "leakedlock"

// The categories.
const (
	earlyReturn = "early-return" // a way out with the lock held
	lateDefer   = "late-defer"   // the deferred release is registered behind that way out
	connection  = "connection"   // the connection is not given back when the lock was not obtained
	earlyDefer  = "early-defer"  // the release is registered before the acquire is known to have worked
	double      = "double"       // released twice on one path
	wrongHandle = "wrong-handle" // the defer beside the acquire releases another lock
)

var sure = map[string]finding.Sureness{
	earlyReturn: finding.Certain, lateDefer: finding.Certain, connection: finding.Certain,
	earlyDefer: finding.Likely, double: finding.Certain, wrongHandle: finding.Certain,
}

// New makes the rule on an engine.
func New(e *engine.Engine) *analysis.Analyzer {
	return e.Rule(name, doc, func(u engine.Unit, report func(finding.Finding)) {
		for _, f := range faultsOf(u.Result) {
			out := f.describe(u.Result)
			if f.category == lateDefer {
				out.Fixes = moveDefer(u.Pass, f.acquire.Pos, f.release.Pos)
			}
			report(out)
		}
	})
}

// A fault is a lock or connection that is not given back, or not rightly.
type fault struct {
	fn       *effects.Function
	category string
	acquire  effects.Event // or where the connection was taken
	release  effects.Event // the release that is too early, too late, wrong or one too many; zero where there is none
	first    effects.Event // double: the release before
	lost     effects.Event // connection: the acquire on another path
	path     effects.Path
	others   []effects.Path // early-return: the further ways out, each once
	crash    bool           // early-defer: what is called is nil where the acquire failed
}

// at is where the finding points.
func (f fault) at() token.Pos {
	switch f.category {
	case earlyDefer, double, wrongHandle:
		return f.release.Pos
	}
	return f.acquire.Pos
}

// faultsOf finds the faults of all functions, one for each place. A wrong handle explains what else is odd about
// its two locks.
func faultsOf(result *effects.Result) []fault {
	var out []fault
	seen := map[token.Pos]bool{}
	at := map[token.Pos]int{} // the early returns in out
	for _, find := range []func(*effects.Result, *effects.Function) []fault{wrongHandles, earlyDefers, doubles, leaks, connections} {
		for _, fn := range result.Plain() {
			if !fn.Followed() {
				continue
			}
			for _, f := range find(result, fn) {
				if seen[f.at()] {
					if i, ok := at[f.at()]; ok && f.category == earlyReturn {
						out[i].also(f.path)
					}
					continue
				}
				seen[f.at()] = true
				if f.category == earlyReturn {
					at[f.at()] = len(out)
				}
				if f.category == wrongHandle {
					seen[f.acquire.Pos], seen[f.first.Pos] = true, true
				}
				out = append(out, f)
			}
		}
	}
	return out
}

// also adds a way out on which the lock is held too. A round of a loop that leaves it behind leads to the end of the
// function sooner or later, which is no other way.
func (f *fault) also(p effects.Path) {
	if p.Out != f.path.Out && p.Ends == f.path.Ends && !slices.ContainsFunc(f.others, func(o effects.Path) bool { return o.Out == p.Out }) {
		f.others = append(f.others, p)
	}
}

// leaks finds the ways out of fn on which a lock is held that fn releases on others.
func leaks(result *effects.Result, fn *effects.Function) []fault {
	var out []fault
	for _, p := range fn.Paths {
		for _, h := range p.Held {
			if f, ok := leak(result, fn, p, h); ok {
				out = append(out, f)
			}
		}
	}
	return out
}

// leak tells whether a path leaves a lock behind. That nobody in sight releases it means nothing: most locks
// without a release in the function are meant so. What counts is that the function itself gives the lock back on
// another way, and that who calls it is not told to do so on this one.
func leak(result *effects.Result, fn *effects.Function, p effects.Path, h effects.Held) (fault, bool) {
	switch {
	case h.Away || h.Deferred || !effects.Judged(h.Lock) || effects.OnPool(h.Event):
		return fault{}, false
	case !fn.Own(h.Pos) || triedToRelease(p, h.Event) || lookedUp(p, h.Event):
		return fault{}, false
	case p.Ends && !mayEnd(result, fn, p), !p.Ends && !fn.Round(p, h.Lock):
		return fault{}, false
	}
	released := releasesOf(fn, p, h.Event)
	if len(released) == 0 || !surely(fn, p, h.Event, released) || handsOn(p, released) || keepsClaim(fn, p, h.Event, released) || result.ReleasedByOthers(fn, p, h.Event, released[0].release) {
		return fault{}, false
	}
	for _, r := range released {
		if !p.Panicked && fn.Executed(p, r.release) {
			return fault{}, false // it was there to release, and knew why it did not
		}
	}
	f := fault{fn: fn, category: earlyReturn, acquire: h.Event, path: p}
	if late := released[0].release; late.Deferred && late.Pos > p.Out && p.Ends && !p.Panicked && fn.Registered(late) {
		f.category, f.release = lateDefer, late
		for _, r := range released {
			if !r.release.Deferred || r.release.Pos < p.Out {
				f.category, f.release = earlyReturn, effects.Event{}
			}
		}
	}
	return f, true
}

// surely tells that no condition can decide both whether the lock is taken and whether it is released: one comes to
// the way out only with the lock, or nobody could release it who has left the branch in which it is taken.
func surely(fn *effects.Function, p effects.Path, acquire effects.Event, released []way) bool {
	if fn.OnlyThrough(p, acquire) {
		return !p.Ends || !fn.Without(p.Out, acquire.Pos)
	}
	for _, r := range released {
		if !fn.Behind(r.release, acquire) {
			return false
		}
	}
	return fn.Tested(acquire)
}

// mayEnd tells that somebody can live on after the path: a panic has to be recovered.
func mayEnd(result *effects.Result, fn *effects.Function, p effects.Path) bool {
	switch p.Exit {
	case summary.Returns:
		return true
	case summary.Panics:
		return result.Recovered(fn)
	}
	return false
}

// triedToRelease tells that the path did try to release the lock: whether it worked is another question.
func triedToRelease(p effects.Path, acquire effects.Event) bool {
	for _, e := range p.Events {
		if e.Kind == summary.Unreleased && e.Acquired == acquire.Pos {
			return true
		}
	}
	return false
}

// lookedUp tells that the path reads who has the lock: a holder that finds another there must not release it.
func lookedUp(p effects.Path, acquire effects.Event) bool {
	for _, e := range p.Events {
		if e.Kind == summary.Read && e.Item != nil && e.After(acquire) && summary.Equal(e.Item, acquire.Lock.Key) {
			return true
		}
	}
	return false
}

// A way is a path on which the lock is released.
type way struct {
	release effects.Event
	path    effects.Path
}

// releasesOf are the ways on which fn releases what it took at a place: of a round of a loop, in that loop.
func releasesOf(fn *effects.Function, of effects.Path, acquire effects.Event) []way {
	var out []way
	for _, p := range fn.Paths {
		for _, e := range p.Events {
			if e.Kind == summary.Release && e.Acquired == acquire.Pos && !e.SameCall(acquire) && (of.Ends || fn.InRound(of, e)) {
				out = append(out, way{e, p})
			}
		}
	}
	return out
}

// handsOn tells that the path hands the lock on to the caller: it says that all went well, and the ways on which
// the lock is released do not.
func handsOn(p effects.Path, released []way) bool {
	if !p.Ends || p.Panicked || p.Answer == summary.IsFalse {
		return false
	}
	for _, r := range released {
		if r.path.Answer != summary.IsFalse {
			return false
		}
	}
	return true
}

// keepsClaim tells that what is taken is a key that is set once, kept where the work succeeds and deleted only where it
// fails: if this way forgets that, the rule claimonly tells so.
func keepsClaim(fn *effects.Function, p effects.Path, acquire effects.Event, released []way) bool {
	if acquire.Lock.Kind != catalog.Lease || acquire.Lock.Handle != nil || !p.Ends || slices.ContainsFunc(released, func(r way) bool { return r.path.Answer != summary.IsFalse }) {
		return false
	}
	return slices.ContainsFunc(fn.Paths, func(q effects.Path) bool {
		return q.Ends && q.Exit == summary.Returns && q.Answer != summary.IsFalse && slices.ContainsFunc(q.Held, func(h effects.Held) bool { return h.Pos == acquire.Pos })
	})
}

// connections finds the ways out on which a connection is not given back that another way locks on.
func connections(_ *effects.Result, fn *effects.Function) []fault {
	var out []fault
	for _, p := range fn.Paths {
		for _, h := range p.Pinned {
			if h.Away || !p.Ends || p.Panicked || p.Exit != summary.Returns || h.Inner() || !fn.Own(h.Pos) || !fn.OnlyThrough(p, h.Event) {
				continue
			}
			if _, locked := lockedOn(h.Event, p); locked {
				continue
			}
			if lock, ok := lockedOn(h.Event, fn.Paths...); ok {
				out = append(out, fault{fn: fn, category: connection, acquire: h.Event, lost: lock, path: p})
			}
		}
	}
	return out
}

// lockedOn finds the lock that one of the paths takes on a connection.
func lockedOn(pin effects.Event, paths ...effects.Path) (effects.Event, bool) {
	for _, p := range paths {
		for _, e := range p.Events {
			if e.Kind == summary.Acquire && summary.Equal(e.Lock.Conn, pin.Handle) {
				return e, true
			}
		}
	}
	return effects.Event{}, false
}
