package section

import (
	"fmt"
	"go/token"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/summary"
)

const rounds = 2000

// values are SSA values of which a random config knows something; nothing but their identity counts.
var values = []ssa.Value{new(ssa.Alloc), new(ssa.Alloc), new(ssa.Alloc)}

// pool are expressions that values may have: paths, nil, constants, functions.
var pool = []*summary.Expr{
	summary.ParamOf(0), summary.ParamOf(1).Dot("mu"), summary.LocalOf(4), summary.GlobalOf("pkg.A"), summary.FreeOf(0).Load(),
	summary.NilExpr, summary.ConstOf("true"), summary.ConstOf("a"), summary.New(summary.Func, 0, "pkg.f", summary.ParamOf(0)),
	summary.EitherOf(summary.ParamOf(0), summary.LocalOf(4)),
}

// randomConfig knows something of a few values, and has random statements between the events of a fixed trace.
func randomConfig(r *rand.Rand) *config {
	c := newConfig()
	pick := func() *summary.Expr { return pool[r.IntN(len(pool))] }
	for _, v := range values {
		if r.IntN(4) > 0 {
			c.binds.set(v, pick())
		}
	}
	for _, name := range []string{"x", "y", "z"} {
		addr := summary.ParamOf(2).Dot(name)
		if r.IntN(4) > 0 {
			c.set(addr, pick())
		}
		if r.IntN(4) > 0 {
			c.named.set(name, pick())
		}
		if r.IntN(4) > 0 {
			c.truths.set(addr.String(), summary.Cond{X: addr, Is: summary.Truth(1 + r.IntN(2))})
		}
		if r.IntN(4) > 0 {
			c.before.set(addr.String(), summary.Cond{X: addr, Is: summary.Truth(3 + r.IntN(2))})
		}
	}
	c.live = randomTrace(r)
	c.visible = randomTrace(r)
	return c
}

// randomTrace is an acquire and a release with random statements around them.
func randomTrace(r *rand.Rand) []*Event {
	var out []*Event
	for i, kind := range []summary.Kind{summary.Acquire, summary.Release} {
		for at := range 4 {
			if r.IntN(3) == 0 {
				e := summary.Event{Kind: summary.Write, Handle: summary.ParamOf(1), Table: "t"}
				out = append(out, &Event{Event: e, Pos: token.Pos(10*i + at + 1)})
			}
		}
		lock := summary.Lock{Kind: catalog.Process, Handle: summary.ParamOf(0)}
		out = append(out, &Event{Event: summary.Event{Kind: kind, Lock: lock}, Pos: token.Pos(100 + i), Acquired: token.Pos(100)})
	}
	return out
}

// describe says what a config knows, without the order of statements that stand side by side.
func describe(c *config) string {
	var b strings.Builder
	for i, v := range values {
		fmt.Fprintf(&b, "%d=%v ", i, c.binds.get(v))
	}
	for _, k := range sortedKeys(&c.cells) {
		fmt.Fprintf(&b, "%s=%v ", k, c.cells.get(k).X)
	}
	for _, k := range sortedKeys(&c.named) {
		fmt.Fprintf(&b, "#%s=%v ", k, c.named.get(k))
	}
	for _, m := range []*table[string, summary.Cond]{&c.truths, &c.before} {
		for _, k := range sortedKeys(m) {
			fmt.Fprintf(&b, "%s is %v ", k, m.get(k).Is)
		}
		b.WriteString("; ")
	}
	return b.String() + trace(c.live) + "# " + trace(c.visible)
}

func trace(events []*Event) string {
	var all, beside []string
	for i := range events {
		if events[i].statement() {
			beside = append(beside, events[i].identity())
			continue
		}
		slices.Sort(beside)
		all = append(append(all, beside...), events[i].identity())
		beside = nil
	}
	slices.Sort(beside)
	return strings.Join(append(all, beside...), ",")
}

func joined(cs ...*config) *config {
	out := cs[0].clone()
	for _, c := range cs[1:] {
		out.merge(c)
	}
	return out
}

