package effects

import (
	"strings"
	"unicode"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/edit"
	"github.com/locklint/locklint/internal/keyexpr"
	"github.com/locklint/locklint/internal/section"
	"github.com/locklint/locklint/internal/summary"
)

// A KeyPair is an acquire and a release that are meant for one lock and name two.
type KeyPair struct{ Acquire, Release KeySite }

// Mismatches are the releases by a key that nobody acquires, each with the acquire whose key it should have
// been. On a path, the acquire is one that is not released there; in a package, one that nobody releases.
func (r *Result) Mismatches() []KeyPair {
	var out []KeyPair
	seen := map[string]bool{}
	locks := r.Keys().locks
	add := func(acquire, release Event) {
		if takesKey(acquire.Event) && release.Blind && !release.Deferred && !locks[acquire.Lock.Key.Pattern()] {
			return // a cache, of which one key is set and another deleted
		}
		a, b := r.KeyOf(acquire), r.KeyOf(release)
		if id := release.Lock.Key.String() + r.fset.Position(b.Pos).String(); !seen[id] {
			seen[id] = true
			out = append(out, KeyPair{a, b})
		}
	}
	for _, fn := range r.funcs {
		for _, p := range fn.Paths {
			for i, e := range p.Events {
				if a := p.strayFrom(i); a >= 0 {
					add(p.Events[a], e)
				}
			}
		}
	}
	for _, pair := range r.orphans() {
		add(pair[0], pair[1])
	}
	return out
}

// strayFrom is the position of the acquire that the release at position i should have been for, or -1.
func (p Path) strayFrom(i int) int {
	e := p.Events[i]
	if !releasesByKey(e) || p.Acquire(i) >= 0 {
		return -1
	}
	for j := i - 1; j >= 0; j-- {
		a := p.Events[j]
		if a.Kind == summary.Acquire && a.Lock.Handle == nil && a.Lock.Kind == e.Lock.Kind && !p.releasedAfter(j) && mixedUp(a, e) {
			return j
		}
	}
	return -1
}

func releasesByKey(e Event) bool {
	return e.Kind == summary.Release && e.Lock.Handle == nil && e.Lock.Kind != catalog.Process && e.Lock.Kind != catalog.Transaction && e.Lock.Key.Pattern() != ""
}

// releasedAfter tells that the lock acquired at position i is released on the path.
func (p Path) releasedAfter(i int) bool {
	for _, e := range p.Events[i+1:] {
		if e.Kind == summary.Release && (e.Lock.Same(p.Events[i].Lock) || e.Lock.Key == nil) {
			return true
		}
	}
	return false
}

// mixedUp tells that a release is meant for the lock of an acquire: both on one connection, both with one token,
// or keys that differ as a slip of the pen does.
func mixedUp(acquire, release Event) bool {
	a, b := acquire.Lock, release.Lock
	switch {
	case a.Key.Pattern() == "" || summary.Equal(a.Key, b.Key) || a.Key.Pattern() == b.Key.Pattern() && a.Key.Op == summary.Template:
		return false
	case a.Kind == catalog.Session:
		return summary.Equal(a.Conn, b.Conn) && (similar(a.Key.Pattern(), b.Key.Pattern()) || a.Key.Op == summary.Const && b.Key.Op == summary.Const)
	case !release.Blind && acquire.Token != nil && summary.Equal(acquire.Token, release.Token) && acquire.Token.Op != summary.Const:
		return sameHoles(a.Key, b.Key)
	}
	return sameHoles(a.Key, b.Key) && similar(a.Key.Pattern(), b.Key.Pattern())
}

// sameHoles tells that two keys are made of the same values.
func sameHoles(a, b *summary.Expr) bool {
	if len(a.Args) != len(b.Args) {
		return false
	}
	for i := range a.Args {
		if a.Args[i].String() != b.Args[i].String() {
			return false
		}
	}
	return true
}

// orphans pairs the keys that are only released in this package with those that are only acquired.
func (r *Result) orphans() [][2]Event {
	var uses []section.Event
	for _, fn := range r.ir.Funcs {
		if f := r.world.memo[fn].fnOrNil(); f != nil {
			uses = append(uses, f.Keys...)
		}
	}
	taken, given := map[string]bool{}, map[string]bool{}
	for _, e := range uses {
		if e.Kind == summary.Acquire {
			taken[e.Lock.Key.Pattern()] = true
		} else {
			given[e.Lock.Key.Pattern()] = true
		}
	}
	var out [][2]Event
	for _, e := range uses {
		if !releasesByKey(Event{e}) || taken[e.Lock.Key.Pattern()] || e.Lock.Key.Op != summary.Template {
			continue
		}
		for _, a := range uses {
			pattern := a.Lock.Key.Pattern()
			if a.Kind == summary.Acquire && a.Lock.Handle == nil && a.Lock.Kind == e.Lock.Kind && !given[pattern] && similar(pattern, e.Lock.Key.Pattern()) {
				out = append(out, [2]Event{{a}, {e}})
				break
			}
		}
	}
	return out
}

// similar tells that two patterns differ as a slip of the pen does: in up to three letters, or in what stands
// between the words.
func similar(a, b string) bool {
	if a == b || strings.Count(a, summary.Hole) != strings.Count(b, summary.Hole) || !Wordy(a) || !Wordy(b) {
		return false
	}
	bare := func(s string) string {
		return strings.Map(func(c rune) rune {
			if unicode.IsLetter(c) || unicode.IsDigit(c) {
				return unicode.ToLower(c)
			}
			return -1
		}, s)
	}
	return bare(a) == bare(b) || edit.Distance(a, b) <= min(3, len(keyexpr.Letters(a))/3)
}
