package leaseexpiry

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/locklint/locklint/internal/effects"
	"github.com/locklint/locklint/internal/summary"
)

// A part of a sum is some calls and waits that happen equally often, or what the deadline of one context leaves of them.
type part struct {
	events   []effects.Event
	times    int
	deadline time.Duration // 0: none that matters
}

// add adds up how long the calls and waits take. Those that are given one context take no longer together than until
// its deadline.
func add(work []effects.Event) (parts []part, sum time.Duration) {
	for len(work) > 0 {
		first := work[0]
		same := func(e effects.Event) bool {
			return max(1, e.Out.Times) == max(1, first.Out.Times) && first.Out.Times > 1
		}
		n := len(first.Deadlines)
		if n > 0 {
			same = func(e effects.Event) bool {
				k := len(e.Deadlines)
				return k > 0 && e.Deadlines[k-1].Ctx == first.Deadlines[n-1].Ctx
			}
		}
		var group, rest []effects.Event
		for i, e := range work {
			switch {
			case i == 0 || same(e) && (n > 0 || len(e.Deadlines) == 0):
				group = append(group, e)
			default:
				rest = append(rest, e)
			}
		}
		work = rest
		p := part{events: group, times: max(1, first.Out.Times)}
		total := time.Duration(0)
		for _, e := range group {
			total += e.Lasts()
		}
		if n > 0 {
			if limit := limitOf(group, n-1); limit < total {
				total, p.deadline = limit, limit
				work = slices.DeleteFunc(work, func(e effects.Event) bool { // a pause between rounds that the deadline ends
					return e.Kind == summary.Wait && e.Out.Times > 1 && e.Out.Times == first.Out.Times
				})
			}
		}
		parts = append(parts, p)
		sum += total
	}
	return parts, sum
}

// limitOf is how long a group may take under the deadline that all of it is under.
func limitOf(group []effects.Event, at int) time.Duration {
	d := group[0].Deadlines[at]
	if !d.Anew {
		return d.After
	}
	most := 1
	for _, e := range group {
		most = max(most, e.Out.Times)
	}
	return d.After * time.Duration(most)
}

// adds writes the sum: 3 x (2s timeout of http.Get + 1s back-off) + 1s sleep = 10s.
func (f fault) adds() string {
	var texts []string
	single := len(f.parts) == 1
	for _, p := range f.parts {
		texts = append(texts, p.String())
		single = single && p.times <= 1 && len(p.events) == 1 || single && p.deadline > 0
	}
	if single {
		return texts[0]
	}
	return strings.Join(texts, " + ") + " = " + f.sum.String()
}

func (p part) String() string {
	var texts []string
	alike := true
	for _, e := range p.events {
		alike = alike && max(1, e.Out.Times) == p.times
	}
	for _, e := range p.events {
		text := timeOf(e)
		if n := e.Out.Times; n > 1 && !alike {
			text = strconv.Itoa(n) + " x " + text
		}
		texts = append(texts, text)
	}
	if p.deadline > 0 {
		return p.deadline.String() + " deadline of the context of " + p.events[0].Out.Name
	}
	text := strings.Join(texts, " + ")
	if alike && p.times > 1 {
		if len(texts) > 1 {
			text = "(" + text + ")"
		}
		text = strconv.Itoa(p.times) + " x " + text
	}
	return text
}

// timeOf is one of the times of which a sum is made.
func timeOf(e effects.Event) string {
	text := e.Waits().String()
	switch {
	case e.Kind != summary.Wait:
		return text + " timeout of " + e.Out.Name
	case e.Out.Times > 1:
		return text + " back-off"
	}
	return text + " sleep"
}
