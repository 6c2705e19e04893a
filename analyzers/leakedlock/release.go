package leakedlock

import (
	"go/token"
	"slices"

	"github.com/locklint/locklint/internal/effects"
	"github.com/locklint/locklint/internal/summary"
)

// Releases that are there and are wrong: too early, one too many, of another lock.

// earlyDefers finds deferred releases that also run on ways on which the lock was not taken.
func earlyDefers(_ *effects.Result, fn *effects.Function) []fault {
	var out []fault
	for _, p := range fn.Paths {
		for i, e := range p.Events {
			if !e.Deferred || e.Acquired.IsValid() || e.Once || !p.Ends || p.Exit != summary.Returns || !fn.Own(e.Pos) {
				continue
			}
			crash := e.Kind == summary.Run && e.Func.Op == summary.Nil
			if crash {
				e = releaseAt(fn, e.Pos)
			}
			if e.Kind != summary.Release || touched(p.Events[:i], e.Lock) {
				continue
			}
			if acquire, ok := acquiredFor(fn, p, e); ok {
				out = append(out, fault{fn: fn, category: earlyDefer, acquire: acquire, release: e, path: p, crash: crash})
			}
		}
	}
	return out
}

// releaseAt is the release that a deferred call is on other paths, where the function that is called is not nil.
func releaseAt(fn *effects.Function, at token.Pos) effects.Event {
	for _, p := range fn.Paths {
		for _, e := range p.Events {
			if e.Kind == summary.Release && e.Deferred && e.Pos == at && e.Acquired.IsValid() {
				return e
			}
		}
	}
	return effects.Event{}
}

// acquiredFor finds the acquire for which a deferred release was registered too early: it releases that lock on
// another path, which ends elsewhere, and was registered before one could know that the acquire worked.
func acquiredFor(fn *effects.Function, without effects.Path, release effects.Event) (effects.Event, bool) {
	var acquire effects.Event
	for _, p := range fn.Paths {
		for i, e := range p.Events {
			if !e.Lock.Same(release.Lock) {
				continue
			}
			if e.Kind == summary.Release && e.Pos == release.Pos && e.Acquired.IsValid() && p.Ends {
				if p.Out == without.Out || !fn.Own(e.Acquired) {
					return effects.Event{}, false // the failure is not looked at, or falls through: another fault
				}
				if a := p.Acquire(i); a >= 0 {
					acquire = p.Events[a]
				}
			}
			if e.Kind == summary.Release && !e.Acquired.IsValid() && !e.Deferred {
				return effects.Event{}, false // the caller holds it
			}
		}
	}
	return acquire, acquire.Pos.IsValid() && fn.RegisteredBefore(release, acquire)
}

// touched tells that a lock was taken or given back.
func touched(events []effects.Event, l summary.Lock) bool {
	for _, e := range events {
		switch e.Kind {
		case summary.Acquire, summary.Release, summary.Unreleased:
			if e.Lock.Same(l) {
				return true
			}
		}
	}
	return false
}

// doubles finds releases of what has been released.
func doubles(result *effects.Result, fn *effects.Function) []fault {
	var out []fault
	for _, p := range fn.Paths {
		for i, e := range p.Events {
			if e.Kind != summary.Release || e.Acquired.IsValid() || e.Blind || e.Once || e.Assume != "" || !fn.Own(e.Pos) || e.Lock.Handle.Has(summary.Elem) {
				continue
			}
			if result.InTest(e.Pos) { // which looks how the second one fails
				continue
			}
			first, ok := releasedBefore(p, i)
			if !ok || !always(fn, first, e) || moves(fn, first) || moves(fn, e) {
				continue
			}
			f := fault{fn: fn, category: double, first: first, release: e, path: p}
			f.acquire = p.Events[acquireOf(p, i, e.Lock)]
			out = append(out, f)
		}
	}
	return out
}

// moves tells a release that gives back another lock on another path, as in locking hand over hand: what the lock is called by
// has moved on since.
func moves(fn *effects.Function, release effects.Event) bool {
	return slices.ContainsFunc(fn.Paths, func(p effects.Path) bool {
		return slices.ContainsFunc(p.Events, func(e effects.Event) bool {
			return e.Kind == summary.Release && e.Pos == release.Pos && !e.Lock.Same(release.Lock)
		})
	})
}

