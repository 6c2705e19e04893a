package section

import (
	"go/token"
	"strings"

	"github.com/locklint/locklint/internal/summary"
)

// A function value that panics ends the functions that run it, and their deferred calls run on the way. What those do is
// known where they stand; that it panics, only where it comes from. So the event that it runs says what happens if it does.

// A thrown config is one on which a call panicked.
type thrown struct {
	*config
	pos token.Pos
}

// throw ends what is being done on a config: it panics.
func (w *walker) throw(c *config, pos token.Pos) {
	c.panicking = true
	c.touch()
	w.thrown = append(w.thrown, thrown{c, pos})
}

// catch does something and tells on which configs it panicked.
func (w *walker) catch(do func() []*config) (states []*config, caught []thrown) {
	outer := w.thrown
	w.thrown = nil
	states = do()
	caught, w.thrown = w.thrown, outer
	return states, caught
}

// caughtBy are configs that go on behind a panic which a deferred call ends.
func caughtBy(all []thrown, panicking bool) []*config {
	var out []*config
	for _, t := range all {
		t.panicking = panicking
		t.touch()
		out = append(out, t.config)
	}
	return out
}

// An unwinding is a [summary.Unwinding] whose events have their places.
type unwinding struct{ events []Event }

// maxUnwinds bounds in how many ways, and with how many events each, the functions may be left that run a function.
const (
	maxUnwinds      = 4
	maxUnwindEvents = 16
)

// unwindsKey is what parts two Run events of the same function.
func (e *Event) unwindsKey() string {
	var b strings.Builder
	if e.Caught {
		b.WriteString("caught")
	}
	for _, u := range e.unwinds {
		b.WriteByte('^')
		for _, e := range u.events {
			b.WriteString(e.Event.String())
			b.WriteByte(',')
		}
	}
	return b.String()
}

func mapUnwinds(ways []unwinding, f func(Event) (Event, bool)) []unwinding {
	if len(ways) == 0 {
		return nil
	}
	out := make([]unwinding, len(ways))
	for i, u := range ways {
		for _, e := range u.events {
			if e, ok := f(e); ok {
				out[i].events = append(out[i].events, e)
			}
		}
	}
	return out
}

func foreignEvent(e summary.Event) Event {
	out := Event{Event: e, Imported: true}
	for _, u := range e.Unwinds {
		var way unwinding
		for _, e := range u.Events {
			way.events = append(way.events, foreignEvent(e))
		}
		out.unwinds = append(out.unwinds, way)
	}
	out.Unwinds = nil
	return out
}

func plainEventOf(e Event) summary.Event {
	for _, u := range e.unwinds {
		var way summary.Unwinding
		for _, e := range u.events {
			way.Events = append(way.Events, plainEventOf(e))
		}
		e.Event.Unwinds = append(e.Event.Unwinds, way)
	}
	return e.Event
}

// passThrough does what is done on the way out of the functions that run a function that has panicked.
func (w *walker) passThrough(t thrown, e Event, f frame) {
	if len(e.unwinds) == 0 && !e.Caught {
		w.thrown = append(w.thrown, t)
	}
	for _, way := range e.unwinds {
		for _, c := range w.does(t.config.clone(), way, f) {
			w.throw(c, t.pos)
		}
	}
}

// does lets the events of an unwinding happen.
func (w *walker) does(c *config, way unwinding, f frame) []*config {
	states := []*config{c}
	for _, e := range way.events {
		var next []*config
		for _, c := range states {
			next = append(next, w.happen(c, e, f)...)
		}
		states = w.join(next)
	}
	return states
}

// unwinds says of a Run event, before it happens, what this function does where the function that is run panics. Where it
// recovers, that is one more way through it, on which that is supposed.
func (w *walker) unwinds(c *config, e *Event) {
	if len(c.defers) == 0 || IsLoopBody(w.fn.Fn) || !callers(e.Func) || e.Thrown || e.Caught || c.supposed || w.steps > maxSteps {
		return
	}
	ways := e.unwinds
	if len(ways) == 0 {
		ways = []unwinding{{}}
	}
	seen, capped, partial := w.seen, w.fn.Capped, w.partial
	defer func() { w.seen, w.fn.Capped, w.partial = seen, capped, partial }()
	w.seen = nil
	var out []unwinding
	var recovered []*config
	escapes := false
	for _, way := range ways {
		start := c.clone()
		start.supposed, start.logs, start.log, start.panicking = true, true, nil, true
		run := *e
		run.Thrown, run.unwinds = true, nil
		w.append(start, run)
		start.log = nil
		for _, start := range w.does(start, way, frame{}) {
			for _, end := range w.unwind(start) {
				escapes = escapes || end.panicking
				switch {
				case !end.panicking:
					end.logs, end.log = false, nil
					end.touch()
					recovered = append(recovered, end)
				case len(out) < maxUnwinds && len(end.log) <= maxUnwindEvents:
					out = append(out, unwinding{copies(end.log)})
				default:
					capped = true
				}
			}
		}
	}
	e.unwinds, e.Caught = out, !escapes || len(out) == 0 // of ways that are too long nobody is told
	w.unwound(recovered)
}
