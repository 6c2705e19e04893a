package section

import (
	"slices"
	"testing"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/summary"
)

// A config and its clone share what they know until one of them learns or forgets something: the other hears nothing of it.
func TestCloneIsApart(t *testing.T) {
	x, y := summary.ParamOf(0), summary.ParamOf(1)
	change := map[string]func(c *config){
		"a value is bound":       func(c *config) { c.binds.set(values[1], y) },
		"a value is bound anew":  func(c *config) { c.binds.set(values[0], y) },
		"a value is forgotten":   func(c *config) { c.binds.remove(values[0]) },
		"a cell is written":      func(c *config) { c.set(x, y) },
		"a result is named":      func(c *config) { c.named.set("r", y) },
		"something is so":        func(c *config) { c.truths.set(y.String(), summary.Cond{X: y, Is: summary.IsNil}) },
		"something was so":       func(c *config) { c.before.set(y.String(), summary.Cond{X: y, Is: summary.IsNil}) },
		"all that is so is lost": func(c *config) { c.truths.remove(x.String()) },
		"an event comes": func(c *config) {
			c.live = append(c.live, &Event{Event: summary.Event{Kind: summary.Write, Table: "t"}})
		},
		"a lock is taken": func(c *config) { c.held = append(c.held, summary.Lock{Kind: catalog.Process, Handle: y}) },
	}
	known := func() *config {
		c := newConfig()
		c.binds.set(values[0], x)
		c.truths.set(x.String(), summary.Cond{X: x, Is: summary.NotNil})
		c.live = slices.Grow([]*Event{{Event: summary.Event{Kind: summary.Read, Table: "t"}}}, 8)
		return c
	}
	for what, f := range change {
		c := known()
		before := describe(c) + c.key()
		d := c.clone()
		f(d)
		d.touch()
		if got := describe(c) + c.key(); got != before {
			t.Errorf("%s in the clone: the first config is %s, was %s", what, got, before)
		}
		after := describe(d) + d.key()
		if after == before {
			t.Errorf("%s: nothing changed", what)
		}
		f(c)
		c.touch()
		if got := describe(d) + d.key(); got != after {
			t.Errorf("%s in the first config: its clone is %s, was %s", what, got, after)
		}
		if got := describe(c) + c.key(); got != after {
			t.Errorf("%s in the first config: it is %s, want %s", what, got, after)
		}
	}
}
