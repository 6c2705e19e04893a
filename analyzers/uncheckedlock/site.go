package uncheckedlock

import (
	"go/token"
	"slices"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/effects"
	"github.com/locklint/locklint/internal/section"
	"github.com/locklint/locklint/internal/summary"
)

// A site is a place at which a function may fail to obtain a lock, with the paths behind it.
type site struct {
	fn     *effects.Function
	pos    token.Pos
	held   []branch // the paths on which it is obtained
	misses []branch // those on which it is not
}

// A branch is a path from the acquire on.
type branch struct {
	effects.Path
	outcome effects.Event // the acquire, or that it was missed
	after   []effects.Event
}

// sitesOf are the sites of a function, in the order in which its paths come to them.
func sitesOf(fn *effects.Function) []*site {
	var out []*site
	at := map[token.Pos]*site{}
	for _, path := range fn.Paths {
		for _, e := range path.Events {
			if e.Kind == summary.Missed && !e.Again && !e.Deferred && at[e.Pos] == nil {
				at[e.Pos] = &site{fn: fn, pos: e.Pos}
				out = append(out, at[e.Pos])
			}
		}
	}
	for _, path := range fn.Paths {
		for i, e := range path.Events {
			s := at[e.Pos]
			b := branch{Path: path, outcome: e, after: path.Events[i+1:]}
			switch {
			case s == nil:
			case e.Kind == summary.Missed && e.Again:
			case e.Kind == summary.Missed:
				s.misses = append(s.misses, b)
			case e.Kind == summary.Acquire:
				s.held = append(s.held, b)
			}
		}
	}
	return out
}

func (s *site) missed() effects.Event { return s.misses[0].outcome }

// judge gives the category of the fault, or "".
func (s *site) judge() string {
	switch {
	case !s.isLock():
		return ""
	case s.dropped():
		return ignored
	case s.inverted():
		return inverted
	}
	busy, failed := s.missesFor(mayBeBusy), s.missesFor(isFailed)
	switch {
	case s.runsAnyway(busy):
		return fallThrough
	case s.runsAnyway(failed) && len(busy) > 0:
		return failOpen
	case s.runsAnyway(failed):
		return fallThrough
	case s.swallowed(busy) || s.skipsRun(busy):
		return busySuccess
	case s.swallowed(failed):
		return failOpen
	}
	return ""
}

func mayBeBusy(e effects.Event) bool { return e.Why != summary.Failed }

func isFailed(e effects.Event) bool { return e.Why == summary.Failed }

// missesFor are the paths on which the lock is missed for a reason, and on which this function is told so:
// what a callee keeps for itself is judged there.
func (s *site) missesFor(why func(effects.Event) bool) []branch {
	var out []branch
	for _, m := range s.misses {
		if why(m.outcome) && m.outcome.Heeded && !m.outcome.Untold {
			out = append(out, m)
		}
	}
	return out
}

// isLock tells a lock from a marker: a key that is set where it is absent, and that nobody here deletes, may be
// either, and is a lock where a name says so.
func (s *site) isLock() bool {
	l, via := s.missed().Lock, s.missed().Via
	named := lockWord(l.Key.Pattern()) || lockWord(s.fn.Name)
	if len(via) > 0 {
		named = named || lockWord(via[0])
		if !named && len(s.releases()) == 0 { // a call that takes a lock among other things
			return false
		}
	}
	if l.Kind != catalog.Lease || l.Handle != nil {
		return true
	}
	return named || len(s.releases()) > 0 || s.runsGiven()
}

// releases are the places at which the lock is given back on the paths that hold it, or on those that do not.
func (s *site) releases() map[token.Pos]bool {
	out := map[token.Pos]bool{}
	for _, b := range slices.Concat(s.held, s.misses) {
		for _, e := range b.after {
			if e.Kind == summary.Release && (e.Acquired == s.pos || e.Lock.Same(b.outcome.Lock)) && !s.early(e) {
				out[e.Pos] = true
			}
		}
	}
	return out
}

// early tells a release that was deferred before the acquire: it runs whatever the outcome, and is another
// rule's business.
func (s *site) early(e effects.Event) bool { return e.Deferred && e.Pos < s.pos }

// dropped tells that nobody looks at the outcome and that the path goes on.
func (s *site) dropped() bool {
	for _, m := range s.misses {
		if m.outcome.Dropped {
			return true
		}
	}
	return false
}

// A piece is something that is done under the lock.
type piece struct {
	kind summary.Kind
	pos  token.Pos
}

// work is what is done on the branches: writes, calls of other programs, functions that the caller gave.
func (s *site) work(branches []branch) map[piece]bool {
	out := map[piece]bool{}
	nested := s.nested()
	for _, b := range branches {
		for _, e := range b.after {
			if e.Kind == summary.Release && (e.Acquired == s.pos || e.Lock.Same(b.outcome.Lock)) {
				break
			}
			if e.Kind == summary.Acquire && !nested[e.Pos] { // another lock takes its place
				break
			}
			if e.Again && e.Pos == s.pos { // what follows belongs to a round that missed its lock
				break
			}
			if isWork(e) && !s.early(e) && !e.SameCall(b.outcome) {
				out[piece{e.Kind, e.Pos}] = true
			}
		}
	}
	return out
}

