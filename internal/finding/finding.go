// Package finding turns what a rule found into a diagnostic: the message, the timeline and the
// stable id. It is the only caller of pass.Report, so that every door shows the same text.
package finding

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/internal/lazy"
)

// Sureness is how far a finding can be trusted.
type Sureness uint8

// The degrees of sureness.
const (
	Certain Sureness = iota // the program text proves it
	Likely                  // needs one ordinary assumption, which the message names
	Review                  // a reader has to judge; off unless asked for
)

func (s Sureness) String() string {
	switch s {
	case Certain:
		return "certain"
	case Likely:
		return "likely"
	}
	return "review"
}

// A Step is one event of the timeline of a finding.
type Step struct {
	Pos, End token.Pos
	What     string // "acquire", "write", "release", "commit"
	Text     string // source text of the expression, see Text
}

// A Finding is one fault, as a rule sees it.
type Finding struct {
	Rule, Category string // bare: "unlockbeforecommit", "closure"
	Sure           Sureness
	Pos, End       token.Pos
	Message        string // without the assumption and without the category
	Timeline       []Step // in the order in which things happen
	Assuming       string // what a finding that is not certain takes for granted
	Fixes          []analysis.SuggestedFix
}

// What stands in a message before what the finding takes for granted: in that of a likely one, and in that of one which
// a reader has to judge, though others of its category are surer. They stand in no other message.
const (
	AssumingMark = ", assuming "
	ProvidedMark = ", provided "
)

// Diagnostic returns the finding as go/analysis knows it. The message ends with the rule and the
// category because most doors drop both.
func (f Finding) Diagnostic() analysis.Diagnostic {
	message := f.Message
	switch {
	case f.Assuming == "":
	case f.Sure == Review:
		message += ProvidedMark + f.Assuming
	default:
		message += AssumingMark + f.Assuming
	}
	d := analysis.Diagnostic{
		Pos:            f.Pos,
		End:            f.End,
		Category:       f.Category,
		Message:        fmt.Sprintf("%s (%s/%s)", Printable(message), f.Rule, f.Category),
		SuggestedFixes: f.Fixes,
	}
	width := 0
	for _, s := range f.Timeline {
		width = max(width, len(s.What))
	}
	for _, s := range f.Timeline {
		d.Related = append(d.Related, analysis.RelatedInformation{
			Pos:     s.Pos,
			End:     s.End,
			Message: fmt.Sprintf("%-*s  %s", width, s.What, Printable(s.Text)),
		})
	}
	return d
}

// Report reports one finding, unless it stands in a generated file: nobody can mend it there.
func Report(pass *analysis.Pass, f Finding) {
	if !f.Pos.IsValid() || generatedAt(pass, f.Pos) {
		return
	}
	pass.Report(f.Diagnostic())
}

// A Reporter gathers the findings of one pass of a rule. A rule may walk its functions in any order
// and meet one fault on several paths: what Flush reports is sorted and says everything once.
type Reporter struct {
	pass     *analysis.Pass
	review   bool
	partial  bool
	findings []Finding
	unwanted []Finding // those that a reader would have to judge, where nobody asked for them
}

// NewReporter returns a reporter for the pass; review tells whether findings that a reader has to
// judge are wanted.
func NewReporter(pass *analysis.Pass, review bool) *Reporter {
	return &Reporter{pass: pass, review: review}
}

// Add notes a finding.
func (r *Reporter) Add(f Finding) {
	if f.Sure == Review && !r.review {
		r.unwanted = append(r.unwanted, f)
		return
	}
	r.findings = append(r.findings, f)
}

// Partial says that the rule could not look at the whole package: a directive that silences nothing
// may still be right.
func (r *Reporter) Partial() { r.partial = true }

// Flush reports the findings by position, but for those that a directive silences, and the directives
// that silence nothing. Of several findings with one position and category it keeps the surest, and
// among equals the one that was added first.
func (r *Reporter) Flush() {
	r.silence()
	slices.SortStableFunc(r.findings, func(a, b Finding) int {
		return cmp.Or(
			r.comparePos(a.Pos, b.Pos),
			cmp.Compare(a.Category, b.Category),
			cmp.Compare(a.Sure, b.Sure),
		)
	})
	for i, f := range r.findings {
		if i > 0 && f.Pos == r.findings[i-1].Pos && f.Category == r.findings[i-1].Category {
			continue
		}
		Report(r.pass, f)
	}
	r.findings = nil
}

// comparePos orders by file name first: token.Pos of different files depend on which was read first.
func (r *Reporter) comparePos(a, b token.Pos) int {
	if a == b {
		return 0
	}
	p, q := r.pass.Fset.Position(a), r.pass.Fset.Position(b)
	return cmp.Or(
		cmp.Compare(p.Filename, q.Filename),
		cmp.Compare(p.Offset, q.Offset),
		cmp.Compare(a, b),
	)
}

// generatedAt reports whether pos lies in a generated file.
func generatedAt(pass *analysis.Pass, pos token.Pos) bool {
	for _, f := range pass.Files {
		if f.FileStart <= pos && pos < f.FileEnd {
			return generated(pass.Fset, f)
		}
	}
	return false
}

// generated is ast.IsGenerated, but for the copies that cgo makes of a file written by hand: these
// carry cgo's header and, with a line directive, the name of the original.
func generated(fset *token.FileSet, f *ast.File) bool {
	if !ast.IsGenerated(f) {
		return false
	}
	if fset.PositionFor(f.Package, false).Filename == fset.PositionFor(f.Package, true).Filename {
		return true
	}
	for _, group := range f.Comments {
		for _, c := range group.List {
			if c.Pos() < f.Package && c.Text != cgoHeader && generatedLine().MatchString(c.Text) {
				return true
			}
		}
	}
	return false
}

const cgoHeader = "// Code generated by cmd/cgo; DO NOT EDIT."

var generatedLine = lazy.Regexp(`^// Code generated .* DO NOT EDIT\.$`)

// Rules of good messages are checked here and not in each rule: see linttest.

// WellFormed says what is wrong with the message of a diagnostic, or "".
func WellFormed(rule string, d analysis.Diagnostic) string {
	suffix := fmt.Sprintf(" (%s/%s)", rule, d.Category)
	switch {
	case d.Category == "":
		return "no category"
	case strings.ContainsAny(d.Category, "/ "):
		return fmt.Sprintf("category %q is not bare", d.Category)
	case !strings.HasSuffix(d.Message, suffix):
		return fmt.Sprintf("message does not end with %q", suffix)
	case strings.ContainsAny(d.Message, "\n\t"):
		return "message has more than one line"
	case d.Message[0] >= 'A' && d.Message[0] <= 'Z':
		return "message starts with a capital letter"
	}
	return ""
}
