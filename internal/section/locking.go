package section

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/lazy"
	"github.com/locklint/locklint/internal/summary"
)

// rowsLocked is the end of a statement that locks the rows it reads.
var rowsLocked = lazy.Regexp(`(?is)\b(for\s+(no\s+key\s+)?update|for\s+(key\s+)?share|lock\s+in\s+share\s+mode)\b[^()]*$`)

// chooses notes that a variable holds SQL that locks rows on the way to here, or its end. Such paths are kept apart from
// those on which it holds something else: a flag that the caller gives decides whether rows are locked.
func (c *config) chooses(phi *ssa.Phi, x *summary.Expr) {
	if c.locking || x == nil {
		return
	}
	texts := []*summary.Expr{x}
	switch t := phi.Type().Underlying().(type) {
	case *types.Basic:
		if t.Kind() != types.String {
			return
		}
	case *types.Struct: // a query, with its text in a field
		texts = nil
		for _, f := range c.fieldsOf(x) {
			texts = append(texts, f.X)
		}
	default:
		return
	}
	if slices.ContainsFunc(texts, func(x *summary.Expr) bool { return rowsLocked().MatchString(x.Pattern()) }) {
		c.locking = true
		c.touch()
	}
}
