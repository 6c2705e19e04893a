package claimonly

import (
	"go/token"
	"slices"
	"strings"
	"time"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/effects"
	"github.com/locklint/locklint/internal/summary"
)

// A claim is a place at which a key is set where it is absent, with the paths behind it.
type claim struct {
	effects.Event
	fn     *effects.Function
	held   []way // the paths on which the key was set
	missed []way // those on which somebody else had set it, or it could not be tried
}

// A way is a path with what happens on it behind the claim.
type way struct {
	effects.Path
	after []effects.Event
}

// claimsOf are the claims of all functions. What a function literal does that another function runs is judged there.
func claimsOf(result *effects.Result) []*claim {
	var outer, inner []*claim
	for _, fn := range result.Plain() {
		if fn.Literal() {
			inner = append(inner, claimsIn(fn)...)
		} else {
			outer = append(outer, claimsIn(fn)...)
		}
	}
	for _, c := range inner {
		if !slices.ContainsFunc(outer, func(o *claim) bool { return o.Pos == c.Pos }) {
			outer = append(outer, c)
		}
	}
	return outer
}

func claimsIn(fn *effects.Function) []*claim {
	var out []*claim
	at := map[token.Pos]*claim{}
	for _, p := range fn.Paths {
		for _, e := range p.Events {
			if l := e.Lock; e.Kind == summary.Acquire && l.Kind == catalog.Lease && l.Handle == nil && l.Key != nil && fn.Own(e.Pos) && !e.Deferred && at[e.Pos] == nil {
				at[e.Pos] = &claim{Event: e, fn: fn}
				out = append(out, at[e.Pos])
			}
		}
	}
	for _, p := range fn.Paths {
		for i, e := range p.Events {
			c := at[e.Pos]
			switch {
			case c == nil:
			case e.Kind == summary.Acquire:
				c.held = append(c.held, way{p, p.Events[i+1:]})
			case e.Kind == summary.Missed:
				c.missed = append(c.missed, way{p, p.Events[i+1:]})
			}
		}
	}
	return out
}

// judge says why the claim is no fault, or "".
func (c *claim) judge(result *effects.Result, retry time.Duration) (f fault, why string) {
	f = fault{claim: c}
	switch {
	case !c.fn.Followed():
		return f, "the function has more paths than are followed"
	case result.InTest(c.Pos):
		return f, "a test may do so on purpose"
	case c.Traits.Has(summary.Renews):
		return f, "the key is renewed: it is a lock"
	case c.fn.IsTurn(c.Event):
		return f, "the key is that of a turn or of a throttle: it is kept whatever came of it"
	case c.dropped(isSuccess):
		return f, "the key is given back where the work succeeds: it is a lock, of which leakedlock tells"
	case c.droppedElsewhere(result):
		return f, "another function of the package gives the key back"
	case c.worksInside():
		return f, "the function that sets the key does the work too, and is judged there"
	case !c.refuses():
		return f, "where the key is there already, the work is done all the same, or nobody looks: it is not the guard"
	case !c.precedesWork():
		return f, "nothing is done behind the claim, as far as is known: what it guards is elsewhere"
	case c.guarded():
		return f, "the write that follows handles a duplicate: the database is the guard"
	}
	why = "the key is deleted or settled on every way out that fails, as far as is known"
	for _, w := range c.held {
		out, fails := c.fails(result, w)
		if !fails {
			continue
		}
		life, ok := c.life(w)
		switch {
		case !ok:
			why = "it is not known how long the key lives"
		case life != 0 && life <= retry:
			why = "the key lives no longer than a client waits before it tries again (-claimonly.retry)"
		default:
			f.life, f.out, f.path = life, out, w
			return f, ""
		}
	}
	return f, why
}

func isSuccess(w way) bool { return !w.Fails && w.Answer != summary.IsFalse }

func isFailure(w way) bool { return !isSuccess(w) }

// dropped tells that the key is deleted on one of the paths that are such.
func (c *claim) dropped(such func(way) bool) bool {
	return slices.ContainsFunc(c.held, func(w way) bool { return such(w) && c.drops(w) })
}

func (c *claim) drops(w way) bool {
	return slices.ContainsFunc(w.after, func(e effects.Event) bool {
		return (e.Kind == summary.Release || e.Kind == summary.Unreleased) && (e.Acquired == c.Pos || e.Lock.Same(c.Lock))
	})
}

// droppedElsewhere tells that a function which does not set the key deletes it, and is not called where it is set.
func (c *claim) droppedElsewhere(result *effects.Result) bool {
	pattern := c.Lock.Key.Pattern()
	if !strings.ContainsFunc(pattern, isLetter) {
		return false
	}
	var by []*effects.Function
	called := map[string]bool{}
	for _, fn := range result.Functions() {
		for _, r := range fn.Releases {
			switch {
			case r.Lock.Key.Pattern() != pattern:
			case r.By != nil:
				for _, v := range r.Via {
					called[v] = true
				}
			case !r.Unheld && !fn.Literal():
				by = append(by, fn)
			}
		}
	}
	return slices.ContainsFunc(by, func(fn *effects.Function) bool { return !called[fn.Called()] })
}

