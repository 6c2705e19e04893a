// Package linttest tests rules over analysistest, and the program with scripts.
//
// Beside the // want comments of analysistest, which match the message of a finding, a comment on
// the line of a finding, or alone on the line above it, gives its timeline:
//
//	/* timeline: acquire write release commit */ lock.Release(ctx) // want `before the transaction commits`
//
// (It cannot be called "want-timeline": analysistest takes every comment that starts with "want".)
package linttest

import (
	"fmt"
	"go/ast"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/locklint/locklint/internal/finding"
)

// Run analyses the packages below dir that the patterns name and checks the findings against the
// comments in their files: messages, categories, timelines.
func Run(t *testing.T, dir string, a *analysis.Analyzer, patterns ...string) []*analysistest.Result {
	t.Helper()
	dir, err := filepath.Abs(dir) // analysistest makes a GOPATH of it
	if err != nil {
		t.Fatal(err)
	}
	results := analysistest.Run(t, dir, a, patterns...)
	for _, r := range results {
		if r.Pass == nil {
			continue
		}
		for _, msg := range check(r.Pass.Fset, r.Pass.Files, a.Name, r.Diagnostics) {
			t.Error(msg)
		}
	}
	return results
}

// A place is a line of a file.
type place struct {
	file string
	line int
}

func (p place) String() string { return fmt.Sprintf("%s:%d", p.file, p.line) }

// check says what is wrong with the diagnostics apart from what analysistest looks at.
func check(fset *token.FileSet, files []*ast.File, rule string, diags []analysis.Diagnostic) []string {
	var wrong []string
	got := make(map[place][]string) // timelines
	for _, d := range diags {
		at := fset.Position(d.Pos)
		if msg := finding.WellFormed(rule, d); msg != "" {
			wrong = append(wrong, fmt.Sprintf("%s: %s: %q", at, msg, d.Message))
		}
		line := place{at.Filename, at.Line}
		got[line] = append(got[line], timeline(d))
		for _, step := range d.Related {
			if !step.Pos.IsValid() || len(strings.Fields(step.Message)) < 2 {
				wrong = append(wrong, fmt.Sprintf("%s: a step of the timeline lacks its position or its source: %q", at, step.Message))
			}
		}
	}
	wants := wanted(fset, files)
	for _, w := range wants {
		have := got[w.at]
		if i := slices.Index(have, w.timeline); i >= 0 {
			got[w.at] = slices.Delete(have, i, i+1)
			continue
		}
		wrong = append(wrong, fmt.Sprintf("%s: no finding with the timeline %q, there are %q", w.at, w.timeline, have))
	}
	return wrong
}

// timeline is what happens, in order, without the source.
func timeline(d analysis.Diagnostic) string {
	var what []string
	for _, step := range d.Related {
		word, _, _ := strings.Cut(step.Message, "  ")
		what = append(what, strings.TrimSpace(word))
	}
	return strings.Join(what, " ")
}

type want struct {
	at       place
	timeline string
}

var timelineComment = regexp.MustCompile(`^/[/*]\s*timeline:\s*(.*?)\s*(\*/)?$`)

// wanted gathers the timeline comments.
func wanted(fset *token.FileSet, files []*ast.File) []want {
	var wants []want
	for _, f := range files {
		code := codeLines(fset, f)
		for _, group := range f.Comments {
			for _, c := range group.List {
				m := timelineComment.FindStringSubmatch(c.Text)
				if m == nil {
					continue
				}
				pos := fset.Position(c.Pos())
				at := place{pos.Filename, pos.Line}
				if !code[at.line] {
					at.line++
				}
				wants = append(wants, want{at, strings.Join(strings.Fields(m[1]), " ")})
			}
		}
	}
	return wants
}

// codeLines are the lines on which something other than a comment starts or ends.
func codeLines(fset *token.FileSet, f *ast.File) map[int]bool {
	lines := make(map[int]bool)
	ast.Inspect(f, func(n ast.Node) bool {
		switch n.(type) {
		case nil, *ast.File, *ast.Comment, *ast.CommentGroup:
			return true
		}
		lines[fset.Position(n.Pos()).Line] = true
		lines[fset.Position(n.End()-1).Line] = true
		return true
	})
	return lines
}
