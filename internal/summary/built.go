package summary

import (
	"go/token"
	"slices"
)

// A Build is a place of the source at which a text, or a number made of others, was put together. A key has
// several where a part of it was built elsewhere: the name by the caller, the prefix in front of it by the
// function that locks.
type Build struct {
	Pos  token.Pos
	X    *Expr // what was built there, in the terms of the function around it
	Used bool  // it was not: there it was given to something that locks by it later
}

// maxBuilt bounds the builds that are remembered of one value.
const maxBuilt = 6

// BuiltAt is e, which was put together at pos. What is no text and no number made of others stays as it is.
func (e *Expr) BuiltAt(pos token.Pos) *Expr {
	if e == nil || e.Op != Template && e.Op != Call {
		return e
	}
	return e.under([]Build{{Pos: pos, X: e}})
}

// UsedAt is e, which was used as a key at pos: a place to point at where it was not put together.
func (e *Expr) UsedAt(pos token.Pos) *Expr {
	if e == nil {
		return nil
	}
	out := *e
	out.Built = append(slices.Clone(e.Built), Build{Pos: pos, X: e, Used: true})
	return &out
}

// under is e with further builds around its own.
func (e *Expr) under(outer []Build) *Expr {
	if e == nil || len(outer) == 0 || e.Op != Template && e.Op != Call {
		return e
	}
	built := slices.Clone(outer)
	for _, b := range e.Built {
		if len(built) < maxBuilt && !slices.ContainsFunc(built, func(o Build) bool { return o.Pos == b.Pos }) {
			built = append(built, b)
		}
	}
	out := *e
	out.Built = built
	return &out
}

// Builds are the places at which e, or a part of it, was put together, outermost first.
func (e *Expr) Builds() []Build {
	var out []Build
	e.Walk(func(x *Expr) bool {
		for _, b := range x.Built {
			if !slices.ContainsFunc(out, func(o Build) bool { return o.Pos == b.Pos }) {
				out = append(out, b)
			}
		}
		return true
	})
	return out
}
