package inventory

import "slices"

// leadingOut are the sites of a module without those mutexes under which nothing leads out of the process, now that all
// packages are known.
func leadingOut(p Part) []Found {
	ways := map[string]Way{}
	for _, w := range p.Ways {
		ways[w.Func] = w
	}
	memo := map[string][]string{}
	var out func(fn string) []string
	out = func(fn string) []string {
		if names, ok := memo[fn]; ok {
			return names
		}
		memo[fn] = nil // a circle adds nothing
		way := ways[fn].Out
		for _, callee := range ways[fn].Calls {
			if len(way) == 0 {
				way = through(shortName(callee), out(callee))
			}
		}
		memo[fn] = way
		return way
	}
	var kept []Found
	for _, f := range p.Found {
		if len(f.Under) > 0 {
			i := slices.IndexFunc(f.Under, func(c Call) bool { return c.Func == "" || len(out(c.Func)) > 0 })
			if i < 0 {
				continue
			}
			e := f.Under[i].Event
			if fn := f.Under[i].Func; fn != "" {
				e.leadsTo(out(fn))
			}
			f.Site.addOutside(e)
		}
		kept = append(kept, f)
	}
	return kept
}

// addOutside adds a call under the lock to the timeline.
func (s *Site) addOutside(e Event) {
	s.Timeline = slices.Clone(s.Timeline)
	if len(s.Timeline) == 0 {
		s.Timeline = []Event{{What: "acquire", Pos: s.Pos, Text: s.Text, Self: true}}
		for _, r := range s.Releases {
			s.Timeline = append(s.Timeline, Event{What: "release", Pos: r.Pos, Text: r.Text, Self: true, Deferred: r.When == "deferred"})
		}
	}
	at := 1 + slices.IndexFunc(s.Timeline, func(o Event) bool { return o.What == "acquire" && o.Self })
	for at < len(s.Timeline) && s.Timeline[at].Held && comparePos(s.Timeline[at].Pos, e.Pos) < 0 {
		at++
	}
	s.Timeline = slices.Insert(s.Timeline, at, e)
}
