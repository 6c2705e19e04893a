package report

import (
	"encoding/xml"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/internal/config"
	"github.com/locklint/locklint/internal/finding"
)

// A Run is what there is to print.
type Run struct {
	Findings []finding.Record
	Problems []string             // what could not be loaded or is wrong in the configuration: the findings may not be all
	Rules    []*analysis.Analyzer // that were asked
	Version  string               // of the program
	Dir      string               // names of files for people are relative to it
	Root     string               // and for other programs to this one, the root of the repository
	Sources  *Sources             // of which lines are shown
}

// formats are how a run can be printed.
var formats = map[string]func(io.Writer, Run) error{
	"text":       func(w io.Writer, r Run) error { return Text(w, r.Dir, r.Findings) },
	"json":       func(w io.Writer, r Run) error { return JSON(w, r.Findings) },
	"sarif":      SARIF,
	"github":     GitHub,
	"gitlab":     GitLab,
	"checkstyle": Checkstyle,
	"svg":        SVG,
}

// Formats are the names of the formats, the most usual first.
func Formats() []string {
	return []string{"text", "json", "sarif", "github", "gitlab", "checkstyle", "svg"}
}

// Write prints a run in the format of that name.
func Write(w io.Writer, format string, r Run) error {
	write, ok := formats[format]
	if !ok {
		return fmt.Errorf("there is no format %q", format)
	}
	return write(w, r)
}

// Sure is how far a finding can be trusted: its category or its message is one for readers to judge, or the message
// names an assumption, or neither. Diagnostics carry nothing more, whatever the door.
func Sure(f finding.Record) finding.Sureness {
	switch {
	case config.IsReview(f.Rule, f.Category), strings.Contains(f.Message, finding.ProvidedMark):
		return finding.Review
	case strings.Contains(f.Message, finding.AssumingMark):
		return finding.Likely
	}
	return finding.Certain
}

// rooted is the name of a file below the root, with slashes; elsewhere the absolute name.
func rooted(root, file string) (name string, below bool) {
	rel, err := filepath.Rel(root, file)
	if root == "" || err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return filepath.ToSlash(file), !filepath.IsAbs(file)
	}
	return filepath.ToSlash(rel), true
}

// GitHub prints workflow commands, which GitHub Actions shows beside the lines of a change. The timeline is part of
// the message.
func GitHub(w io.Writer, r Run) error {
	var out strings.Builder
	for _, f := range r.Findings {
		name, _ := rooted(r.Root, f.Pos.Filename)
		level := [...]string{finding.Certain: "error", finding.Likely: "warning", finding.Review: "notice"}[Sure(f)]
		fmt.Fprintf(&out, "::%s file=%s", level, githubProperty.Replace(name))
		switch {
		case f.Pos.Line == 0: // the file as a whole
		case f.End.Line > f.Pos.Line: // columns are for one line only
			fmt.Fprintf(&out, ",line=%d,endLine=%d", f.Pos.Line, f.End.Line)
		default:
			fmt.Fprintf(&out, ",line=%d,endLine=%d,col=%d,endColumn=%d", f.Pos.Line, f.Pos.Line, f.Pos.Column, max(f.End.Column, f.Pos.Column))
		}
		message := f.Message
		for _, line := range timeline(r.Dir, f) {
			message += "\n" + line.place + "  " + line.text
		}
		title := "locklint: " + f.Rule + "/" + f.Category
		fmt.Fprintf(&out, ",title=%s::%s\n", githubProperty.Replace(title), githubData.Replace(message))
	}
	_, err := io.WriteString(w, out.String())
	return err
}

// What the runner takes for syntax in a message, and in the value of a property.
var (
	githubData     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	githubProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// gitlabIssue is an issue of GitLab's code quality report, a subset of Code Climate's.
type gitlabIssue struct {
	Description string         `json:"description"`
	CheckName   string         `json:"check_name"`
	Fingerprint string         `json:"fingerprint"`
	Severity    string         `json:"severity"`
	Location    gitlabLocation `json:"location"`
}

type gitlabLocation struct {
	Path  string      `json:"path"`
	Lines gitlabLines `json:"lines"`
}

type gitlabLines struct {
	Begin int `json:"begin"`
	End   int `json:"end"`
}

// GitLab prints a code quality report.
func GitLab(w io.Writer, r Run) error {
	issues := []gitlabIssue{}
	for _, f := range r.Findings {
		name, _ := rooted(r.Root, f.Pos.Filename)
		issues = append(issues, gitlabIssue{
			Description: f.Message,
			CheckName:   f.Rule + "/" + f.Category,
			Fingerprint: f.ID,
			Severity:    [...]string{finding.Certain: "critical", finding.Likely: "major", finding.Review: "info"}[Sure(f)],
			Location:    gitlabLocation{name, gitlabLines{max(f.Pos.Line, 1), max(f.End.Line, f.Pos.Line, 1)}},
		})
	}
	return writeJSON(w, issues)
}

// checkstyle is the report of the program of that name, version 5.
type checkstyle struct {
	XMLName xml.Name         `xml:"checkstyle"`
	Version string           `xml:"version,attr"`
	Files   []checkstyleFile `xml:"file"`
}

type checkstyleFile struct {
	Name   string            `xml:"name,attr"`
	Errors []checkstyleError `xml:"error"`
}

type checkstyleError struct {
	Line     int    `xml:"line,attr"`
	Column   int    `xml:"column,attr"`
	Severity string `xml:"severity,attr"`
	Message  string `xml:"message,attr"`
	Source   string `xml:"source,attr"`
}

// Checkstyle prints a report as the program checkstyle writes it. Names of files are those of the text.
func Checkstyle(w io.Writer, r Run) error {
	doc := checkstyle{Version: "5.0"}
	for _, f := range r.Findings {
		name := Rel(r.Dir, f.Pos.Filename)
		i := slices.IndexFunc(doc.Files, func(file checkstyleFile) bool { return file.Name == name })
		if i < 0 {
			i = len(doc.Files)
			doc.Files = append(doc.Files, checkstyleFile{Name: name})
		}
		doc.Files[i].Errors = append(doc.Files[i].Errors, checkstyleError{
			Line: f.Pos.Line, Column: f.Pos.Column,
			Severity: [...]string{finding.Certain: "error", finding.Likely: "warning", finding.Review: "info"}[Sure(f)],
			Message:  f.Message,
			Source:   "locklint." + f.Rule + "." + f.Category,
		})
	}
	data, err := xml.MarshalIndent(doc, "", "\t")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s%s\n", xml.Header, data)
	return err
}
