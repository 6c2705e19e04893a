package section

import (
	"strings"

	"github.com/locklint/locklint/internal/sqltext"
	"github.com/locklint/locklint/internal/summary"
)

// A function may run a statement whose text, or whose beginning, its caller gives: what that locks is known there.

// callersText tells a text that begins with what a caller gives.
func callersText(text *summary.Expr) bool {
	return text.Op == summary.Template && strings.HasPrefix(text.Name, summary.Hole) && text.Args[0].Has(summary.Param, summary.Free)
}

// told puts into a statement of a callee what its text says that it locks, once that is known.
func told(e *Event) {
	pattern := e.Text.Pattern()
	if pattern == "" || strings.HasPrefix(pattern, summary.Hole) {
		return
	}
	for _, st := range sqltext.Parse(pattern) {
		traits := lockTraits(&st)
		if traits == 0 || len(st.Reads) == 0 {
			continue
		}
		e.Kind, e.Table, e.Item = summary.Read, st.Reads[0], nil
		if e.Traits |= traits; traits.Has(summary.AnyTable) {
			e.Table = ""
		}
		break
	}
	e.Text = nil
}
