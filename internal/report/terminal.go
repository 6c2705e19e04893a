package report

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/locklint/locklint/internal/finding"
)

// The escape sequences of a terminal.
const (
	plain  = "\x1b[0m"
	bold   = "\x1b[1m"
	dim    = "\x1b[2m"
	red    = "\x1b[31m"
	yellow = "\x1b[33m"
	cyan   = "\x1b[36m"
)

// Terminal prints what [Text] prints for somebody who sits in front of it: with the line of source that a finding
// points at, with an empty line between two findings and, if wanted, in colour.
func Terminal(w io.Writer, r Run, colour bool) error {
	t := terminal{out: bufio.NewWriter(w), sources: r.Sources, colour: colour}
	for i, f := range r.Findings {
		if i > 0 {
			fmt.Fprintln(t.out)
		}
		hue := [...]string{finding.Certain: red, finding.Likely: yellow, finding.Review: cyan}[Sure(f)]
		message, name := f.Message, ""
		if suffix := fmt.Sprintf(" (%s/%s)", f.Rule, f.Category); strings.HasSuffix(message, suffix) {
			message, name = strings.TrimSuffix(message, suffix), suffix
		}
		place := fmt.Sprintf("%s:%d:%d:", Rel(r.Dir, f.Pos.Filename), f.Pos.Line, f.Pos.Column)
		fmt.Fprintf(t.out, "%s %s%s\n", t.in(bold, place), t.in("", message), t.in(hue, name))
		t.snippet(f, hue)
		for _, line := range timeline(r.Dir, f) {
			what, text, _ := strings.Cut(line.text, "  ")
			fmt.Fprintf(t.out, "\t%s  %s  %s\n", t.in(dim, line.place), t.in(bold, what), text)
		}
	}
	return t.out.Flush()
}

type terminal struct {
	out     *bufio.Writer
	sources *Sources
	colour  bool
}

func (t terminal) in(style, text string) string {
	text = finding.Printable(text)
	if !t.colour || style == "" || text == "" {
		return text
	}
	return style + text + plain
}

// maxSnippet is how many characters of a line are shown.
const maxSnippet = 160

// snippet prints the line of source with a mark below the part that is meant.
func (t terminal) snippet(f finding.Record, hue string) {
	line, ok := t.sources.line(f.Pos.Filename, f.Pos.Line)
	if !ok || f.Pos.Column < 1 || f.Pos.Column > len(line) {
		return
	}
	end := len(line)
	if f.End.Line == f.Pos.Line && f.End.Column > f.Pos.Column {
		end = min(end, f.End.Column-1)
	}
	before, meant, after := shown(line[:f.Pos.Column-1]), shown(line[f.Pos.Column-1:end]), shown(line[end:])
	text := []rune(before + meant + after)
	if len(text) > maxSnippet {
		text = append(text[:maxSnippet-3:maxSnippet-3], '.', '.', '.')
	}
	number := strconv.Itoa(f.Pos.Line)
	fmt.Fprintf(t.out, "    %s %s\n", t.in(dim, number+" |"), string(text))
	start := len([]rune(before))
	if width := min(len([]rune(meant)), len(text)-start); width > 0 {
		mark := strings.Repeat("^", width)
		fmt.Fprintf(t.out, "    %s %s%s\n", t.in(dim, strings.Repeat(" ", len(number))+" |"), strings.Repeat(" ", start), t.in(hue, mark))
	}
}

// shown is a piece of source as a terminal shows it in a known width.
func shown(text string) string {
	return finding.Printable(strings.ReplaceAll(text, "\t", "    "))
}
