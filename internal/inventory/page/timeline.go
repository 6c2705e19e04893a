package page

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/locklint/locklint/internal/inventory"
	"github.com/locklint/locklint/internal/picture"
)

// Timeline is the picture of a site.
func Timeline(s *inventory.Site) picture.Timeline {
	t := picture.Timeline{
		Place: s.Pos.File + ":" + strconv.Itoa(s.Pos.Line),
		Func:  s.Function,
		Title: lockText(s.Lock),
		Lock:  held(s.Timeline),
		Txs:   transactions(s),
		Lease: leaseOf(s),
	}
	for _, f := range s.Findings {
		t.Faults = append(t.Faults, picture.Fault{Rule: f.Rule, Category: f.Category, Message: f.Message, Sure: f.Sure})
	}
	for _, e := range s.Timeline {
		t.Steps = append(t.Steps, stepOf(s, e))
	}
	for _, f := range s.Findings {
		if i := pointed(&t, s.Timeline, f.Pos); i >= 0 {
			t.Steps[i].Fault = true
		}
	}
	if t.EndsEarly() && t.Txs[len(t.Txs)-1].To == len(t.Steps) { // a row for what happens behind the last one
		t.Steps = append(t.Steps, picture.Step{What: "later", Text: "the transaction ends"})
		t.Txs[len(t.Txs)-1].To = len(t.Steps) - 1
	}
	return t
}

func lockText(l inventory.Lock) string {
	name := strings.TrimPrefix(l.Name, l.What+" ")
	if name == l.What || name == "" {
		return l.What
	}
	return l.What + " " + name
}

// held is where the lock of the site is held.
func held(events []inventory.Event) picture.Span {
	from := slices.IndexFunc(events, func(e inventory.Event) bool { return e.Self && e.What != "release" && !e.Held })
	if from < 0 {
		return picture.Span{}
	}
	for i, e := range events[from+1:] {
		if ends := e.What == "release" || e.What == "commit" || e.What == "rollback"; ends && !e.Held {
			return picture.Span{Is: true, From: from, To: from + 1 + i}
		}
	}
	return picture.Span{Is: true, From: from, To: len(events)}
}

// transactions are where transactions are open.
func transactions(s *inventory.Site) []picture.Span {
	var out []picture.Span
	open := picture.Span{}
	depth := 0
	for i, e := range s.Timeline {
		switch e.What {
		case "begin":
			if depth++; depth == 1 {
				open = picture.Span{Is: true, From: i}
			}
		case "commit", "rollback":
			if depth == 0 && len(out) == 0 { // it was open before
				open, depth = picture.Span{Is: true, From: -1}, 1
			}
			if depth--; depth == 0 {
				open.To = i
				out = append(out, open)
			}
			depth = max(depth, 0)
		}
	}
	switch {
	case depth > 0:
		open.To = len(s.Timeline)
		out = append(out, open)
	case len(out) == 0 && s.Transaction.Relation == "given":
		out = append(out, picture.Span{Is: true, From: -1, To: len(s.Timeline)})
	}
	return out
}

// leaseOf is how long the lock lives beside how long it is held, where one of the two can be drawn.
func leaseOf(s *inventory.Site) *picture.Lease {
	l := &picture.Lease{Renewed: s.Renewal != "none" && s.Renewal != "unknown"}
	if s.TTL.Is == "limited" {
		l.Life = s.TTL.MS
	}
	switch s.Worst.Is {
	case "sum":
		l.Work, l.Why = s.Worst.MS, s.Worst.Text
	case "unbounded":
		l.Endless, l.Why = true, s.Worst.Text
	default:
		return nil
	}
	return l
}

// pointed is the step that a finding points at, or -1. Of several at one place it is the release, where the lock ends too early.
func pointed(t *picture.Timeline, events []inventory.Event, at inventory.Pos) int {
	same := func(e inventory.Event) bool { return e.Pos == at }
	if !slices.ContainsFunc(events, same) {
		same = func(e inventory.Event) bool { return e.Pos.File == at.File && e.Pos.Line == at.Line }
	}
	if t.EndsEarly() && same(events[t.Lock.To]) {
		return t.Lock.To
	}
	return slices.IndexFunc(events, same)
}

func stepOf(s *inventory.Site, e inventory.Event) picture.Step {
	out := picture.Step{What: e.What, Place: strconv.Itoa(e.Pos.Line), Text: e.Text}
	if e.Pos.File != s.Pos.File {
		out.Place = e.Pos.File + ":" + out.Place
	}
	note := func(is, text string) {
		if text != "" {
			out.Notes = append(out.Notes, picture.Note{Text: text, Is: is})
		}
	}
	if e.Other != "" {
		note("", "another lock: "+e.Other)
	}
	if e.Table != "" {
		text := e.Table
		if e.Store != "" && e.Store != "sql" {
			text += " in " + e.Store
		}
		note("", text)
	}
	note(boundOf(e))
	if e.Loop {
		note("", "in a loop")
	}
	if len(e.Defence) > 0 {
		note("good", "guarded by "+strings.Join(e.Defence, ", "))
	}
	if len(e.Via) > 0 {
		note("", "through "+strings.Join(e.Via, " > "))
	}
	return out
}

// boundOf says what a call of another program is, and what ends it.
func boundOf(e inventory.Event) (is, text string) {
	switch e.Bound {
	case "":
		return "", ""
	case "bounded":
		text = e.Callee
		if e.MS > 0 {
			text += ", " + picture.Duration(e.MS) + " at most"
		}
	case "context":
		text = e.Callee + ", as long as the caller's context lives"
	case "unbounded":
		is, text = "bad", e.Callee+", without a limit"
	default:
		text = e.Callee
	}
	if e.Times > 1 {
		text += fmt.Sprintf(", %d times", e.Times)
	}
	return is, text
}
