package summary

import (
	"slices"
	"strings"
)

func (e *Expr) each(f func(*Expr) *Expr) *Expr {
	args := make([]*Expr, len(e.Args))
	for i, a := range e.Args {
		args[i] = f(a)
	}
	return EitherOf(args...)
}

// maxEither is how many values something may be and still be told.
const maxEither = 3

// EitherOf is one of several values; unknown where one of them is, or where there are too many.
func EitherOf(args ...*Expr) *Expr {
	var alts []*Expr
	for _, a := range args {
		if a == nil {
			return nil
		}
		for _, alt := range a.Alternatives() {
			if !slices.ContainsFunc(alts, func(o *Expr) bool { return o.String() == alt.String() }) {
				alts = append(alts, alt)
			}
		}
	}
	slices.SortFunc(alts, func(a, b *Expr) int { return strings.Compare(a.String(), b.String()) })
	switch {
	case len(alts) == 1:
		return alts[0]
	case len(alts) > maxEither:
		return nil
	}
	return New(Either, 0, "", alts...)
}

// Alternatives are the values that e may be: itself, but for an Either.
func (e *Expr) Alternatives() []*Expr {
	if e != nil && e.Op == Either {
		return e.Args
	}
	return []*Expr{e}
}

// Hole stands for a part of a template that is not constant.
const Hole = "{}"

// FillTemplate puts args into the holes of pattern; constants and templates melt into the text.
func FillTemplate(pattern string, args []*Expr) *Expr {
	parts := strings.Split(pattern, Hole)
	var text strings.Builder
	var holes []*Expr
	var built []Build
	for i, p := range parts {
		text.WriteString(p)
		if i == len(parts)-1 {
			break
		}
		var a *Expr
		if i < len(args) {
			a = args[i]
		}
		switch {
		case a != nil && a.Op == Const:
			text.WriteString(a.Name)
		case a != nil && a.Op == Template:
			text.WriteString(a.Name)
			holes = append(holes, a.Args...)
			built = append(built, a.Built...)
		default:
			text.WriteString(Hole)
			holes = append(holes, a)
		}
	}
	if len(holes) == 0 {
		return ConstOf(text.String())
	}
	if text.String() == Hole {
		return holes[0]
	}
	return New(Template, 0, text.String(), holes...).under(built)
}

// Pattern is the text of a key with {} for what is not constant, or "" where nothing is known of it.
func (e *Expr) Pattern() string {
	if e != nil && (e.Op == Const || e.Op == Template) {
		return e.Name
	}
	return ""
}

// withoutLong are args with nil in the place of long texts.
func withoutLong(args []*Expr) []*Expr {
	isLong := func(a *Expr) bool { return a != nil && len(a.text) > maxSize }
	if !slices.ContainsFunc(args, isLong) {
		return args
	}
	out := slices.Clone(args)
	for i, a := range out {
		if isLong(a) {
			out[i] = nil
		}
	}
	return out
}