// releasedBefore finds the release before the one at position i, if all that the path acquired was released by then.
func releasedBefore(p effects.Path, i int) (effects.Event, bool) {
	var first effects.Event
	acquires, releases := 0, 0
	for _, e := range p.Events[:i] {
		if !e.Lock.Same(p.Events[i].Lock) {
			continue
		}
		switch e.Kind {
		case summary.Acquire:
			acquires++
			first = effects.Event{}
		case summary.Release:
			releases++
			if e.Acquired.IsValid() {
				first = e
			}
		}
	}
	return first, first.Pos.IsValid() && acquires > 0 && acquires <= releases && !first.Once && !first.Blind
}

func acquireOf(p effects.Path, i int, l summary.Lock) int {
	for j := i - 1; j >= 0; j-- {
		if e := p.Events[j]; e.Kind == summary.Acquire && e.Lock.Same(l) {
			return j
		}
	}
	return i
}

// always tells that the second release follows wherever the first happens: otherwise two tests that hang together
// may have been taken for two.
func always(fn *effects.Function, first, second effects.Event) bool {
	if first.Pos == second.Pos || !fn.Inevitable(first, second) {
		return false
	}
	for _, p := range fn.Paths {
		if !p.Ends || p.Exit == summary.Never {
			continue
		}
		due := false
		for _, e := range p.Events {
			switch {
			case e.Kind == summary.Release && e.Pos == first.Pos && e.Acquired.IsValid() && e.Lock.Same(second.Lock):
				due = true
			case due && e.Lock.Same(second.Lock) && (e.Kind == summary.Acquire || e.Kind == summary.Release):
				due = false
			}
		}
		if due {
			return false
		}
	}
	return true
}

// wrongHandles finds the defers beside an acquire that release another lock, which leaves this one behind.
func wrongHandles(_ *effects.Result, fn *effects.Function) []fault {
	var out []fault
	for _, p := range fn.Paths {
		for _, h := range p.Held {
			if h.Away || !p.Ends || !effects.Judged(h.Lock) || !fn.Own(h.Pos) || releasedSomewhere(fn, h.Event) {
				continue
			}
			release, ok := besides(p, h.Event)
			if !ok {
				continue
			}
			if again, ok := wrong(fn, p, h.Event, release); ok {
				out = append(out, fault{fn: fn, category: wrongHandle, acquire: h.Event, release: release, first: again, path: p})
			}
		}
	}
	return out
}

// releasedSomewhere tells that fn releases on some path what was taken at a place.
func releasedSomewhere(fn *effects.Function, acquire effects.Event) bool {
	for _, p := range fn.Paths {
		for _, e := range p.Events {
			if (e.Kind == summary.Release || e.Kind == summary.Unreleased) && e.Acquired == acquire.Pos {
				return true
			}
		}
	}
	return false
}

// besides finds the deferred release that was registered next after an acquire.
func besides(p effects.Path, acquire effects.Event) (effects.Event, bool) {
	var next effects.Event
	for _, e := range p.Events {
		if e.Kind == summary.Release && e.Deferred && e.After(acquire) && (!next.Pos.IsValid() || next.After(e)) {
			next = e
		}
	}
	if !next.Pos.IsValid() {
		return next, false
	}
	for _, e := range p.Events { // another lock was taken in between: the defer is that one's
		if e.Kind == summary.Acquire && e.After(acquire) && next.After(e) {
			return next, false
		}
	}
	return next, true
}

// wrong tells that a release that stands beside an acquire cannot be meant: it is of the other mode of the same
// lock, or of one that has a release of its own, which runs later.
func wrong(fn *effects.Function, p effects.Path, acquire, release effects.Event) (again effects.Event, ok bool) {
	l := acquire.Lock
	l.Shared = !l.Shared
	if l.Same(release.Lock) {
		return effects.Event{}, !release.Acquired.IsValid()
	}
	if !release.Acquired.IsValid() {
		return effects.Event{}, false
	}
	for i, e := range p.Events {
		if e.Kind == summary.Release && e.Pos != release.Pos && !e.Acquired.IsValid() && e.Lock.Same(release.Lock) && fn.Own(e.Pos) && touched(p.Events[:i], e.Lock) {
			return e, true
		}
	}
	return effects.Event{}, false
}
