package section

import (
	"slices"

	"github.com/locklint/locklint/internal/summary"
)

// Nothing is said about a lock in the function that has handed it off. Its caller may know more: that a function of his
// which ran under the lock gave it back, or that it is a lock which the function took once more by another name.

// handed takes a lock that is handed off out of what the rules see of the path.
func (w *walker) handed(c *config, lock summary.Lock) {
	taken := func(e *Event) bool { return e.Kind == summary.Acquire && e.Lock.Same(lock) }
	if !known(lock) || !slices.ContainsFunc(c.live, taken) {
		c.live = slices.DeleteFunc(slices.Clone(c.live), taken)
		return
	}
	var live []*Event
	for _, e := range c.live {
		if taken(e) {
			e = e.with(func(e *Event) { e.handed, e.id = true, "" })
		}
		live = add(live, e)
	}
	c.live = live
	w.append(c, Event{Event: summary.Event{Kind: summary.HandOff, Lock: lock}, handed: true})
}

// withoutHanded is a trace without the locks that were handed off of which no caller can know more.
func withoutHanded(trace []*Event) []*Event {
	return without(trace, func(e *Event) bool { return e.handed && !callersKnow(trace, e.Lock) })
}

// callersKnow tells that a function of the caller ran under a lock that was handed off, or that it was given back as well.
func callersKnow(trace []*Event, lock summary.Lock) bool {
	under := false
	for _, e := range trace {
		switch {
		case e.Kind == summary.Run && callers(e.Func):
			if under {
				return true
			}
		case e.handed && e.Lock.Same(lock):
			if e.Kind == summary.Release {
				return true
			}
			under = e.Kind == summary.Acquire
		}
	}
	return false
}

// seenByRules are the events of a trace that are part of its path.
func seenByRules(trace []*Event) []*Event {
	return without(trace, func(e *Event) bool { return e.handed })
}
