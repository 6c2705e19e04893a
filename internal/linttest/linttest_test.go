package linttest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/internal/config"
	"github.com/locklint/locklint/internal/engine"
	"github.com/locklint/locklint/internal/finding"
	"github.com/locklint/locklint/internal/linttest/toy"
)

// The comments that follow are what the toy rule must agree with.
func TestRun(t *testing.T) {
	results := Run(t, "testdata", toy.New(engine.New(config.Default())), "ex.com/a")
	if len(results) != 1 || len(results[0].Diagnostics) != 3 {
		t.Fatalf("results %v", results)
	}
}

func TestCheck(t *testing.T) {
	const src = `package a

func f() {
	one() /* timeline: acquire release */
	// timeline: acquire
	two()
}
`
	good := func(line int, what ...string) func(*token.File) analysis.Diagnostic {
		return func(f *token.File) analysis.Diagnostic {
			fnd := finding.Finding{Rule: "r", Category: "c", Message: "m", Pos: f.LineStart(line) + 1}
			for _, w := range what {
				fnd.Timeline = append(fnd.Timeline, finding.Step{Pos: fnd.Pos, What: w, Text: "x"})
			}
			return fnd.Diagnostic()
		}
	}
	type maker = func(*token.File) analysis.Diagnostic
	for _, tt := range []struct {
		name  string
		diags []maker
		want  []string // parts of the complaints
	}{
		{"all as wanted", []maker{good(4, "acquire", "release"), good(6, "acquire")}, nil},
		{"more findings", []maker{good(4, "acquire", "release"), good(4, "write"), good(6, "acquire"), good(3, "write")}, nil},
		{"other order", []maker{good(4, "release", "acquire"), good(6, "acquire")}, []string{`a.go:4: no finding with the timeline "acquire release", there are ["release acquire"]`}},
		{"none there", []maker{good(4, "acquire", "release")}, []string{`a.go:6: no finding`}},
		{"malformed", []maker{
			good(4, "acquire", "release"), good(6, "acquire"),
			func(f *token.File) analysis.Diagnostic {
				return analysis.Diagnostic{Pos: f.LineStart(3), Category: "c", Message: "m"}
			},
		}, []string{"does not end with"}},
		{"empty step", []maker{
			good(4, "acquire", "release"), good(6, "acquire"),
			func(f *token.File) analysis.Diagnostic {
				d := good(3, "write")(f)
				d.Related[0].Message = "write  "
				return d
			},
		}, []string{"lacks its position or its source"}},
	} {
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, "a.go", src, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		var diags []analysis.Diagnostic
		for _, d := range tt.diags {
			diags = append(diags, d(fset.File(f.FileStart)))
		}
		got := check(fset, []*ast.File{f}, "r", diags)
		if len(got) != len(tt.want) || !slices.EqualFunc(got, tt.want, strings.Contains) {
			t.Errorf("%s: complaints %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestSplit(t *testing.T) {
	for _, tt := range []struct {
		line string
		want []string
	}{
		{"", nil},
		{"# comment", nil},
		{"a  b\tc # d", []string{"a", "b", "c"}},
		{"stdout 'a b' '' x'y z'", []string{"stdout", "a b", "", "xy z"}},
		{`-config={"a":1}`, []string{`-config={"a":1}`}},
	} {
		got, err := split(tt.line)
		if err != nil || !slices.Equal(got, tt.want) {
			t.Errorf("split(%q) = %q, %v, want %q", tt.line, got, err, tt.want)
		}
	}
	if _, err := split("a 'b"); err == nil {
		t.Error("no error for an open quote")
	}
}

// A script that is wrong must fail; each line here is one that must.
func TestScriptCommandsFail(t *testing.T) {
	for _, lines := range [][]string{
		{"go version", "status 1"},
		{"go version", "stdout nothing"},
		{"go version", "! stdout go"},
		{"go nonsense", "go version"},
		{"go version", "cmp stdout a.txt"},
		{"no-such-program"},
		{"cp none.txt b.txt"},
	} {
		s := &script{t: t, dir: t.TempDir(), env: Env("")}
		var err error
		for _, line := range lines {
			words, _ := split(line)
			if err = s.command(words); err != nil {
				break
			}
		}
		if err == nil {
			t.Errorf("%q does not fail", lines)
		}
	}
	s := &script{t: t, dir: t.TempDir(), env: Env("")}
	if err := s.command([]string{"go", "nonsense"}); err != nil || s.settle() == nil {
		t.Errorf("a failed command at the end is not noticed: %v", err)
	}
}
