package inventory

import (
	"slices"
	"strings"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/effects"
	"github.com/locklint/locklint/internal/summary"
)

// timeline tells the path that tells the most: what ran shortly before, the section, and what follows until the
// transactions end that are open at the release.
func (v *view) timeline() {
	p, at := v.best.Path, v.best.At
	_, end := span(v.best)
	last := end
	if end < 0 {
		last = len(p.Events) - 1
	} else {
		for i, e := range p.Events[:end] {
			if e.Kind == summary.Begin {
				last = max(last, p.EndAfter(e.Handle, i))
			}
		}
	}
	first := 0
	for i := range at { // with a lock that is over nothing of the site begins
		if p.Events[i].Kind == summary.Release && len(p.HeldAt(i+1)) == 0 {
			first = i + 1
		}
	}
	before := p.Before
	if first > 0 {
		before = nil
	}
	for _, e := range before[max(0, len(before)-maxBefore):] {
		v.step(e, -1, false)
	}
	for i := first; i <= last; i++ {
		if k := p.Events[i].Kind; len(v.site.Timeline) >= maxEvents && i != end && k != summary.Commit && k != summary.Rollback {
			continue // what ends is told all the same: else it would look as if it did not
		}
		v.step(p.Events[i], i, i > at && (end < 0 || i < end) && v.site.Fate != endsWithStatement)
	}
}

var whats = map[summary.Kind]bool{
	summary.Acquire: true, summary.Release: true, summary.Begin: true, summary.Commit: true, summary.Rollback: true, summary.Read: true,
	summary.Write: true, summary.Outbound: true, summary.Wait: true, summary.Extend: true,
}

// step adds one event, which stands at a position of the path.
func (v *view) step(e effects.Event, at int, held bool) {
	closes := e.Kind == summary.Close && v.ends(at) // which gives the lock back
	if closes {
		e.Kind = summary.Release
	}
	if !whats[e.Kind] || !e.Pos.IsValid() {
		return
	}
	pos, text := v.at(e)
	out := Event{What: e.Kind.String(), Pos: pos, Text: text, Via: e.Via, Deferred: e.Deferred, Held: held}
	for _, t := range e.Trail {
		if place := v.pos(t); place != pos {
			out.Trail = append(out.Trail, place)
		}
	}
	switch e.Kind {
	case summary.Acquire, summary.Release, summary.Extend:
		out.Self = closes || at == v.best.At || e.Kind != summary.Acquire && at >= 0 && v.best.Path.Acquire(at) == v.best.At
		if !out.Self {
			out.Other = v.r.LockName(v.best.Func, e, e)
		}
	case summary.Read, summary.Write:
		out.Table, out.Store = tableOf(e), stores[e.Store]
		out.Loop = e.Traits.Has(summary.Loops)
		if at == v.best.At { // rows are locked
			out.Self = true
		}
		if e.Kind == summary.Write && at > v.best.At {
			for _, d := range v.best.Path.Defences(v.best.At, at) {
				out.Defence = append(out.Defence, d.String())
			}
		}
	case summary.Outbound, summary.Wait:
		v.bound(&out, e)
	}
	if !slices.ContainsFunc(v.site.Timeline, func(o Event) bool { return sameStep(o, out) }) {
		v.site.Timeline = append(v.site.Timeline, out)
	}
}

// ends tells the position at which the lock of the site ends on its path.
func (v *view) ends(at int) bool {
	_, end := span(v.best)
	return end >= 0 && at == end
}

func sameStep(a, b Event) bool {
	return a.What == b.What && a.Pos == b.Pos && a.Table == b.Table && a.Callee == b.Callee && a.Self == b.Self && a.Held == b.Held && slices.Equal(a.Via, b.Via)
}

// bound says what ends a call of another program.
func (v *view) bound(out *Event, e effects.Event) {
	out.Callee, out.Times, out.Loop = e.Out.Name, e.Out.Times, e.Traits.Has(summary.Loops) || e.Out.Endless
	if e.Kind == summary.Wait {
		out.Bound, out.MS = "bounded", milliseconds(e.Waits())
		return
	}
	bound, d := e.Bound()
	out.MS = milliseconds(d)
	out.Bound = map[summary.Bound]string{summary.Bounded: "bounded", summary.ByContext: "context", summary.Unbounded: "unbounded", summary.Unsure: "unknown"}[bound]
}

// worst adds up how long the lock is held on the longest of its paths, by constants, as leaseexpiry does.
func (v *view) worst() {
	w := &v.site.Worst
	open := ""
	for _, t := range v.takings {
		var work []effects.Event
		for _, e := range t.Path.Under(t.At) {
			if e.Out == nil {
				continue
			}
			if e.Lasts() > 0 {
				work = append(work, e)
			} else if text := unbounded(e); text != "" && open == "" {
				open = text
			}
			if e.Out.Endless && open == "" {
				open = e.Out.Name + " again and again until it works"
			}
		}
		parts, sum := effects.AddUp(t.Func.Heaviest(work))
		if n := milliseconds(sum); n > w.MS {
			w.Is, w.MS = "sum", n
			w.Text = effects.SumText(parts, sum)
		}
	}
	if open != "" {
		w.Is, w.Text = "unbounded", open
	}
}

// unbounded says what of a call has no bound, or "" where it has one or nobody knows.
func unbounded(e effects.Event) string {
	switch bound, _ := e.Bound(); bound {
	case summary.Unbounded:
		return e.Out.Name + " without a limit"
	case summary.ByContext:
		return e.Out.Name + " as long as the caller's context lives"
	}
	return ""
}

// defence says what keeps the rows right that are written under the lock, where the lock fails.
func (v *view) defence() {
	if v.site.Fate == endsWithStatement {
		return
	}
	written, kept := map[string]bool{}, map[string]bool{}
	for _, t := range v.takings {
		_, end := span(t)
		if end < 0 {
			end = len(t.Path.Events)
		}
		for k := t.At + 1; k < end; k++ {
			e := t.Path.Events[k]
			if e.Kind != summary.Write || e.Store == catalog.NoStore || e.Traits.Has(summary.Schema) {
				continue
			}
			pos, _ := v.at(e)
			key := strings.Join(append([]string{tableOf(e), pos.String()}, e.Via...), " ")
			written[key] = true
			for _, d := range t.Path.Defences(t.At, k) {
				kept[key] = true
				if text := d.String(); !slices.Contains(v.site.Defence.How, text) {
					v.site.Defence.How = append(v.site.Defence.How, text)
				}
			}
		}
	}
	slices.Sort(v.site.Defence.How)
	switch {
	case len(written) == 0:
	case len(kept) == 0:
		v.site.Defence.Is = "missing"
	case len(kept) < len(written):
		v.site.Defence.Is = "partly"
	default:
		v.site.Defence.Is = "all"
	}
}
