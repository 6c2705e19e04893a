package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/token"
	"io"
	"strconv"
	"strings"

	"github.com/locklint/locklint/internal/finding"
)

// A tree is what go vet -json prints: package, analyzer, diagnostics. Maps of strings are printed in
// order.
type tree map[string]map[string][]diagnostic

type diagnostic struct {
	Category       string    `json:"category,omitempty"`
	Posn           string    `json:"posn"`
	End            string    `json:"end"`
	Message        string    `json:"message"`
	SuggestedFixes []fix     `json:"suggested_fixes,omitempty"`
	Related        []related `json:"related,omitempty"`
}

type fix struct {
	Message string `json:"message"`
	Edits   []edit `json:"edits"`
}

type edit struct {
	Filename string `json:"filename"`
	Start    int    `json:"start"`
	End      int    `json:"end"`
	New      string `json:"new"`
}

type related struct {
	Posn    string `json:"posn"`
	End     string `json:"end"`
	Message string `json:"message"`
}

// JSON prints the findings as one tree in the format of go vet -json, with absolute file names.
func JSON(w io.Writer, findings []finding.Record) error {
	t := make(tree)
	for _, f := range findings {
		d := diagnostic{
			Category: f.Category,
			Posn:     f.Pos.String(),
			End:      f.End.String(),
			Message:  f.Message,
		}
		for _, x := range f.Fixes {
			edits := make([]edit, 0, len(x.Edits))
			for _, e := range x.Edits {
				edits = append(edits, edit(e))
			}
			d.SuggestedFixes = append(d.SuggestedFixes, fix{x.Message, edits})
		}
		for _, s := range f.Timeline {
			d.Related = append(d.Related, related{s.Pos.String(), s.End.String(), s.Message})
		}
		if t[f.PkgPath] == nil {
			t[f.PkgPath] = make(map[string][]diagnostic)
		}
		t[f.PkgPath][f.Rule] = append(t[f.PkgPath][f.Rule], d)
	}
	return writeJSON(w, t)
}

func writeJSON(w io.Writer, value any) error {
	data, err := json.MarshalIndent(value, "", "\t")
	if err != nil {
		return err
	}
	_, err = w.Write(append(data, '\n'))
	return err
}

// ParseJSON reads what go vet -json printed: one tree for each package, between them lines that
// start with "#". Records read back have no function and no stable id, which the tree does not
// carry. Errors of analyzers come as texts.
func ParseJSON(data []byte) (findings []finding.Record, errors []string, err error) {
	var clean bytes.Buffer
	for line := range bytes.Lines(data) {
		if !bytes.HasPrefix(line, []byte("#")) {
			clean.Write(line)
		}
	}
	dec := json.NewDecoder(&clean)
	for {
		var t map[string]map[string]json.RawMessage
		if err := dec.Decode(&t); err == io.EOF {
			return findings, errors, nil
		} else if err != nil {
			return nil, nil, fmt.Errorf("reading the output of go vet -json: %v", err)
		}
		for pkg, byRule := range t {
			for rule, raw := range byRule {
				var list []diagnostic
				if json.Unmarshal(raw, &list) != nil {
					var failed struct {
						Error string `json:"error"`
					}
					if err := json.Unmarshal(raw, &failed); err != nil {
						return nil, nil, fmt.Errorf("reading the output of go vet -json: %v", err)
					}
					errors = append(errors, fmt.Sprintf("%s: analyzer %s: %s", pkg, rule, failed.Error))
				}
				for _, d := range list {
					findings = append(findings, d.record(pkg, rule))
				}
			}
		}
	}
}

func (d diagnostic) record(pkg, rule string) finding.Record {
	f := finding.Record{
		PkgPath: pkg, Rule: rule, Category: d.Category,
		Pos: parsePos(d.Posn), End: parsePos(d.End), Message: d.Message,
	}
	for _, x := range d.SuggestedFixes {
		rf := finding.RecordFix{Message: x.Message}
		for _, e := range x.Edits {
			rf.Edits = append(rf.Edits, finding.RecordEdit(e))
		}
		f.Fixes = append(f.Fixes, rf)
	}
	for _, r := range d.Related {
		f.Timeline = append(f.Timeline, finding.RecordStep{Pos: parsePos(r.Posn), End: parsePos(r.End), Message: r.Message})
	}
	return f
}

// parsePos reads "file:line:col", "file:line" or "file"; the name of the file may contain colons.
func parsePos(s string) token.Position {
	name, last, ok := cutNumber(s)
	if !ok {
		return token.Position{Filename: s}
	}
	if file, line, ok := cutNumber(name); ok {
		return token.Position{Filename: file, Line: line, Column: last}
	}
	return token.Position{Filename: name, Line: last}
}

func cutNumber(s string) (string, int, bool) {
	i := strings.LastIndexByte(s, ':')
	if i < 0 {
		return s, 0, false
	}
	n, err := strconv.Atoi(s[i+1:])
	return s[:i], n, err == nil
}
