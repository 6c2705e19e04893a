package blockingcall

import (
	_ "embed"
	"go/token"
	"slices"
	"strings"
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

const name = "blockingcall"

// The categories.
const (
	noTimeout      = "no-timeout"      // neither the client nor a context bounds the call
	unboundedRetry = "unbounded-retry" // a loop that ends only when it works
	sleep          = "sleep"           // a wait of constant length
	callback       = "callback"        // a function value of the caller's
	requestCtx     = "request-ctx"     // only the caller's context bounds the call
)

var sure = map[string]finding.Sureness{
	noTimeout: finding.Certain, unboundedRetry: finding.Certain, sleep: finding.Likely, callback: finding.Review, requestCtx: finding.Review,
}

// New makes the rule on an engine.
func New(e *engine.Engine) *analysis.Analyzer {
	return e.Rule(name, doc, func(u engine.Unit, report func(finding.Finding)) {
		for _, s := range sectionsOf(u.Result, u.Settings.BlockingCall.Sleep) {
			for _, group := range s.groups() {
				report(s.describe(u.Result, group))
			}
		}
	})
}

// A section is what happens under the lock that one acquire takes, on whatever path.
type section struct {
	fn      *effects.Function
	acquire effects.Event
	waits   []wait      // in the order of the source
	free    []token.Pos // where the lock is free again on some path: what is waited for there may be outside
}

// A wait is an event that keeps those waiting who want the lock.
type wait struct {
	effects.Event
	category string
}

// sectionsOf gathers what happens under each acquire, but for those in tests, which nobody else waits for; longest is how long a wait may be.
func sectionsOf(result *effects.Result, longest time.Duration) []*section {
	var out []*section
	at := map[token.Pos]*section{}
	for _, fn := range result.Functions() {
		for _, path := range fn.Paths {
			for i, acquire := range path.Events {
				if !acquire.Locks() || path.Exit != summary.Returns || result.InTest(acquire.Pos) {
					continue
				}
				s := at[acquire.Pos]
				if s == nil {
					s = &section{fn: fn, acquire: acquire}
					at[acquire.Pos] = s
					out = append(out, s)
				}
				under := path.Under(i)
				if acquire.Lock.Kind == catalog.Process && len(under) == len(path.Events)-i-1 {
					continue // it is given back on no way from here: perhaps it was never taken on this one
				}
				for _, e := range under {
					// Where the function called does both it is told there.
					if category := categoryOf(e, longest); category != "" && !e.SameCall(acquire) {
						s.add(wait{e, category})
					}
				}
				for _, e := range path.Events[i+1+len(under):] {
					s.free = append(s.free, e.Pos)
				}
			}
		}
	}
	for _, s := range out {
		s.waits = slices.DeleteFunc(s.waits, func(w wait) bool { return slices.Contains(s.free, w.Pos) })
	}
	return out
}

// categoryOf is what is wrong with an event under a lock, or "".
func categoryOf(e effects.Event, longest time.Duration) string {
	switch {
	case e.Kind == summary.Run && effects.Received(e.Func): // not one that a library made, such as a cancel
		return callback
	case e.Out == nil:
		return ""
	case e.Out.Endless:
		return unboundedRetry
	case e.Kind == summary.Wait:
		if e.Waits() > longest {
			return sleep
		}
		return ""
	}
	switch bound, _ := e.Bound(); bound {
	case summary.Unbounded:
		return noTimeout
	case summary.ByContext:
		return requestCtx
	}
	return ""
}

// add keeps the waits in the order of the source, each place and category once.
func (s *section) add(w wait) {
	i, found := slices.BinarySearchFunc(s.waits, w, func(a, b wait) int {
		if a.Pos != b.Pos {
			return int(a.Pos - b.Pos)
		}
		return strings.Compare(a.category, b.category)
	})
	if !found {
		s.waits = slices.Insert(s.waits, i, w)
	}
}

// groups are the waits that one finding tells of: calls that may never end; sleeps; and, for those who want to
// judge for themselves, callbacks and calls that the caller's context ends.
func (s *section) groups() [][]wait {
	var out [][]wait
	for _, categories := range [][]string{{noTimeout, unboundedRetry}, {sleep}, {callback}, {requestCtx}} {
		var group []wait
		for _, w := range s.waits {
			if slices.Contains(categories, w.category) {
				group = append(group, w)
			}
		}
		if len(group) > 0 {
			out = append(out, callFirst(group))
		}
	}
	return out
}

// callFirst puts the call that a loop tries again before the wait between the tries.
func callFirst(group []wait) []wait {
	if group[0].category != unboundedRetry || group[0].Kind != summary.Wait {
		return group
	}
	for i, w := range group {
		if w.category == unboundedRetry && w.Kind == summary.Outbound {
			return append([]wait{w}, slices.Delete(group, i, i+1)...)
		}
	}
	return group
}

// describe tells of the first of a group, with the others beside it.
func (s *section) describe(r *effects.Result, group []wait) finding.Finding {
	first := group[0]
	at := r.Site(first.Pos)
	out := finding.Finding{Rule: name, Category: first.category, Sure: sure[first.category], Pos: at.Pos, End: at.End}
	out.Timeline = append(r.Steps(s.acquire), r.Trail(first.Event)...)
	for _, w := range group[1:] {
		if w.Pos != first.Pos {
			out.Timeline = append(out.Timeline, r.Steps(w.Event)...)
		}
	}
	lock := r.LockName(s.fn, s.acquire, effects.Event{})
	if s.acquire.LocksRows() {
		lock = strings.TrimSuffix("the lock on the rows of "+s.acquire.Table, " of ")
		if s.acquire.Traits.Has(summary.TableLock) {
			lock = "the lock on the table " + s.acquire.Table
		}
	}
	if !strings.Contains(lock, " of line ") {
		lock += ", taken at line " + r.Line(s.acquire) + ","
	}
	out.Message = lock + " is held while " + first.tells()
	if out.Sure == finding.Review {
		return out
	}
	if assume := effects.Assumed(s.acquire, first.Event); assume != "" {
		out.Sure, out.Assuming = finding.Likely, assume
	} else if first.category == sleep {
		out.Assuming = "that others want the lock meanwhile"
	}
	return out
}

// tells says what happens, what it costs, and how to mend it.
func (w wait) tells() string {
	if w.category == callback {
		return "a function of the caller's runs: how long that takes is up to the caller, and it may want the same lock"
	}
	chain := w.chain()
	switch w.category {
	case noTimeout:
		if w.Out.Protocol == "lock" {
			return chain + " waits for another lock for ever: as long as that is busy, all who want this one wait; give it a context with a deadline"
		}
		return chain + " may wait for ever: neither a client nor a context bounds it, and all who want the lock wait too; set a timeout, or call it before the lock is taken"
	case unboundedRetry:
		if w.Kind == summary.Wait {
			return chain + " waits between tries that go on until one works: as long as none does, all who want the lock wait; stop after some tries or when a context is done"
		}
		return chain + " is tried again until it works: as long as it does not, all who want the lock wait; stop after some tries or when a context is done"
	case sleep:
		return chain + " waits " + w.Waits().String() + ": nobody else can do the same meanwhile; wait before the lock is taken or after it is released"
	}
	return chain + " waits, bounded by nothing but the caller's context: how long that lets it wait is up to the caller"
}

// chain is the way from the call down to the function that waits.
func (w wait) chain() string {
	return strings.Join(append(slices.Clone(w.Via), w.Out.Name), " -> ")
}
