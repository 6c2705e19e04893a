package report

import (
	"fmt"
	"strings"
	"testing"

	"github.com/locklint/locklint/internal/finding"
	"github.com/locklint/locklint/internal/picture"
)

// spans writes where in the drawn timeline of a finding the lock is held and a transaction open.
func spans(words ...string) string {
	f := finding.Record{Pos: pos("/p/f.go", 2, 1)}
	for i, w := range words {
		f.Timeline = append(f.Timeline, finding.RecordStep{Pos: pos("/p/f.go", i+1, 1), Message: w + "  x"})
	}
	t := drawn("/p", f)
	text := func(s picture.Span) string {
		if !s.Is {
			return "-"
		}
		return fmt.Sprintf("%d..%d", s.From, s.To)
	}
	out := text(t.Lock)
	for _, tx := range t.Txs {
		out += " tx " + text(tx)
	}
	for _, s := range t.Steps {
		if s.Fault {
			out += " at " + s.Place
		}
	}
	return out
}

func TestDrawn(t *testing.T) {
	for _, tt := range []struct{ words, want string }{
		{"acquire write release commit", "0..2 tx -1..3 at 2"}, // the transaction was begun before
		{"begin acquire release commit", "1..2 tx 0..3 at 2"},
		{"read acquire write", "1..3 at 2"},
		{"by-hand template", "- at 2"},
		{"acquire begin return", "0..3 at 2"}, // nothing is said of its end
	} {
		if got := spans(strings.Fields(tt.words)...); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.words, got, tt.want)
		}
	}
}

func TestSVG(t *testing.T) {
	run := shop(t)
	svg := output(t, "svg", run)
	for _, want := range []string{"<title id=\"t\">locklint: 3 findings</title>", "(*Shop).Größe", "is released twice: 100%, &lt;b&gt;", ">by hand<", ">…l.go:7<", ">in /elsewhere/l.go:7<"} {
		if !strings.Contains(svg, want) {
			t.Errorf("the picture lacks %s:\n%s", want, svg)
		}
	}
	early := finding.Record{Rule: "r", Category: "c", Message: "m", Timeline: []finding.RecordStep{{Message: "acquire  a"}, {Message: "release  b"}, {Message: "commit  c"}}}
	run.Findings = []finding.Record{early}
	if svg := output(t, "svg", run); strings.Count(svg, `<rect class="red"`) != 2 { // in the legend, and from release to commit
		t.Errorf("a release before the commit is not to be seen:\n%s", svg)
	}
	for range picture.MaxDrawn + 2 {
		run.Findings = append(run.Findings, early)
	}
	if svg := output(t, "svg", run); !strings.Contains(svg, "and 3 more that are not drawn") || strings.Count(svg, ">commit<") != picture.MaxDrawn {
		t.Errorf("of %d findings, %d are drawn", len(run.Findings), strings.Count(svg, ">commit<"))
	}
}
