package section

import (
	"go/token"
	"slices"
	"testing"

	"github.com/locklint/locklint/internal/summary"
)

// What differs in locks, transactions or defers stays apart; what differs in values and statements does not.
func TestKey(t *testing.T) {
	base := func() *config {
		c := newConfig()
		c.held = []summary.Lock{{Handle: summary.ParamOf(0)}}
		c.live = []*Event{{Event: summary.Event{Kind: summary.Acquire, Lock: c.held[0]}, Pos: 1}}
		return c
	}
	for name, change := range map[string]func(*config){
		"a lock":        func(c *config) { c.held = append(c.held, summary.Lock{Handle: summary.ParamOf(1)}) },
		"a shared lock": func(c *config) { c.held[0].Shared = true },
		"a transaction": func(c *config) { c.open = append(c.open, summary.LocalOf(1)) },
		"an event": func(c *config) {
			c.live = add(c.live, &Event{Event: summary.Event{Kind: summary.Begin, Handle: pool[0]}})
		},
		"another place":   func(c *config) { c.live[0].Pos = 2 },
		"a visible event": func(c *config) { c.visible, c.live = c.live, nil },
		"a known run": func(c *config) {
			c.live = add(c.live, &Event{Event: summary.Event{Kind: summary.Run, Func: pool[0], Ret: summary.IsNil}})
		},
		"a panic under way": func(c *config) { c.panicking = true },
	} {
		c := base()
		change(c)
		c.touch()
		if c.key() == base().key() {
			t.Errorf("%s is no difference", name)
		}
	}
	c := base()
	c.live = add(c.live, &Event{Event: summary.Event{Kind: summary.Write, Handle: pool[0], Table: "t"}})
	c.binds.set(values[0], pool[0])
	c.set(pool[1], pool[0])
	w := &walker{fn: &Function{}}
	w.learn(c, pool[1], summary.IsNil)
	c.touch()
	if c.key() != base().key() {
		t.Errorf("a statement or a value is a difference: %s and %s", c.key(), base().key())
	}
}

// An assignment forgets what was known of the old value and its parts, and of nothing else.
func TestStore(t *testing.T) {
	x, y := summary.ParamOf(0).Dot("x"), summary.ParamOf(0).Dot("xy")
	w := &walker{fn: &Function{}}
	c := newConfig()
	for _, addr := range []*summary.Expr{x, x.Dot("in"), x.At(summary.ConstOf("0")), y, y.Dot("in")} {
		c.set(addr, summary.LocalOf(7))
		w.learn(c, addr, summary.NotNil)
	}
	c.store(x, summary.ParamOf(1))
	if got, ok := c.content(x); !ok || !summary.Equal(got, summary.ParamOf(1)) {
		t.Errorf("%v holds %v", x, got)
	}
	if got, _ := c.content(x.Dot("in")); !summary.Equal(got, summary.ParamOf(1).Dot("in")) {
		t.Errorf("%v holds %v, the field of the new value is wanted", x.Dot("in"), got)
	}
	for _, addr := range []*summary.Expr{y, y.Dot("in")} {
		if got, ok := c.content(addr); !ok || w.truth(c, addr) != summary.NotNil {
			t.Errorf("%v is forgotten: %v", addr, got)
		}
	}
	if w.truth(c, x) != summary.Unknown || w.truth(c, x.Dot("in")) != summary.Unknown {
		t.Errorf("%v is still known to be %v, its part %v", x, w.truth(c, x), w.truth(c, x.Dot("in")))
	}
	if was, ok := c.before.lookup(x.String()); !ok || was.Is != summary.NotNil {
		t.Errorf("what was known before is lost: %v", was)
	}
}

// A clone is a config of its own.
func TestClone(t *testing.T) {
	c := newConfig()
	c.set(pool[1], pool[0])
	c.held = []summary.Lock{{Handle: pool[0]}}
	c.live = []*Event{{Event: summary.Event{Kind: summary.Acquire, Lock: c.held[0]}}}
	before, key := describe(c), c.key()
	d := c.clone()
	w := &walker{fn: &Function{}}
	w.learn(d, pool[0], summary.NotNil)
	d.store(pool[1], summary.NilExpr)
	d.binds.set(values[0], pool[0])
	d.held[0].Shared = true
	d.live = append(d.live, &Event{Pos: 9})
	c.touch()
	if describe(c) != before || c.key() != key {
		t.Errorf("changing a clone changed\n%s\nto\n%s", before, describe(c))
	}
}

// A loop leaves the trace of its last round, and the order in which things last happened.
func TestAdd(t *testing.T) {
	ev := func(kind summary.Kind, pos int) *Event {
		return &Event{Event: summary.Event{Kind: kind, Handle: pool[0], Lock: summary.Lock{Handle: pool[0]}}, Pos: token.Pos(pos), Acquired: 1}
	}
	acquire, write, other, release := ev(summary.Acquire, 1), ev(summary.Write, 2), ev(summary.Write, 3), ev(summary.Release, 4)
	entry := release.with(func(e *Event) { e.Acquired = token.NoPos })
	for _, tt := range []struct{ in, want []*Event }{
		{[]*Event{acquire, write, release}, []*Event{acquire, write, release}},
		{[]*Event{write, write}, []*Event{write}},
		{[]*Event{write, other, write}, []*Event{write, other}}, // nothing but statements in between
		{[]*Event{acquire, write, release, acquire, write, release}, []*Event{acquire, write, release}},
		{[]*Event{acquire, release, acquire}, []*Event{acquire}}, // and with the first it was given back
		{[]*Event{entry, acquire, release, acquire}, []*Event{entry, acquire}},
	} {
		var got []*Event
		for _, e := range tt.in {
			got = add(got, e)
		}
		if !slices.EqualFunc(got, tt.want, func(x, y *Event) bool { return x.identity() == y.identity() }) {
			t.Errorf("%s became %s, want %s", trace(tt.in), trace(got), trace(tt.want))
		}
	}
}
