package inventory

import (
	"slices"
	"strings"
)

// part parts the sites from the wrappers: where a function takes a lock and leaves it to its callers, these are the sites.
// Where it gives the lock its key and neither it nor its callers give it back, it is the site itself, and they are none.
func (inv *Inventory) part(all []Found) {
	callers := map[string][]int{}
	for i, f := range all {
		for _, t := range f.Targets {
			if t != f.Func {
				callers[t] = append(callers[t], i)
			}
		}
	}
	callersOf := func(f Found) []int {
		out := callers[f.Func]
		if f.Site.Lock.ofData() && len(f.Site.Via) == 0 {
			out = slices.Concat(out, callers[rowTarget(shortName(f.Func))])
		}
		return out
	}
	wrapper, none := make([]bool, len(all)), make([]bool, len(all))
	for i, f := range all {
		by := callersOf(f)
		if len(by) == 0 {
			continue
		}
		wrapper[i] = f.HandsOn && (!f.Site.kept() && f.Site.Fate != "handed on" || f.Site.Lock.Template == "" || slices.ContainsFunc(by, func(k int) bool { return !all[k].Site.kept() }))
	}
	for i, f := range all {
		if wrapper[i] = wrapper[i] || besideWrapper(all, wrapper, i); wrapper[i] {
			continue
		}
		for _, k := range callersOf(f) {
			none[k] = none[k] || all[k].Site.kept() || all[k].Site.inCallee()
		}
	}
	for i, f := range all {
		switch {
		case wrapper[i]:
			for _, k := range callersOf(f) {
				f.Site.leaveTo(all[k].Site)
			}
			inv.Wrappers = append(inv.Wrappers, f.Site)
		case !none[i]:
			inv.Sites = append(inv.Sites, f.Site)
		}
	}
}

// besideWrapper tells a site that is never given back in a function where another one takes the same lock for the callers: the
// branches of one wrapper.
func besideWrapper(all []Found, wrapper []bool, i int) bool {
	f := all[i]
	if !f.Site.kept() || f.Site.Lock.Template != "" || f.Func == "" {
		return false
	}
	for k, o := range all {
		if wrapper[k] && o.Func == f.Func && o.Site.Lock.Kind == f.Site.Lock.Kind && o.Site.Lock.Name == f.Site.Lock.Name {
			return true
		}
	}
	return false
}

// kept tells a lock that the function does not give back, nor those that it is left to as far as it is known who they are.
func (s *Site) kept() bool {
	return s.Fate == "never" || s.Fate == "elsewhere" && s.Lock.Kind == "unknown"
}

// leaveTo says of a lock that is left to a caller how that gives it back.
func (s *Site) leaveTo(caller Site) {
	if !s.kept() || len(caller.Releases) == 0 {
		return
	}
	s.Fate, s.Releases = "elsewhere", slices.Clone(s.Releases)
	for _, r := range caller.Releases {
		if r.Apart = true; !slices.ContainsFunc(s.Releases, func(o Release) bool { return o.Pos == r.Pos }) {
			s.Releases = append(s.Releases, r)
		}
	}
	slices.SortFunc(s.Releases, func(a, b Release) int { return comparePos(a.Pos, b.Pos) })
}

// inCallee tells a site whose lock is taken and given back inside of the call.
func (s *Site) inCallee() bool {
	return len(s.Releases) > 0 && !slices.ContainsFunc(s.Releases, func(r Release) bool { return r.When != "runner" })
}

// inherit gives those sites of whose callee nothing is known but the name what the functions of this name and type do, in
// whatever package they are, and those that take a lock by way of such sites what these take.
func inherit(all []Found) {
	bySignature, byFunc := map[string][]int{}, map[string][]int{}
	for i, f := range all {
		if f.HandsOn {
			bySignature[f.Signature] = append(bySignature[f.Signature], i)
			byFunc[f.Func] = append(byFunc[f.Func], i)
		}
	}
	open := func(f *Found) bool {
		return f.Site.Lock.Kind == "unknown" && (f.Presumed || f.Site.Lock.Assuming != "")
	}
	for news := true; news; { // each round is about the callers of those of the last one
		news = false
		for i := range all {
			f := &all[i]
			if !open(f) {
				continue
			}
			var from []*Site
			var targets []string
			for _, t := range f.Targets {
				for _, k := range byFunc[t] {
					from = append(from, &all[k].Site)
				}
			}
			if f.Presumed {
				for _, k := range bySignature[f.Callee] {
					from, targets = append(from, &all[k].Site), append(targets, all[k].Func)
				}
			}
			from = slices.DeleteFunc(from, func(s *Site) bool { return s == &f.Site || s.Lock.Kind == "unknown" })
			if len(from) > 0 {
				f.Site.inherit(from)
				f.Targets, news = append(f.Targets, targets...), true
			}
		}
	}
}

// inherit is inherit for one site; from are the sites in the functions that it may call.
func (s *Site) inherit(from []*Site) {
	first := from[0]
	join := func(of func(*Site) string) string {
		var all []string
		for _, f := range from {
			if text := of(f); !slices.Contains(all, text) {
				all = append(all, text)
			}
		}
		slices.Sort(all)
		return strings.Join(all, " or ")
	}
	same := func(of func(*Site) string) string {
		if text := join(of); text == of(first) {
			return text
		}
		return ""
	}
	s.Lock.What = join(func(o *Site) string { return o.Lock.What })
	if s.Lock.Kind = same(func(o *Site) string { return o.Lock.Kind }); s.Lock.Kind == "" {
		s.Lock.Kind = "unknown"
	}
	s.Lock.Library = same(func(o *Site) string { return o.Lock.Library })
	s.Lock.Store = same(func(o *Site) string { return o.Lock.Store })
	switch t := same(func(o *Site) string { return o.Lock.Template }); {
	case t == "":
	case s.Lock.Template == "":
		s.Lock.Template, s.Lock.Name = t, t
	case strings.Count(t, "{}") == 1: // a prefix
		s.Lock.Template = strings.Replace(t, "{}", s.Lock.Template, 1)
		s.Lock.Name = s.Lock.Template
	}
	s.Token = first.Token
	s.Renewal = map[bool]string{true: "none", false: "callee"}[first.Renewal == "none"]
	s.Unknown = ""
	for i := range s.Releases {
		if len(first.Releases) > 0 {
			s.Releases[i].How = first.Releases[0].How
		}
	}
	if lease := slices.ContainsFunc(from, func(o *Site) bool { return o.Lock.Kind == lease }); !lease {
		s.TTL = TTL{Is: "none"}
	} else if s.TTL.Is == "none" {
		s.TTL = first.TTL
	}
}
