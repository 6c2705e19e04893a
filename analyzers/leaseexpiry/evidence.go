package leaseexpiry

import (
	"strings"

	"github.com/locklint/locklint/internal/effects"
	"github.com/locklint/locklint/internal/summary"
)

// What says that a key which is set where it is absent is a lock, and no mark that something was done once.

// releasedKeys are the keys that something in the package gives back or deletes.
func releasedKeys(result *effects.Result) map[string]bool {
	out := map[string]bool{}
	for _, fn := range result.Functions() {
		for _, path := range fn.Paths {
			for _, e := range path.Events {
				if p := e.Lock.Key.Pattern(); e.Kind == summary.Release && p != "" {
					out[p] = true
				}
			}
		}
	}
	return out
}

// names are what says of a key what it is for: its text, and the names of the type and the functions that take it.
func names(fn *effects.Function, acquire effects.Event) []string {
	called := fn.Name[strings.LastIndexByte(fn.Name, '/')+1:]
	_, called, _ = strings.Cut(called, ".") // without the package
	return append([]string{acquire.Lock.Key.Pattern(), called}, acquire.Via...)
}

// isLock tells that a key is one of a lock: it is given back somewhere, or called so, or who finds it is told "busy".
func (l looker) isLock(fn *effects.Function, acquire effects.Event) bool {
	if p := acquire.Lock.Key.Pattern(); p != "" && l.released[p] {
		return true
	}
	all := names(fn, acquire)
	if effects.CallsItMarker(all...) {
		return false
	}
	return effects.CallsItLock(all...) || fn.SaysBusy(acquire)
}

// outlivesItself tells that a lease that is not given back is held for the work that follows, by what it is called: its
// time is all that ends it. A turn, which keeps others from starting for a while, is none, nor what somebody else has.
func (l looker) outlivesItself(fn *effects.Function, path effects.Path, acquire effects.Event) bool {
	kept := false
	for _, h := range path.Held {
		kept = kept || h.Pos == acquire.Pos && !h.Away
	}
	all := names(fn, acquire)
	return kept && path.Ends && !l.released[acquire.Lock.Key.Pattern()] && !fn.IsTurn(acquire) &&
		effects.CallsItLock(all...) && !effects.CallsItMarker(all...)
}