// nested are the places at which other locks are taken while this one is held.
func (s *site) nested() map[token.Pos]bool {
	out := map[token.Pos]bool{}
	for _, b := range s.held {
		for _, e := range b.after {
			if e.Kind == summary.Acquire {
				out[e.Pos] = true
			}
		}
	}
	return out
}

func isWork(e effects.Event) bool {
	switch e.Kind {
	case summary.Write, summary.Outbound, summary.Run, summary.Spawn:
		return true
	}
	return false
}

// runsAnyway tells that all that is done with the lock is done without it too.
func (s *site) runsAnyway(misses []branch) bool {
	guarded, unguarded := s.work(s.held), s.work(misses)
	if len(guarded) > 0 {
		return contains(unguarded, guarded)
	}
	return s.releasesAnyway(misses)
}

func contains(all, some map[piece]bool) bool {
	for p := range some {
		if !all[p] {
			return false
		}
	}
	return true
}

// releasesAnyway tells that the lock is given back on a path that never had it and does not fail.
func (s *site) releasesAnyway(misses []branch) bool {
	return slices.ContainsFunc(misses, func(m branch) bool { return !m.Fails && s.givesBack(m) })
}

// givesBack tells that the lock is given back on the path, and not by a defer that stood before the acquire.
func (s *site) givesBack(b branch) bool {
	releases := s.releases()
	return slices.ContainsFunc(b.after, func(e effects.Event) bool {
		return e.Kind == summary.Release && releases[e.Pos] && !s.early(e)
	})
}

// inverted tells that the paths that hold the lock do nothing with it, not even give it back, and those that do not
// hold it do.
func (s *site) inverted() bool {
	if len(s.held) == 0 || len(s.work(s.held)) > 0 || slices.ContainsFunc(s.held, s.released) {
		return false
	}
	told := s.missesFor(func(effects.Event) bool { return true })
	works := len(s.work(told)) > 0
	if works && slices.ContainsFunc(told, s.givesBack) || s.missed().Lock.Kind == catalog.Process && s.releasesAnyway(told) {
		return true
	}
	return works && !slices.ContainsFunc(s.held, func(b branch) bool { return !b.Fails })
}

func (s *site) released(b branch) bool {
	return slices.ContainsFunc(b.after, func(e effects.Event) bool { return e.Kind == summary.Release && e.Acquired == s.pos })
}

// returnsHeld tells that the function is a helper that returns with the lock held.
func (s *site) returnsHeld() bool {
	return slices.ContainsFunc(s.held, func(b branch) bool {
		return b.Ends && b.Exit == summary.Returns && !b.Fails && !s.released(b)
	}) && lockWord(s.fn.Name)
}

// swallowed tells that a helper that returns with the lock held returns the same where it was missed.
func (s *site) swallowed(misses []branch) bool {
	if !s.returnsHeld() {
		return false
	}
	return slices.ContainsFunc(misses, func(m branch) bool {
		return m.Ends && m.Exit == summary.Returns && !m.Fails && len(m.Results) > 0 && slices.ContainsFunc(s.held, func(b branch) bool {
			return b.Ends && !b.Fails && !s.released(b) && slices.EqualFunc(b.Results, m.Results, sameResult)
		})
	})
}

// sameResult tells that a caller cannot tell two results apart.
func sameResult(a, b section.Result) bool {
	if a.Is == summary.Unknown {
		return a.Text != "" && a.Text == b.Text
	}
	return a.Is == b.Is
}

// runsGiven tells that a function that the caller gave is run under the lock.
func (s *site) runsGiven() bool {
	return slices.ContainsFunc(s.held, func(b branch) bool { return slices.ContainsFunc(b.after, given) })
}

func given(e effects.Event) bool {
	return e.Kind == summary.Run && e.Func != nil && e.Func.Op == summary.Param
}

// skipsRun tells a runner, whose error is its only answer, that answers with nil where it ran nothing. A key that is
// never given back is a marker: what it stands for was done.
func (s *site) skipsRun(misses []branch) bool {
	if !s.runsGiven() || s.fn.Literal() || len(s.releases()) == 0 {
		return false
	}
	return slices.ContainsFunc(misses, func(m branch) bool {
		return m.Ends && m.Exit == summary.Returns && len(m.Results) == 1 && m.Results[0].Is == summary.IsNil && !slices.ContainsFunc(m.after, given) && !m.asks()
	})
}

// asks tells that the path that missed the lock reads the key: what it answers depends on what the holder has left there,
// as that the work is done.
func (b branch) asks() bool {
	return slices.ContainsFunc(b.after, func(e effects.Event) bool {
		return e.Kind == summary.Read && e.Item != nil && summary.Equal(e.Item, b.outcome.Lock.Key)
	})
}

// shown is the work for the timeline: where the lock guards some, that of it which is done without the lock.
func (s *site) shown(category string) []effects.Event {
	if category == busySuccess || category == failOpen && len(s.work(s.misses)) == 0 {
		return nil
	}
	const most = 3
	guarded, releases := s.work(s.held), s.releases()
	var out []effects.Event
	for _, m := range s.misses {
		for _, e := range m.after {
			work := isWork(e) && (len(guarded) == 0 || guarded[piece{e.Kind, e.Pos}])
			if (work || e.Kind == summary.Release && releases[e.Pos]) && len(out) < most && !slices.ContainsFunc(out, func(o effects.Event) bool { return o.Pos == e.Pos }) {
				out = append(out, e)
			}
		}
	}
	return out
}
