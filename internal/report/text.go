// Package report prints findings: for people, as the JSON tree of go vet, and as other programs want them.
package report

import (
	"bufio"
	"fmt"
	"go/token"
	"io"
	"path/filepath"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/locklint/locklint/internal/finding"
)

// Text prints each finding with its timeline, file names relative to dir:
//
//	order/service.go:42:8: lock "k" is released before ... (unlockbeforecommit/closure)
//		27  acquire  locker.Obtain(ctx, key, 30s)
//
// A step in another file than the finding says which.
func Text(w io.Writer, dir string, findings []finding.Record) error {
	out := bufio.NewWriter(w)
	for _, f := range findings {
		fmt.Fprintf(out, "%s:%d:%d: %s\n", finding.Printable(Rel(dir, f.Pos.Filename)), f.Pos.Line, f.Pos.Column, finding.Printable(f.Message))
		for _, line := range timeline(dir, f) {
			fmt.Fprintf(out, "\t%s  %s\n", line.place, line.text)
		}
	}
	return out.Flush()
}

// A timelineLine is a line of the timeline of a finding: where, padded to the widest, and what happens. It is printable.
type timelineLine struct{ place, text string }

func timeline(dir string, f finding.Record) []timelineLine {
	var lines []timelineLine
	width := 0
	for _, step := range f.Timeline {
		line := timelineLine{finding.Printable(place(dir, f.Pos.Filename, step.Pos)), finding.Printable(step.Message)}
		lines = append(lines, line)
		width = max(width, utf8.RuneCountInString(line.place))
	}
	for i := range lines {
		lines[i].place = fmt.Sprintf("%-*s", width, lines[i].place)
	}
	return lines
}

// place is the line, with the file where that is not the file of the finding.
func place(dir, file string, pos token.Position) string {
	if pos.Filename == file {
		return strconv.Itoa(pos.Line)
	}
	return Rel(dir, pos.Filename) + ":" + strconv.Itoa(pos.Line)
}

// Rel is the name of a file as somebody in dir would write it: relative below dir and beside it,
// absolute where it lies elsewhere, as in the module cache.
func Rel(dir, file string) string {
	if dir == "" || !filepath.IsAbs(file) {
		return filepath.ToSlash(file)
	}
	rel, err := filepath.Rel(dir, file)
	if err != nil || strings.HasPrefix(rel, filepath.Join("..", "..", "..")) {
		return filepath.ToSlash(file)
	}
	return filepath.ToSlash(rel)
}
