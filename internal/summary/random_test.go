package summary

import "math/rand/v2"

// randomNames are few, so that equal expressions are made often.
var randomNames = []string{"a", "b", "pkg.A", "lock:{}"}

// randomExpr makes an expression of all kinds, with unknown parts where the kind allows them.
func randomExpr(r *rand.Rand, depth int) *Expr {
	name := func() string { return randomNames[r.IntN(len(randomNames))] }
	if depth == 0 {
		switch r.IntN(8) {
		case 0:
			return ParamOf(r.IntN(3))
		case 1:
			return FreeOf(r.IntN(2))
		case 2:
			return ResultOf(r.IntN(2))
		case 3:
			return FreshOf(r.IntN(2))
		case 4:
			return LocalOf(r.IntN(3))
		case 5:
			return GlobalOf("pkg." + name())
		case 6:
			return ConstOf(name())
		}
		return NilExpr
	}
	sub := func() *Expr { return randomExpr(r, r.IntN(depth)) }
	maybe := func() *Expr {
		if r.IntN(4) == 0 {
			return nil
		}
		return sub()
	}
	switch r.IntN(12) {
	case 0, 1:
		return sub().Dot(name())
	case 2:
		return sub().At(sub())
	case 3:
		// This and Ref not of a path: *(p.f) and (*p).f read alike, and p cannot have both types.
		return randomExpr(r, 0).Load()
	case 4:
		return New(Ref, 0, "", randomExpr(r, 0))
	case 5:
		return sub().Value(name())
	case 6:
		return New(WithValue, 0, name(), sub(), maybe())
	case 7:
		return New(Derived, 0, "WithTimeout", sub())
	case 8:
		return NewStruct(name(), []string{"x", "y"}, []*Expr{maybe(), maybe()})
	case 9:
		return FillTemplate("k:{}:{}", []*Expr{maybe(), sub()})
	case 10:
		return New(Call, 0, name(), sub(), sub())
	}
	return New(Func, 0, "pkg.f$1", maybe(), maybe())
}

func randomCase(r *rand.Rand) Case {
	x := func() *Expr { return randomExpr(r, r.IntN(4)) }
	c := Case{Exit: Exit(r.IntN(3)), Recovers: r.IntN(2) == 0}
	for range r.IntN(3) {
		c.Pre = append(c.Pre, Cond{X: x(), Is: Truth(r.IntN(5))})
		c.Post = append(c.Post, Cond{X: x(), Is: Truth(r.IntN(5))})
		c.Stores = append(c.Stores, Store{Addr: x(), X: x()})
		c.Results = append(c.Results, x(), nil)
		c.Events = append(c.Events, Event{
			Kind: Kind(1 + r.IntN(8)), Lock: Lock{Handle: x(), Shared: r.IntN(2) == 0}, Handle: x(), Func: x(), Args: []*Expr{x(), nil},
			Table: "orders", Ret: Truth(r.IntN(5)), Via: []string{"f", "g"}, Blind: r.IntN(2) == 0, Assume: "that",
		})
	}
	return c
}

func randomSummary(r *rand.Rand) *Summary {
	s := &Summary{Capped: r.IntN(2) == 0}
	for range r.IntN(4) {
		s.Cases = append(s.Cases, randomCase(r))
	}
	if r.IntN(2) == 0 {
		s.Literals = append(s.Literals, Literal{Name: "pkg.f$1", Cases: []Case{randomCase(r)}})
	}
	return s
}
