package report

import (
	"io"
	"net/url"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/internal/finding"
	"github.com/locklint/locklint/internal/lazy"
)

// SARIF prints a log of version 2.1.0: the rules with their pages, and for each finding its stable id as a
// fingerprint, its timeline as a code flow, its fixes.
func SARIF(w io.Writer, r Run) error {
	s := sarifWriter{run: r, index: map[string]int{}}
	out := sarifRun{
		Tool:        sarifTool{sarifDriver{Name: "locklint", InformationURI: "https://github.com/locklint/locklint", Version: r.Version, Rules: []sarifRule{}}},
		Invocations: []sarifInvocation{{Successful: len(r.Problems) == 0}},
		ColumnKind:  "utf16CodeUnits",
		Results:     []sarifResult{},
		BaseIDs:     map[string]sarifBase{sourceRoot: {sarifText{"The root of the repository, or the directory where locklint ran."}}},
	}
	for i, a := range r.Rules {
		s.index[a.Name] = i
		out.Tool.Driver.Rules = append(out.Tool.Driver.Rules, ruleOf(a))
	}
	for _, p := range r.Problems {
		n := sarifNotification{Level: "error", Message: plainText(p)}
		out.Invocations[0].Notifications = append(out.Invocations[0].Notifications, n)
	}
	for _, f := range r.Findings {
		out.Results = append(out.Results, s.result(f))
	}
	return writeJSON(w, sarifLog{
		Schema:  "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
		Version: "2.1.0",
		Runs:    []sarifRun{out},
	})
}

// sourceRoot is the usual name of the directory that names of files are relative to.
const sourceRoot = "%SRCROOT%"

func ruleOf(a *analysis.Analyzer) sarifRule {
	title, _, _ := strings.Cut(a.Doc, "\n")
	return sarifRule{
		ID:      a.Name,
		Short:   sarifText{title},
		HelpURI: a.URL,
		Help:    sarifHelp{strings.TrimSpace(a.Doc), finding.Markdown(a.Doc)},
	}
}

// A sarifWriter makes the results of a log.
type sarifWriter struct {
	run   Run
	index map[string]int // of the rules
}

func (s sarifWriter) result(f finding.Record) sarifResult {
	sure := Sure(f)
	out := sarifResult{
		RuleID:       f.Rule,
		Level:        [...]string{finding.Certain: "error", finding.Likely: "warning", finding.Review: "note"}[sure],
		Message:      plainText(f.Message),
		Locations:    []sarifLocation{{Physical: s.place(f.Pos, f.End)}},
		Fingerprints: map[string]string{"locklintId/v1": f.ID},
		Properties:   map[string]string{"category": f.Category, "sureness": sure.String()},
	}
	if f.Func != "" {
		out.Locations[0].Logical = []sarifLogical{{f.PkgPath + "." + f.Func, "function"}}
	}
	if i, ok := s.index[f.Rule]; ok {
		out.RuleIndex = &i
	}
	var flow []sarifStep
	for i, step := range f.Timeline {
		text := plainText(strings.Join(strings.Fields(step.Message), " "))
		at := sarifLocation{Physical: s.place(step.Pos, step.End), Message: &text}
		what, _, _ := strings.Cut(step.Message, "  ")
		flow = append(flow, sarifStep{at, stepKinds(strings.TrimSpace(what)), i + 1})
		at.ID = i + 1
		out.Related = append(out.Related, at)
	}
	if len(flow) > 0 {
		out.Flows = []sarifFlow{{[]sarifThread{{flow}}}}
	}
	for _, fix := range f.Fixes {
		if changes := s.changes(fix); changes != nil {
			out.Fixes = append(out.Fixes, sarifFix{plainText(fix.Message), changes})
		}
	}
	return out
}

// stepKinds are the words of the standard for what happens in a step.
func stepKinds(what string) []string {
	switch what {
	case "acquire", "release":
		return []string{what, "lock"}
	case "return":
		return []string{"exit", "function"}
	}
	return nil
}

// changes are the edits of a fix; nil where the source cannot be read.
func (s sarifWriter) changes(fix finding.RecordFix) []sarifChange {
	var out []sarifChange
	for _, e := range fix.Edits {
		start, ok := s.run.Sources.position(e.Filename, e.Start)
		end, ok2 := s.run.Sources.position(e.Filename, e.End)
		if !ok || !ok2 {
			return nil
		}
		file := s.artifact(e.Filename)
		if len(out) == 0 || out[len(out)-1].Artifact != file {
			out = append(out, sarifChange{Artifact: file})
		}
		last := &out[len(out)-1]
		last.Replacements = append(last.Replacements, sarifReplacement{s.region(start, end), sarifText{e.New}})
	}
	return out
}

// plainText is a message that says just this: what stands in brackets before parentheses would be a link.
func plainText(text string) sarifText {
	if link().MatchString(text) {
		text = strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`).Replace(text)
	}
	return sarifText{text}
}

var link = lazy.Regexp(`\[[^\]]*\]\(`)

func (s sarifWriter) artifact(file string) sarifArtifact {
	name, below := rooted(s.run.Root, file)
	if below {
		return sarifArtifact{URI: (&url.URL{Path: name}).String(), BaseID: sourceRoot}
	}
	if filepath.VolumeName(file) != "" {
		name = "/" + name
	}
	return sarifArtifact{URI: (&url.URL{Scheme: "file", Path: name}).String()}
}
