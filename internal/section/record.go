package section

import (
	"slices"
	"strconv"
	"strings"

	"github.com/locklint/locklint/internal/summary"
)

// statements are those of a trace.
func statements(trace []*Event) []Event {
	var out []Event
	for _, e := range trace {
		if e.Kind == summary.Read || e.Kind == summary.Write {
			out = append(out, *e)
		}
	}
	return out
}

// worthAPath tells a statement that a rule looks at although no lock is taken and no transaction begins by hand.
func worthAPath(e *Event) bool {
	return e.Locking() || e.Kind == summary.Extend && e.Traits.Has(summary.Dropped)
}

// record keeps the path that ends here.
func (w *walker) record(c *config, p Path) {
	live := seenByRules(c.live)
	if c.supposed || !parted(live) && !slices.ContainsFunc(live, worthAPath) {
		return
	}
	var b strings.Builder
	b.WriteString(strconv.Itoa(int(p.Exit)))
	if p.Fails {
		b.WriteByte('!')
	}
	if p.Ends || p.Loop >= 0 {
		b.WriteString(strconv.Itoa(int(p.Out)))
		b.WriteByte(byte('0' + p.Answer))
	}
	for i := range live {
		b.WriteString(live[i].identity())
		b.WriteByte(';')
	}
	if len(c.held) > 0 || missedIn(live) {
		for _, r := range p.Results {
			b.WriteString(r.Is.String() + r.Text + ",")
		}
	}
	for _, h := range slices.Concat(p.Held, p.Pinned) {
		if h.Away {
			b.WriteString(h.identity())
		}
	}
	if key := b.String(); !w.recorded[key] {
		if len(w.fn.Paths) == maxPaths {
			w.fn.Capped = true
			return
		}
		w.recorded[key] = true
		p.Before, p.Events = statements(c.visible), copies(live)
		w.fn.Paths = append(w.fn.Paths, p)
	}
}
