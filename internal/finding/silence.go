package finding

import (
	"fmt"
	"slices"

	"github.com/locklint/locklint/internal/directive"
)

// unused is the category of a directive that silences nothing.
const unused = "unused-directive"

// silence takes out the findings that a directive of the rule covers, and adds one for each directive
// that covers none. What nobody asked for counts as covered too: it would be reported to somebody who does.
func (r *Reporter) silence() {
	rule := r.pass.Analyzer.Name
	ignores, _ := directive.Read(r.pass.Fset, r.pass.Files)
	ignores = slices.DeleteFunc(ignores, func(i *directive.Ignore) bool { return !i.Names(rule) })
	used := make(map[*directive.Ignore]bool, len(ignores))
	silenced := func(f Finding) bool {
		found := false
		for _, i := range ignores {
			if i.Covers(r.pass.Fset, f.Pos) {
				used[i], found = true, true
			}
		}
		return found
	}
	r.findings = slices.DeleteFunc(r.findings, silenced)
	for _, f := range r.unwanted {
		silenced(f)
	}
	r.unwanted = nil
	if r.partial {
		return
	}
	for _, i := range ignores {
		if !used[i] {
			r.findings = append(r.findings, Finding{
				Rule: rule, Category: unused, Pos: i.Pos, End: i.End,
				Message: fmt.Sprintf("this directive silences no finding of %s: take the rule out of it, or move it to the statement it was meant for", rule),
			})
		}
	}
}
