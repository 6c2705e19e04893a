package section

import (
	"slices"
	"strings"

	"github.com/locklint/locklint/internal/summary"
)

// A function with a thousand ways through it has few cases that a caller can tell apart: those in which the same happens
// become one, which says what all of them say.

// joinCases makes one of all cases with the same key.
func joinCases(all []Case, key func(Case) string) []Case {
	at := map[string]int{}
	var out []Case
	for _, k := range all {
		name := key(k)
		if i, seen := at[name]; seen {
			out[i].meet(k)
			continue
		}
		at[name] = len(out)
		out = append(out, k)
	}
	return out
}

// key says what two cases must agree on to be one: what happens, how it ends, and which of the caller's
// values come back.
func (k Case) key() string {
	var b strings.Builder
	for _, r := range k.Results {
		if r != nil && r.Op != summary.Const && r.Op != summary.Nil {
			b.WriteString(r.String())
		}
		b.WriteByte(';')
	}
	return b.String() + k.eventKey()
}

// endKey parts, besides, a case that fails from one that does not.
func (k Case) endKey() string {
	key := k.key()
	if n := len(k.Results); n > 0 {
		last := summary.ResultOf(n - 1)
		for _, p := range k.Post {
			if summary.Equal(p.X, last) {
				key += p.Is.String()
			}
		}
	}
	return key
}

// toldApart tells that the caller's values decide between the cases in which the same happens: a function
// that wraps an error returns nil exactly for nil.
func toldApart(cases []Case) bool {
	if len(cases) < 2 || len(cases) > maxCases {
		return false
	}
	for i, a := range cases {
		for _, b := range cases[i+1:] {
			if a.eventKey() == b.eventKey() && !excludes(a.Pre, b.Pre) {
				return false
			}
		}
	}
	return true
}

// excludes tells that two sets of conditions cannot both hold.
func excludes(a, b []summary.Cond) bool {
	return slices.ContainsFunc(a, func(x summary.Cond) bool {
		return slices.ContainsFunc(b, func(y summary.Cond) bool {
			return x.Is == y.Is.Opposite() && summary.Equal(x.X, y.X)
		})
	})
}

func (k Case) eventKey() string {
	var b strings.Builder
	for i := range k.Events {
		k.Events[i].writeShape(&b)
	}
	b.WriteByte(byte('0' + k.Exit))
	if k.Recovers {
		b.WriteByte('r')
	}
	if k.locking {
		b.WriteByte('l')
	}
	if k.jump != nil {
		b.WriteString(k.jump.X.Name)
	}
	for _, d := range k.defers {
		b.WriteString(d.key())
	}
	return b.String()
}

// meet makes k stand for o too.
func (k *Case) meet(o Case) {
	if events, more := mergeEvents(refs(k.Events), refs(o.Events)); more {
		k.Events = copies(events)
	}
	conds := func(a, b []summary.Cond) []summary.Cond {
		return slices.DeleteFunc(a, func(x summary.Cond) bool {
			return !slices.ContainsFunc(b, func(y summary.Cond) bool { return x.Is == y.Is && summary.Equal(x.X, y.X) })
		})
	}
	k.Pre, k.Post = conds(k.Pre, o.Pre), conds(k.Post, o.Post)
	k.Stores = meetStores(k.Stores, o.Stores, k.puts)
	for i, r := range k.Results {
		switch {
		case i >= len(o.Results) || r == nil:
			k.Results[i] = nil
		case r.Op == summary.Const || r.Op == summary.Nil:
			if !summary.Equal(r, o.Results[i]) {
				k.Results[i] = nil
			}
		default:
			k.Results[i] = summary.EitherOf(r, o.Results[i])
		}
	}
}

// meetStores are the stores of both; a flag or a setting that only one of the two sets may be anything.
func meetStores(a, b []summary.Store, set settings) []summary.Store {
	both := func(from, in []summary.Store) (out []summary.Store) {
		for _, x := range from {
			switch {
			case slices.ContainsFunc(in, func(y summary.Store) bool { return summary.Equal(x.Addr, y.Addr) && summary.Equal(x.X, y.X) }):
				out = append(out, x)
			case x.X == nil || isFlag(x.Addr, x.X) || set.holds(x.Addr):
				out = append(out, summary.Store{Addr: x.Addr})
			}
		}
		return out
	}
	out := both(a, b)
	for _, s := range both(b, a) {
		if !slices.ContainsFunc(out, func(o summary.Store) bool { return summary.Equal(o.Addr, s.Addr) }) {
			out = append(out, s)
		}
	}
	return out
}
