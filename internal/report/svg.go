package report

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/locklint/locklint/internal/finding"
	"github.com/locklint/locklint/internal/picture"
)

// SVG draws the timelines of the findings, for the comment of a review.
func SVG(w io.Writer, r Run) error {
	var timelines []picture.Timeline
	for _, f := range r.Findings {
		timelines = append(timelines, drawn(r.Dir, f))
	}
	title := fmt.Sprintf("locklint: %d findings", len(timelines))
	if len(timelines) == 1 {
		title = "locklint: 1 finding"
	}
	return picture.SVG(w, title, timelines)
}

// drawn is the timeline of a finding, with the spans that its lines tell of.
func drawn(dir string, f finding.Record) picture.Timeline {
	t := picture.Timeline{
		Place:  Rel(dir, f.Pos.Filename),
		Func:   f.Func,
		Faults: []picture.Fault{{Rule: f.Rule, Category: f.Category, Message: f.Message, Sure: Sure(f).String()}},
	}
	if f.Pos.Line > 0 { // not the file as a whole
		t.Place += ":" + strconv.Itoa(f.Pos.Line)
	}
	for i, line := range timeline(dir, f) {
		what, text, _ := strings.Cut(line.text, "  ")
		t.Steps = append(t.Steps, picture.Step{
			What: what, Place: strings.TrimSpace(line.place), Text: strings.TrimSpace(text), Fault: f.Timeline[i].Pos == f.Pos,
		})
	}
	first := func(from int, words ...string) int {
		for i := from; i < len(t.Steps); i++ {
			if slices.Contains(words, t.Steps[i].What) {
				return i
			}
		}
		return -1
	}
	if acquire := first(0, "acquire"); acquire >= 0 {
		t.Lock = picture.Span{Is: true, From: acquire, To: first(acquire, "release")}
		if t.Lock.To < 0 {
			t.Lock.To = len(t.Steps)
		}
	}
	if end := first(0, "commit", "rollback"); end >= 0 {
		t.Txs = []picture.Span{{Is: true, From: first(0, "begin"), To: end}} // -1: it was begun before
	}
	return t
}
