package leakedlock

import (
	"go/token"
	"slices"

	"github.com/locklint/locklint/internal/effects"
	"github.com/locklint/locklint/internal/summary"
)

// Silence says why the rule finds nothing wrong with the locks that are taken or released at some places: none where
// there is nothing to look at, or where it does find something.
func Silence(result *effects.Result, at func(token.Pos) bool) (reasons []string, finds bool) {
	if !result.Happens(at) {
		return nil, false
	}
	for _, f := range faultsOf(result) {
		if at(f.at()) {
			return nil, true
		}
	}
	add := func(reason string) {
		if reason != "" && !slices.Contains(reasons, reason) {
			reasons = append(reasons, reason)
		}
	}
	for _, fn := range result.Plain() {
		for _, p := range fn.Paths {
			for _, h := range p.Held {
				if at(h.Pos) {
					add(why(result, fn, p, h))
				}
			}
		}
	}
	if len(reasons) > 0 {
		return reasons, false
	}
	for _, fn := range result.Plain() {
		for _, p := range fn.Paths {
			for _, e := range p.Events {
				if e.Kind == summary.Acquire && at(e.Pos) {
					add("the lock is released on every way out")
				}
			}
		}
	}
	return reasons, false
}

// why goes through the same questions as leak.
func why(result *effects.Result, fn *effects.Function, p effects.Path, h effects.Held) string {
	released := releasesOf(fn, p, h.Event)
	switch {
	case !fn.Followed():
		return "the function has more paths than are followed"
	case !effects.Judged(h.Lock):
		return "the lock is not given back by hand: the transaction releases it when it ends"
	case effects.OnPool(h.Event):
		return "the lock was taken through a pool, which is another fault (pooledlock)"
	case h.Away:
		return "the lock is handed on: returned, stored, sent, or given to somebody who may release it"
	case p.Ends && !mayEnd(result, fn, p):
		return "the way out is a panic that nobody in sight recovers"
	case triedToRelease(p, h.Event):
		return "the path tries to release the lock"
	case len(released) == 0:
		return "the function releases the lock on no path: somebody else is meant to"
	case !surely(fn, p, h.Event, released):
		return "the way out can be reached without the lock, so the two may hang together"
	case handsOn(p, released):
		return "the function keeps the lock where it went well, and releases it where it failed"
	case keepsClaim(fn, p, h.Event, released):
		return "the key is kept where it went well and deleted only where it failed: a claim (claimonly)"
	}
	return "somebody else releases the lock, or the path knows why it does not"
}
