package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"
)

// columns are the heads of the table.
var columns = []string{"experiment", "faulty, mended", "damage", "faulty", "mended", "flagged", "seconds"}

// cells are what the table says of a row: first what the experiment is, then what came of it.
func (r row) cells() []string {
	return append(r.Experiment.cells(), fmt.Sprint(r.faulty.Damage), fmt.Sprint(r.mended.Damage), r.flagged,
		fmt.Sprintf("%.1f", (r.faulty.Took+r.mended.Took).Seconds()))
}

func (e Experiment) cells() []string {
	faulty := strings.NewReplacer("(*", "", ")", "").Replace(e.Faulty.Func)
	mended := e.Mended.Func[strings.LastIndexByte(e.Mended.Func, '.')+1:]
	return []string{e.Rule, faulty + ", " + mended, e.Damage}
}

// table prints rows for people.
func table(w io.Writer, rows []row) {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, strings.Join(columns, "\t"))
	for _, r := range rows {
		fmt.Fprintln(t, strings.Join(r.cells(), "\t"))
	}
	t.Flush()
}

// The part of the page between these is written by -write; everything else there is written by hand.
const (
	beginMark = "<!-- lab: what follows is written by go run . -write -->"
	endMark   = "<!-- lab: end -->"
)

// line is a line of a table in Markdown.
func line(cells []string) string { return "| " + strings.Join(cells, " | ") + " |" }

// write puts rows into the page.
func write(file string, rows []row) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	before, rest, ok := strings.Cut(string(text), beginMark)
	_, after, ended := strings.Cut(rest, endMark)
	if !ok || !ended {
		return fmt.Errorf("%s lacks the line %s or %s", file, beginMark, endMark)
	}
	lines := []string{beginMark, "", line(columns), "|---|---|---|--:|--:|---|--:|"}
	for _, r := range rows {
		lines = append(lines, line(r.cells()))
	}
	lines = append(lines, "", endMark)
	return os.WriteFile(file, []byte(before+strings.Join(lines, "\n")+after), 0o644)
}