// Merging is a join: commutative, associative, idempotent. Which path came first decides nothing.
func TestMergeLaws(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 1))
	for range rounds {
		a, b, c := randomConfig(r), randomConfig(r), randomConfig(r)
		if a.key() != b.key() {
			t.Fatalf("the configs of this test do not merge:\n%s\n%s", a.key(), b.key())
		}
		if same := a.clone(); same.merge(a) || describe(same) != describe(a) {
			t.Fatalf("merged with itself:\n%s\n%s", describe(a), describe(same))
		}
		if x, y := joined(a, b), joined(b, a); describe(x) != describe(y) {
			t.Fatalf("%s\n%s\nmerge to\n%s\nor\n%s", describe(a), describe(b), describe(x), describe(y))
		}
		if x, y := joined(a, b, c), joined(a, joined(b, c)); describe(x) != describe(y) {
			t.Fatalf("%s\n%s\n%s\nmerge to\n%s\nor\n%s", describe(a), describe(b), describe(c), describe(x), describe(y))
		}
	}
}

// A merged config claims no more than either: what it knows, both know, and what was done on either is done.
func TestMergeIsMonotone(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	for range rounds {
		a, b := randomConfig(r), randomConfig(r)
		m := joined(a, b)
		if m.key() != a.key() {
			t.Fatalf("key %s of the merged, want %s", m.key(), a.key())
		}
		for _, v := range values {
			covers(t, m.binds.get(v), a.binds.get(v), b.binds.get(v))
		}
		for k, s := range m.cells.all() {
			covers(t, s.X, a.cells.get(k).X, b.cells.get(k).X)
		}
		for k, x := range m.named.all() {
			covers(t, x, a.named.get(k), b.named.get(k))
		}
		for k, x := range m.truths.all() {
			if x.Is != a.truths.get(k).Is || x.Is != b.truths.get(k).Is {
				t.Fatalf("%s is %v, but %v and %v", k, x.Is, a.truths.get(k).Is, b.truths.get(k).Is)
			}
		}
		for _, from := range []*config{a, b} {
			for i := range from.live {
				if indexOf(m.live, from.live[i].identity()) < 0 {
					t.Fatalf("%s is lost from %s", from.live[i].identity(), trace(m.live))
				}
			}
		}
		if old := describe(m); m.merge(a) || m.merge(b) || describe(m) != old {
			t.Fatalf("merged again with its parts, %s is %s", old, describe(m))
		}
	}
}

// covers checks that x, if known, is one of what a and b are, or a path beside nil.
func covers(t *testing.T, x, a, b *summary.Expr) {
	t.Helper()
	if x == nil {
		return
	}
	alts := map[string]bool{}
	for _, alt := range x.Alternatives() {
		alts[alt.String()] = true
	}
	for _, part := range []*summary.Expr{a, b} {
		if part == nil {
			t.Fatalf("%v is made of %v and %v", x, a, b)
		}
		for _, alt := range part.Alternatives() {
			if !alts[alt.String()] && !(alt.Op == summary.Nil && isPath(x)) {
				t.Fatalf("%v does not cover %v and %v", x, a, b)
			}
		}
	}
}

// A config that is merged into again and again changes only a few times: the loops of a function end.
func TestMergeEnds(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 3))
	const most = 3*3*4 + 2*3 + 2*8 // three alternatives and none for each value, the truths, the statements
	for range rounds / 100 {
		c, changes := randomConfig(r), 0
		for range rounds {
			o := randomConfig(r)
			before := describe(c)
			changed := c.merge(o)
			if changed != (describe(c) != before) {
				t.Fatalf("merge says %v:\n%s\n%s", changed, before, describe(c))
			}
			if changed {
				changes++
			}
		}
		if changes > most {
			t.Errorf("%d changes, at most %d expected", changes, most)
		}
	}
}

func TestMeetExprs(t *testing.T) {
	p, q, nothing, konst := pool[0], pool[1], summary.NilExpr, summary.ConstOf("a")
	for _, tt := range []struct{ x, y, want *summary.Expr }{
		{p, p, p}, {p, q, summary.EitherOf(p, q)}, {p, nothing, p}, {nothing, nothing, nothing}, {konst, konst, konst},
		{p, konst, nil}, {konst, summary.ConstOf("b"), nil}, {nothing, konst, nil}, {p, nil, nil}, {nil, nil, nil},
		{summary.EitherOf(p, q), p, summary.EitherOf(p, q)},
	} {
		for _, got := range []*summary.Expr{meetExprs(tt.x, tt.y), meetExprs(tt.y, tt.x)} {
			if got.String() != tt.want.String() {
				t.Errorf("%v and %v meet in %v, want %v", tt.x, tt.y, got, tt.want)
			}
		}
	}
}
