package effects

import (
	"slices"

	"github.com/locklint/locklint/internal/section"
	"github.com/locklint/locklint/internal/summary"
)

// A key that is set where it is absent (SET NX) is one of a lock, of a cache entry, of a session or of a mark. Which of
// them is judged as for a deletion (see [Result.NoLock]): by what it is called, or by a function that takes it, works and
// deletes it.

// lockKeys are the patterns of the keys made by SET NX that something says are keys of locks.
func (r *Result) lockKeys(uses []keyUse) map[string]bool {
	out := map[string]bool{}
	for _, u := range uses {
		if p := u.Lock.Key.Pattern(); CallsItLock(p) || !CallsItMarker(p) && u.calledLock() {
			out[p] = true
		}
	}
	for _, fn := range r.funcs {
		for _, rel := range fn.Releases {
			if rel.By != nil && takesKey(rel.By.Event) && !out[rel.By.Lock.Key.Pattern()] &&
				r.NoLock(fn, rel, Taken{Pattern: pattern(rel.By.Lock.Key), Func: fn.Name}) == "" {
				out[rel.By.Lock.Key.Pattern()] = true
			}
		}
		for _, path := range fn.Paths {
			for _, e := range path.Events {
				if e.Kind == summary.Missed && e.Lock.Key != nil && fn.SaysBusy(e) && !r.InTest(e.Pos) {
					out[e.Lock.Key.Pattern()] = true
				}
			}
		}
	}
	return out
}

// A keyUse is a use of a key, with the name of the function around it.
type keyUse struct {
	section.Event
	in   string
	test bool
}

// calledLock tells that the function around the use, or one through which the key gets there, speaks of a lock.
func (u keyUse) calledLock() bool {
	names := append([]string{shortFunc(u.in)}, u.Via...)
	return !u.test && !CallsItMarker(names...) && (CallsItLock(names...) || u.Kind == summary.Acquire && slices.ContainsFunc(names, CallsItAcquire))
}

// SaysBusy tells that the function returns an error that speaks of a lock, or of somebody who is at work, where it did
// not get the lock that is acquired there.
func (f *Function) SaysBusy(acquire Event) bool {
	for _, path := range f.Paths {
		for _, e := range path.Events {
			if e.Kind == summary.Missed && e.Pos == acquire.Pos && path.Fails && path.Ends && CallsItBusy(path.Results[len(path.Results)-1].Text) {
				return true
			}
		}
	}
	return false
}
