package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/locklint/locklint/internal/lazy"
)

// A patch is what the diff of go vet says of one file.
type patch struct {
	name  string
	text  string // of the diff
	hunks []hunk
}

// A hunk is a run of lines of a diff.
type hunk struct {
	first int      // line of the old file; 0 if that is empty
	lines []string // each behind a space, - or +
}

// parsePatches reads a diff. The patches come in the order of the names; go vet ends with its packages in any order.
func parsePatches(diff string) ([]patch, error) {
	var patches []patch
	lines := slices.Collect(strings.Lines(diff))
	for len(lines) > 0 {
		p, n, err := parsePatch(lines)
		if err != nil {
			return nil, fmt.Errorf("the diff cannot be read: %w", err)
		}
		patches, lines = append(patches, p), lines[n:]
	}
	slices.SortFunc(patches, func(a, b patch) int { return strings.Compare(a.name, b.name) })
	return patches, nil
}

// parsePatch reads the patch at the beginning of a diff, and says how many lines it has.
func parsePatch(lines []string) (p patch, n int, err error) {
	name, ok := strings.CutPrefix(lines[0], "--- ")
	name, old := strings.CutSuffix(name, " (old)\n")
	if !ok || !old || len(lines) < 2 || lines[1] != "+++ "+name+" (new)\n" {
		return p, 0, fmt.Errorf("no file begins with %q", lines[0])
	}
	p.name = name
	for n = 2; n < len(lines) && strings.HasPrefix(lines[n], "@@ "); {
		h, more, err := parseHunk(lines[n:])
		if err != nil {
			return p, 0, fmt.Errorf("%s: %w", name, err)
		}
		p.hunks = append(p.hunks, h)
		n += more
	}
	p.text = strings.Join(lines[:n], "")
	return p, n, nil
}

var hunkHead = lazy.Regexp(`^@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@\n$`)

const noNewline = "\\ No newline at end of file\n"

// parseHunk reads the hunk at the beginning of lines, and says how many it has.
func parseHunk(lines []string) (h hunk, n int, err error) {
	head := hunkHead().FindStringSubmatch(lines[0])
	if head == nil {
		return h, 0, fmt.Errorf("no hunk begins with %q", lines[0])
	}
	number := func(text string) int {
		if text == "" {
			return 1
		}
		i, err := strconv.Atoi(text)
		if err != nil {
			return -1 // fits nothing
		}
		return i
	}
	h.first = number(head[1])
	before, after := number(head[2]), number(head[3])
	for n = 1; before != 0 || after != 0; n++ {
		if n == len(lines) || before < 0 || after < 0 {
			return h, 0, fmt.Errorf("the hunk %q has not as many lines as it says", lines[0])
		}
		line := lines[n]
		switch line[0] {
		case ' ':
			before, after = before-1, after-1
		case '-':
			before--
		case '+':
			after--
		default:
			return h, 0, fmt.Errorf("%q is no line of a hunk", line)
		}
		if n+1 < len(lines) && lines[n+1] == noNewline {
			line = strings.TrimSuffix(line, "\n")
			n++
		}
		h.lines = append(h.lines, line)
	}
	return h, n, nil
}

var errChanged = errors.New("the file is not the one that go vet has looked at")

// apply changes a file. What the patch speaks of must be there, line by line.
func (p patch) apply(old []byte) ([]byte, error) {
	var out strings.Builder
	lines := slices.Collect(strings.Lines(string(old)))
	next := 0
	copyTo := func(end int) {
		for ; next < end; next++ {
			out.WriteString(lines[next])
		}
	}
	for _, h := range p.hunks {
		first := max(h.first-1, 0)
		if first < next || first > len(lines) {
			return nil, errChanged
		}
		copyTo(first)
		for _, line := range h.lines {
			kind, text := line[0], line[1:]
			if kind != '+' {
				if next == len(lines) || lines[next] != text {
					return nil, errChanged
				}
				next++
			}
			if kind != '-' {
				out.WriteString(text)
			}
		}
	}
	copyTo(len(lines))
	return []byte(out.String()), nil
}

// writePatches changes the files: none, unless all can be. Each is written as a whole.
func writePatches(patches []patch) error {
	fresh := make([][]byte, len(patches))
	for i, p := range patches {
		old, err := os.ReadFile(p.name)
		if err != nil {
			return err
		}
		if fresh[i], err = p.apply(old); err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		f, err := os.OpenFile(p.name, os.O_WRONLY, 0) // writeFile would replace one that must not be written to
		if err != nil {
			return err
		}
		if err := f.Close(); err != nil {
			return err
		}
	}
	for i, p := range patches {
		if err := writeFile(p.name, fresh[i]); err != nil {
			return err
		}
	}
	return nil
}
