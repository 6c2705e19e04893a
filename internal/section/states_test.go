package section

import (
	"slices"
	"testing"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/summary"
)

// A lock that is held, and a transaction that is open, come with the event that brought them, not with what happened to them or
// to others later.
func TestStateOrigins(t *testing.T) {
	a, b := summary.Lock{Handle: summary.ParamOf(0)}, summary.Lock{Handle: summary.ParamOf(1)}
	x, y := summary.LocalOf(1), summary.LocalOf(2)
	c := newConfig()
	c.held, c.open = []summary.Lock{a, b}, []*summary.Expr{x, y}
	c.live = []*Event{
		{Event: summary.Event{Kind: summary.Acquire, Lock: a}, Pos: 1},
		{Event: summary.Event{Kind: summary.Begin, Handle: x}, Pos: 2},
		{Event: summary.Event{Kind: summary.Missed, Lock: a}, Pos: 3},
		{Event: summary.Event{Kind: summary.Write, Handle: x}, Pos: 4},
		{Event: summary.Event{Kind: summary.Acquire, Lock: b}, Pos: 5},
		{Event: summary.Event{Kind: summary.Begin, Handle: y}, Pos: 6},
	}
	if got := positions(c.acquires()); !slices.Equal(got, []int{1, 5}) {
		t.Errorf("the locks come from %v", got)
	}
	if got := positions(c.begins()); !slices.Equal(got, []int{2, 6}) {
		t.Errorf("the transactions come from %v", got)
	}
}

func positions(events []Event) []int {
	var out []int
	for _, e := range events {
		out = append(out, int(e.Pos))
	}
	return out
}

// A release finds its acquire whether that named the element of the map or slice, or took whichever it was.
func TestAcquireOf(t *testing.T) {
	locks := summary.ParamOf(0).Dot("locks")
	first, second := summary.Lock{Handle: locks.At(summary.ConstOf("0"))}, summary.Lock{Handle: locks.At(summary.ConstOf("1"))}
	c := newConfig()
	for i, l := range []summary.Lock{first, {Handle: locks.At(nil)}} {
		c.live = []*Event{{Event: summary.Event{Kind: summary.Acquire, Lock: l}, Pos: 1}}
		if c.acquireOf(first) == nil {
			t.Errorf("nobody has taken %v, although %v was taken", first, l)
		}
		if got := c.acquireOf(second) != nil; got != (i == 1) {
			t.Errorf("%v was taken with %v: %v", second, l, got)
		}
	}
}

// A caller cannot know a variable of the function that runs its text: the number of one stands for another variable there.
func TestTextsHandOn(t *testing.T) {
	w := &walker{fn: &Function{}}
	given := []*summary.Expr{summary.ParamOf(1), summary.LocalOf(3), nil}
	for _, args := range given {
		w.useText(newConfig(), Event{Event: summary.Event{Func: summary.ParamOf(0), Args: []*summary.Expr{args}}})
	}
	got := w.texts()
	if len(got) != len(given) {
		t.Fatalf("%d texts are handed on, want %d", len(got), len(given))
	}
	for i, want := range []*summary.Expr{given[0], nil, nil} {
		if len(got[i].Args) != 1 || got[i].Args[0] != want {
			t.Errorf("the text with %v is handed on with %v, want %v", given[i], got[i].Args, want)
		}
	}
	if w.fn.texts[1].Args[0] != given[1] {
		t.Errorf("the function itself forgets %v", given[1])
	}
}

// At the most configs that meet each keeps what is over; above, it is forgotten.
func TestConfigsAtTheLimit(t *testing.T) {
	step{"configs that meet", maxConfigs, func(n int) bool {
		lock := summary.Lock{Handle: summary.ParamOf(0)}
		var states []*config
		for i := range n {
			c := newConfig()
			c.held = []summary.Lock{{Handle: summary.LocalOf(i)}}
			c.visible = []*Event{{Event: summary.Event{Kind: summary.Acquire, Lock: lock}}, {Event: summary.Event{Kind: summary.Release, Lock: lock}}}
			states = append(states, c)
		}
		states = (&walker{fn: &Function{}}).join(states)
		return len(states) == n && len(states[0].visible) == 2
	}}.test(t)
}

// A lock that was taken and given back is forgotten, but where something of the caller's happened under it: one of its functions
// ran, or a statement on what may be its transaction. Either is enough.
func TestClosed(t *testing.T) {
	lock := summary.Lock{Handle: summary.GlobalOf("p.mu")}
	acquire, release := &Event{Event: summary.Event{Kind: summary.Acquire, Lock: lock}}, &Event{Event: summary.Event{Kind: summary.Release, Lock: lock}}
	event := func(kind summary.Kind, x *summary.Expr) *Event {
		return &Event{Event: summary.Event{Kind: kind, Func: x, Handle: x, Store: catalog.SQL}}
	}
	for _, tt := range []struct {
		name  string
		under *Event
		stays bool
	}{
		{"a function of the caller", event(summary.Run, summary.ParamOf(0)), true},
		{"a function of its own", event(summary.Run, summary.LocalOf(1)), false},
		{"a statement on the caller's handle", event(summary.Write, summary.ParamOf(0)), true},
		{"a statement on a handle of its own", event(summary.Write, summary.LocalOf(1)), false},
	} {
		out := closed([]*Event{acquire, tt.under, release})
		if got := slices.ContainsFunc(out, func(e *Event) bool { return e.Kind == summary.Acquire }); got != tt.stays {
			t.Errorf("the lock around %s stays: %v", tt.name, got)
		}
	}
}
