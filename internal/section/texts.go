package section

import (
	"github.com/locklint/locklint/internal/keys"
	"github.com/locklint/locklint/internal/summary"
)

// texts puts together the texts that a callee makes of a slice or format which only its caller knows: a key function
// with a variable number of parts.
func (c *config) texts(x *summary.Expr) *summary.Expr {
	if x == nil || !x.Has(summary.Call) {
		return x
	}
	return x.Map(func(e *summary.Expr) (*summary.Expr, bool) {
		if e.Op != summary.Call || len(e.Args) != 2 {
			return nil, false
		}
		switch e.Name {
		case "strings.Join":
			if parts := elements(c, e.Args[0]); parts != nil {
				return keys.Join(parts, c.texts(e.Args[1])), true
			}
		case "fmt.Sprintf":
			if text := keys.Sprintf(c.texts(e.Args[0]), elements(c, e.Args[1])); text != nil {
				return text, true
			}
		}
		return nil, false
	})
}
