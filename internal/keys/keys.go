// Package keys builds key templates: the text of a key with {} for each part that is not constant,
// from the ways in which Go code builds strings. It computes on expressions and looks at no code.
package keys

import (
	"strings"

	"github.com/locklint/locklint/internal/summary"
)

// Concat is a + b.
func Concat(parts ...*summary.Expr) *summary.Expr {
	if len(parts) == 0 {
		return summary.ConstOf("")
	}
	return summary.FillTemplate(strings.Repeat(summary.Hole, len(parts)), parts)
}

// Join is strings.Join.
func Join(parts []*summary.Expr, sep *summary.Expr) *summary.Expr {
	var all []*summary.Expr
	for i, p := range parts {
		if i > 0 {
			all = append(all, sep)
		}
		all = append(all, p)
	}
	return Concat(all...)
}

// Sprintf is fmt.Sprintf; it knows a key only where the format is constant, but for parts without verbs that are put
// in, and uses no argument indexes or widths taken from arguments.
func Sprintf(format *summary.Expr, args []*summary.Expr) *summary.Expr {
	if format == nil || format.Op != summary.Const && format.Op != summary.Template {
		return nil
	}
	var pattern strings.Builder
	var holes []*summary.Expr
	text, put, used := format.Name, format.Args, 0
	for i := 0; i < len(text); i++ {
		if format.Op == summary.Template && strings.HasPrefix(text[i:], summary.Hole) {
			if len(put) == 0 || !plainText(put[0]) {
				return nil
			}
			pattern.WriteString(summary.Hole)
			holes, put = append(holes, put[0]), put[1:]
			i += len(summary.Hole) - 1
			continue
		}
		if text[i] != '%' {
			pattern.WriteByte(text[i])
			continue
		}
		i++
		for i < len(text) && strings.IndexByte("+-# 0123456789.", text[i]) >= 0 {
			i++
		}
		switch {
		case i >= len(text) || text[i] == '[' || text[i] == '*':
			return nil
		case text[i] == '%':
			pattern.WriteByte('%')
			continue
		}
		pattern.WriteString(summary.Hole)
		var arg *summary.Expr
		if used < len(args) {
			arg = args[used]
		}
		used++
		holes = append(holes, verb(text[i], arg))
	}
	return summary.FillTemplate(pattern.String(), holes)
}

// plainText tells a part of a format that is taken to have no verbs: a package variable or a field, such as a prefix
// that the configuration gives. What a caller gives may be a format itself.
func plainText(x *summary.Expr) bool {
	return x != nil && x.Root().Op == summary.Global
}

// verb is what a verb makes of its argument: for all but %d, %s and %v the text is another than the
// value's own.
func verb(v byte, arg *summary.Expr) *summary.Expr {
	if arg == nil || strings.IndexByte("dsv", v) >= 0 {
		return arg
	}
	return summary.New(summary.Call, 0, "%"+string(v), arg)
}