func isLetter(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' }

// worksInside tells that the key is set in a call that does more than that.
func (c *claim) worksInside() bool {
	return len(c.Via) > 0 && slices.ContainsFunc(c.held, func(w way) bool {
		return slices.ContainsFunc(w.Events, func(e effects.Event) bool { return works(e) && e.SameCall(c.Event) && !c.settles(e) })
	})
}

// works tells an event that is part of the work.
func works(e effects.Event) bool {
	switch e.Kind {
	case summary.Read, summary.Write, summary.Run, summary.Outbound, summary.Begin, summary.Commit:
		return true
	}
	return false
}

// changes tells an event that others can see.
func changes(e effects.Event) bool {
	switch e.Kind {
	case summary.Write, summary.Run, summary.Spawn, summary.Outbound, summary.Commit:
		return true
	}
	return false
}

// refuses tells that the function looks at whether the key was set, and does nothing where it was there already.
func (c *claim) refuses() bool {
	told := false
	for _, w := range c.missed {
		outcome := w.Events[len(w.Events)-len(w.after)-1]
		switch {
		case outcome.Dropped:
			return false
		case outcome.Why == summary.Failed: // who works without the store of the claims is refused by nobody
			continue
		}
		told = true
		if slices.ContainsFunc(w.after, changes) {
			return false
		}
	}
	return told
}

// precedesWork tells that the function does something behind the claim, or calls something that may.
func (c *claim) precedesWork() bool {
	return c.fn.CallsBehind(c.Event) || slices.ContainsFunc(c.held, func(w way) bool {
		return slices.ContainsFunc(w.after, func(e effects.Event) bool { return works(e) && !e.SameCall(c.Event) && !c.settles(e) })
	})
}

// guarded tells that a write behind the claim copes with a duplicate.
func (c *claim) guarded() bool {
	return slices.ContainsFunc(c.held, func(w way) bool {
		return slices.ContainsFunc(w.after, func(e effects.Event) bool {
			return e.Kind == summary.Write && (e.Traits.Has(summary.Unique) || e.Traits.Has(summary.Upsert) && !c.settles(e))
		})
	})
}

// fails tells that a path fails with the claim on it, that nobody else drops it, and where.
func (c *claim) fails(result *effects.Result, w way) (out token.Pos, fails bool) {
	i := slices.IndexFunc(w.Held, func(h effects.Held) bool { return h.Pos == c.Pos })
	if i < 0 || w.Held[i].Away || c.drops(w) {
		return token.NoPos, false
	}
	var own []effects.Event
	for _, e := range w.after {
		if c.settles(e) {
			own = append(own, e)
		}
	}
	out, fails = c.fn.FailsBehind(w.Path, c.Event, own)
	if !fails || len(c.Via) > 0 && !slices.ContainsFunc(w.after, func(e effects.Event) bool { return works(e) && !e.SameCall(c.Event) }) {
		return token.NoPos, false
	}
	if c.makesGood(w) || c.pastWork(w) || result.ReleasedByOthers(c.fn, w.Path, c.Event, effects.Event{}) {
		return token.NoPos, false
	}
	return out, !c.registered(w)
}

// registered tells that a deletion was there to be executed, and knew why it did nothing.
func (c *claim) registered(failed way) bool {
	return slices.ContainsFunc(c.held, func(w way) bool {
		return slices.ContainsFunc(w.after, func(e effects.Event) bool {
			return e.Kind == summary.Release && e.Acquired == c.Pos && c.fn.Executed(failed.Path, e)
		})
	})
}

// makesGood tells that something happens on a failing path that happens on none that succeeds: the failure is
// remembered, put back into a queue, or the like.
func (c *claim) makesGood(failed way) bool {
	usual := map[token.Pos]bool{}
	success := false
	for _, w := range c.held {
		if w.Ends && isSuccess(w) {
			success = true
			for _, e := range w.after {
				usual[e.Pos] = true
			}
		}
	}
	return success && slices.ContainsFunc(failed.after, func(e effects.Event) bool {
		return (changes(e) || e.Kind == summary.Extend || e.Kind == summary.Release) && !usual[e.Pos]
	})
}

// pastWork tells that the path goes on behind work whose failure drops the claim: that work is done, and must not be
// done again.
func (c *claim) pastWork(failed way) bool {
	return slices.ContainsFunc(c.held, func(w way) bool {
		if !isFailure(w) || !c.drops(w) {
			return false
		}
		done := map[token.Pos]bool{}
		for _, e := range w.after {
			if changes(e) {
				done[e.Pos] = true
			}
		}
		past, more := false, false
		for _, e := range failed.after {
			more = more || past && works(e) && !done[e.Pos]
			past = past || done[e.Pos]
		}
		return more
	})
}

// life is how long the claim lives on a path: what it was given last.
func (c *claim) life(w way) (life time.Duration, known bool) {
	if c.TTL == nil {
		return 0, false
	}
	life, known = c.Life()
	for _, e := range w.after {
		if c.settles(e) && e.Kind == summary.Extend {
			life, known = e.Life()
		} else if c.settles(e) {
			return 0, false
		}
	}
	return life, known
}
