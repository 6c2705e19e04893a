package effects

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/locklint/locklint/internal/summary"
)

// A Part of a sum is some calls and waits that happen equally often, or what the deadline of one context leaves of them.
type Part struct {
	Events   []Event
	Times    int
	Deadline time.Duration // 0: none that matters
}

// AddUp adds up how long the calls and waits take. Those that are given one context take no longer together than until
// its deadline.
func AddUp(work []Event) (parts []Part, sum time.Duration) {
	for len(work) > 0 {
		first := work[0]
		same := func(e Event) bool {
			return max(1, e.Out.Times) == max(1, first.Out.Times) && first.Out.Times > 1
		}
		n := len(first.Deadlines)
		if n > 0 {
			same = func(e Event) bool {
				k := len(e.Deadlines)
				return k > 0 && e.Deadlines[k-1].Ctx == first.Deadlines[n-1].Ctx
			}
		}
		var group, rest []Event
		for i, e := range work {
			switch {
			case i == 0 || same(e) && (n > 0 || len(e.Deadlines) == 0):
				group = append(group, e)
			default:
				rest = append(rest, e)
			}
		}
		work = rest
		p := Part{Events: group, Times: max(1, first.Out.Times)}
		total := time.Duration(0)
		for _, e := range group {
			total += e.Lasts()
		}
		if n > 0 {
			if limit := limitOf(group, n-1); limit < total {
				total, p.Deadline = limit, limit
				work = slices.DeleteFunc(work, func(e Event) bool { // a pause between rounds that the deadline ends
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
func limitOf(group []Event, at int) time.Duration {
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

func (p Part) String() string {
	var texts []string
	alike := true
	for _, e := range p.Events {
		alike = alike && max(1, e.Out.Times) == p.Times
	}
	for _, e := range p.Events {
		text := timeOf(e)
		if n := e.Out.Times; n > 1 && !alike {
			text = strconv.Itoa(n) + " x " + text
		}
		texts = append(texts, text)
	}
	if p.Deadline > 0 {
		return p.Deadline.String() + " deadline of the context of " + p.Events[0].Out.Name
	}
	text := strings.Join(texts, " + ")
	if alike && p.Times > 1 {
		if len(texts) > 1 {
			text = "(" + text + ")"
		}
		text = strconv.Itoa(p.Times) + " x " + text
	}
	return text
}

// timeOf is one of the times of which a sum is made.
func timeOf(e Event) string {
	text := e.Waits().String()
	switch {
	case e.Kind != summary.Wait:
		return text + " timeout of " + e.Out.Name
	case e.Out.Times > 1:
		return text + " back-off"
	}
	return text + " sleep"
}

// SumText writes a sum: 3 x (2s timeout of http.Get + 1s back-off) + 1s sleep = 10s.
func SumText(parts []Part, sum time.Duration) string {
	var texts []string
	single := len(parts) == 1
	for _, p := range parts {
		texts = append(texts, p.String())
		single = single && p.Times <= 1 && len(p.Events) == 1 || single && p.Deadline > 0
	}
	if single {
		return texts[0]
	}
	return strings.Join(texts, " + ") + " = " + sum.String()
}
