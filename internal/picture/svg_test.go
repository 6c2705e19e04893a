package picture

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
)

func TestWrap(t *testing.T) {
	for _, tt := range []struct {
		text string
		n    int
		want []string
	}{
		{"", 5, []string{""}},
		{"a b c", 5, []string{"a b c"}},
		{"a b cd", 5, []string{"a b", "cd"}},
		{"abcdefgh i", 5, []string{"abcde", "fgh i"}},
		{"锁定订单", 5, []string{"锁定", "订单"}}, // two columns each
		{"  a\tb ", 5, []string{"a b"}},
	} {
		if got := wrap(tt.text, tt.n); !slices.Equal(got, tt.want) {
			t.Errorf("wrap(%q, %d) = %q, want %q", tt.text, tt.n, got, tt.want)
		}
	}
}

func TestDuration(t *testing.T) {
	for ms, want := range map[int64]string{350: "350ms", 12000: "12s", 120000: "2m", 5400000: "1h30m", 172800000: "48h"} {
		if got := Duration(ms); got != want {
			t.Errorf("Duration(%d) = %s, want %s", ms, got, want)
		}
	}
}

// Nothing that stands in the source leaves the text that it belongs to, and no line leaves the picture.
func TestSVGHolds(t *testing.T) {
	hostile := `</text><script>alert(1)</script>&x;"']]>` + "\x00\x1b\ufffe" + strings.Repeat("LongName", 40)
	timeline := Timeline{
		Place: hostile, Title: hostile, Func: hostile, Faults: []Fault{{Rule: hostile, Category: "c", Message: hostile}},
		Steps: []Step{{What: "acquire", Place: hostile, Text: hostile, Notes: []Note{{Text: hostile}}}, {What: "commit"}},
		Lock:  Span{Is: true, From: 0, To: 2}, Txs: []Span{{Is: true, From: -1, To: 1}},
		Lease: &Lease{Life: 1, Work: 1 << 40, Why: hostile},
	}
	var buf bytes.Buffer
	if err := SVG(&buf, hostile, []Timeline{timeline}); err != nil {
		t.Fatal(err)
	}
	dec := xml.NewDecoder(&buf)
	for {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			if !slices.Contains([]string{"svg", "title", "style", "rect", "text", "path"}, token.Name.Local) {
				t.Errorf("there is an element %s", token.Name.Local)
			}
		case xml.CharData:
			if text := string(token); len(text) > 200 && !strings.Contains(text, "font:") && !strings.HasPrefix(text, "</text>") {
				t.Errorf("a line of %d characters", len(text))
			}
		}
	}
}
