package report

import (
	"bytes"
	"errors"
	"testing"

	"github.com/locklint/locklint/internal/finding"
)

// hostile is what an author of code may want a terminal to do: colours, a title, a step back over what was said, a line that is
// somebody else's, text that runs the other way; and bytes that are no UTF-8, a control character of eight bits among them.
const hostile = "a\x1b[31mb\x1b]0;t\x07c\rd\x08e\u202ef\u2066g\u200bh\u2028i\u009bj\x9bk\xff\x7fl"

// seen is what is left of it.
const seen = "a\ufffd[31mb\ufffd]0;t\ufffdc\ufffdd\ufffde\ufffdf\ufffdg\ufffdh\ufffdi\ufffdj\ufffdk\ufffd\ufffdl"

// Characters of other languages are what they are: an ideographic space, a combining accent, one that needs four bytes.
const foreign = "锁\u3000e\u0301 𝒳"

func TestHarmless(t *testing.T) {
	const text = "locklint: " + hostile + "\tx\n\t" + foreign + "\r\n\nend\n"
	const want = "locklint: " + seen + "\tx\n\t" + foreign + "\n\nend\n"
	for size := 1; size <= len(text); size++ { // a character may be cut by others' buffers
		var buf bytes.Buffer
		w := Harmless(&buf)
		for from := 0; from < len(text); from += size {
			part := text[from:min(from+size, len(text))]
			if n, err := w.Write([]byte(part)); n != len(part) || err != nil {
				t.Fatalf("Write(%q) = %d, %v", part, n, err)
			}
		}
		if got := buf.String(); got != want {
			t.Fatalf("in pieces of %d:\n%q, want\n%q", size, got, want)
		}
	}
	if n, err := Harmless(failing{}).Write([]byte("x")); n != 0 || err == nil {
		t.Errorf("a write that fails: %d, %v", n, err)
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errors.New("full") }

// Nothing of it comes through in what is printed for people.
func TestTextIsHarmless(t *testing.T) {
	f := finding.Record{Pos: pos("/d/"+hostile+"\n.go", 3, 1), Message: "m " + hostile + "\nforged.go:1:1: m", Rule: "r", Category: "c"}
	f.Timeline = []finding.RecordStep{{Pos: pos("/d/"+hostile+"\n2.go", 4, 1), Message: "acquire  " + hostile + "\n5"}}
	want := seen + "\ufffd.go:3:1: m " + seen + "\ufffdforged.go:1:1: m\n\t" + seen + "\ufffd2.go:4  acquire  " + seen + "\ufffd5\n"
	for name, print := range map[string]func(*bytes.Buffer) error{
		"text": func(buf *bytes.Buffer) error { return Text(buf, "/d", []finding.Record{f}) },
		"terminal": func(buf *bytes.Buffer) error {
			return Terminal(buf, Run{Dir: "/d", Findings: []finding.Record{f}}, false)
		},
	} {
		var buf bytes.Buffer
		if err := print(&buf); err != nil {
			t.Fatal(err)
		}
		if got := buf.String(); got != want {
			t.Errorf("%s:\n%q, want\n%q", name, got, want)
		}
	}
}
