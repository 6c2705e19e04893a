package section

import (
	"go/types"
	"regexp"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/summary"
)

// rowsLocked is the end of a statement that locks the rows it reads.
var rowsLocked = regexp.MustCompile(`(?is)\b(for\s+(no\s+key\s+)?update|for\s+(key\s+)?share|lock\s+in\s+share\s+mode)\b[^()]*$`)

// chooses notes that a variable holds SQL that locks rows on the way to here, or its end. Such paths are kept apart from
// those on which it holds something else: a flag that the caller gives decides whether rows are locked.
func (c *config) chooses(phi *ssa.Phi, x *summary.Expr) {
	if b, ok := phi.Type().Underlying().(*types.Basic); !ok || b.Kind() != types.String || c.locking {
		return
	}
	if text := x.Pattern(); text != "" && rowsLocked.MatchString(text) {
		c.locking = true
		c.touch()
	}
}

// choosesCase is chooses for a case of a callee: it locks rows, and another one, which the arguments decide between, only reads
// them.
func (c *config) choosesCase(k Case, cases []Case) {
	for _, e := range k.Events {
		if c.locking || !e.locksRows() {
			continue
		}
		for _, o := range cases {
			if excludes(k.Pre, o.Pre) && slices.ContainsFunc(o.Events, func(r Event) bool {
				return r.Kind == summary.Read && !r.locksRows() && r.Table == e.Table && summary.Equal(r.Handle, e.Handle)
			}) {
				c.locking = true
				c.touch()
			}
		}
	}
}

// locksRows tells a statement that locks the rows that it reads.
func (e *Event) locksRows() bool { return e.Kind == summary.Read && e.Traits.Has(summary.RowLock) }
