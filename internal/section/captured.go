package section

import (
	"strconv"
	"strings"

	"github.com/locklint/locklint/internal/summary"
)

// Captured names what the function has captured, as variable i, that the field of a struct holds.
func Captured(base *summary.Expr, field string, i int) *summary.Expr {
	return summary.New(summary.Field, 0, "!"+field+"#"+strconv.Itoa(i), base)
}

// captured is what such a name stands for, where it is known which function the field holds.
func (c *config) captured(name *summary.Expr) (*summary.Expr, bool) {
	field, index, ok := strings.Cut(name.Name[1:], "#")
	if !ok {
		return nil, false
	}
	i, err := strconv.Atoi(index)
	if err != nil {
		return nil, false
	}
	holder := name.Args[0].Dot(field)
	if holder == nil {
		return nil, false
	}
	fn := holder
	if fn.Op != summary.Func {
		if fn, ok = c.content(holder); !ok || fn == nil || fn.Op != summary.Func {
			return nil, false
		}
	}
	if i >= len(fn.Args) || fn.Args[i] == nil {
		return nil, false
	}
	switch x := fn.Args[i]; x.Op {
	case summary.Ref:
		return x.Args[0], true
	case summary.Local: // the address of a variable
		if held, ok := c.content(x); ok {
			return held, true
		}
		return x, true
	default:
		return x, true
	}
}
