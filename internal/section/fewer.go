package section

import (
	"slices"
	"strings"

	"github.com/locklint/locklint/internal/summary"
)

// What this file drops is nothing that a caller could act on: it makes room for what it can. It is the difference
// between a function that is understood and one that is capped.

// unreachable drops, from a case, the locks that are still held at its end and that nobody can give back: they live
// on a connection, or are part of a thing, that the function made and did not hand out.
func (k *Case) unreachable() {
	handed := map[string]bool{}
	note := func(x *summary.Expr) {
		x.Walk(func(e *summary.Expr) bool {
			if e.Op == summary.Fresh {
				handed[e.String()] = true
			}
			return true
		})
	}
	for _, r := range k.Results {
		note(r)
	}
	for _, s := range k.Stores {
		note(s.Addr)
		note(s.X)
	}
	mine := func(x *summary.Expr) bool {
		root := x.Root()
		return root != nil && root.Op == summary.Fresh && !handed[root.String()]
	}
	lost := func(e Event) bool {
		if e.Kind != summary.Acquire {
			return false
		}
		if e.Lock.Handle == nil {
			return mine(e.Lock.Conn)
		}
		return k.Exit == summary.Panics && mine(e.Lock.Handle)
	}
	for i := 0; i < len(k.Events); i++ {
		if e := k.Events[i]; lost(e) && !released(k.Events[i+1:], e.Lock) && !ran(refs(k.Events[i+1:])) {
			k.Events = slices.Delete(k.Events, i, i+1)
			i--
		}
	}
}

func released(later []Event, l summary.Lock) bool {
	return slices.ContainsFunc(later, func(e Event) bool { return e.Kind == summary.Release && e.Lock.Same(l) })
}

// ran tells that a function value of the caller runs.
func ran(events []*Event) bool {
	return slices.ContainsFunc(events, func(e *Event) bool { return e.Kind == summary.Run && given(e.Func) })
}

// closed drops the locks that were taken and given back around nothing that the caller gave: neither one of
// its function values ran under them nor a statement on a handle of it.
func closed(events []*Event) []*Event {
	out := slices.Clone(events)
	for i := 0; i < len(out); i++ {
		if out[i].Kind != summary.Acquire || out[i].handed {
			continue
		}
		end := slices.IndexFunc(out[i:], func(e *Event) bool { return e.Kind == summary.Release && e.Lock.Same(out[i].Lock) })
		if end < 0 || ran(out[i:i+end]) || slices.ContainsFunc(out[i:i+end], matters) {
			continue
		}
		out = slices.Delete(slices.Delete(out, i+end, i+end+1), i, i+1)
		i--
	}
	return slices.DeleteFunc(out, func(e *Event) bool { return e.Kind == summary.Run && !given(e.Func) })
}

// matters tells an event on a handle of the caller that may be a transaction.
func matters(e *Event) bool {
	return e.Kind != summary.Acquire && e.Kind != summary.Release && foreign(e)
}

// fewer makes do with less where a function has too many cases.
func fewer(cases []Case) []Case {
	for i := range cases {
		cases[i].Events = copies(closed(refs(cases[i].Events)))
	}
	return fewerPanics(joinCases(cases, Case.eventKey))
}

// fewerPanics keeps, of the cases that panic, one for each state that they leave: what a caller that recovers
// has to deal with.
func fewerPanics(cases []Case) []Case {
	seen := map[string]bool{}
	return slices.DeleteFunc(cases, func(k Case) bool {
		if k.Exit != summary.Panics {
			return false
		}
		left := k.leaves()
		again := seen[left]
		seen[left] = true
		return again
	})
}

// leaves says which locks and transactions are in another state when the case ends.
func (k Case) leaves() string {
	var left []string
	drop := func(name string) bool {
		i := slices.Index(left, name)
		if i >= 0 {
			left = slices.Delete(left, i, i+1)
		}
		return i >= 0
	}
	for _, e := range k.Events {
		switch e.Kind {
		case summary.Acquire:
			left = append(left, e.Lock.String())
		case summary.Release, summary.HandOff:
			if !drop(e.Lock.String()) {
				left = append(left, "-"+e.Lock.String())
			}
		case summary.Begin:
			left = append(left, e.Handle.String())
		case summary.Commit, summary.Rollback:
			if !drop(e.Handle.String()) {
				left = append(left, e.Kind.String()+e.Handle.String())
			}
		}
	}
	slices.Sort(left)
	return strings.Join(left, ";")
}

// compact forgets, where too many configs meet, what is over in each, and joins those that are alike then.
func (w *walker) compact(states []*config) []*config {
	for _, c := range states {
		c.visible = closed(c.visible)
		c.touch()
	}
	return w.joinUpTo(states, maxConfigs)
}

// maxCalls is how many calls of other programs, and waits, one trace has.
const maxCalls = 12

// worthKeeping tells that there is room for a call of another program, and that somebody may be able to say what
// bounds it.
func worthKeeping(trace []*Event, e *Event) bool {
	if e.Hopeless() && !e.Out.Endless {
		return false
	}
	n := 0
	for i := range trace {
		if trace[i].Out != nil {
			n++
		}
	}
	return n < maxCalls
}
