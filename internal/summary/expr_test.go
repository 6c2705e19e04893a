package summary

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

const rounds = 3000

// same tells that two expressions are built alike.
func same(a, b *Expr) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Op == b.Op && a.Index == b.Index && a.Name == b.Name && slices.Equal(a.Names, b.Names) && slices.EqualFunc(a.Args, b.Args, same)
}

func TestCanonical(t *testing.T) {
	for _, tt := range []struct {
		x    *Expr
		want string
	}{
		{nil, "?"},
		{ParamOf(0).Dot("mu"), "p0.mu"},
		{FreeOf(1).Load(), "*free1"},
		{LocalOf(3).Dot("#0"), "%3%.#0"},
		{ParamOf(0).Dot("locks").At(ParamOf(1)), "p0.locks[p1]"},
		{ParamOf(0).At(nil), "p0[*]"},
		{New(Ref, 0, "", FreshOf(0)), "&new0"},
		{New(Ref, 0, "", FreshOf(0)).Load(), "new0"},
		{ParamOf(1).Value("k"), "p1.value(k)"},
		{New(WithValue, 0, "k", ParamOf(1), ResultOf(0)), "p1.with(k=r0)"},
		{New(WithValue, 0, "k", ParamOf(1), nil), "p1.with(k=?)"},
		{New(Derived, 0, "WithTimeout", ParamOf(0)), "p0.WithTimeout()"},
		{NewStruct("T", []string{"a", "b"}, []*Expr{ParamOf(0), nil}), "T{a:p0,b:?}"},
		{New(Call, 0, "%x", ParamOf(0)), "%x(p0)"},
		{New(Func, 0, "pkg.f$1", nil, ParamOf(0)), "func pkg.f$1(?,p0)"},
		{ConstOf(`a"b`), `"a\"b"`},
		{New(Recovered, 0, ""), "recover()"},
		{EitherOf(ParamOf(1), ParamOf(0)), "either(p0,p1)"},
		{New(Field, 0, "a", nil), "?"},
		{New(Call, 0, "f", ParamOf(0), nil), "?"},
	} {
		if got := tt.x.String(); got != tt.want {
			t.Errorf("%s, want %s", got, tt.want)
		}
	}
}

// The canonical form says all: expressions with one form are built alike, and Equal goes by it.
func TestCanonicalIsInjective(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	byText := map[string]*Expr{}
	twice := 0
	for range 20 * rounds {
		x := randomExpr(r, r.IntN(4))
		old, seen := byText[x.String()]
		byText[x.String()] = x
		if !seen {
			continue
		}
		twice++
		if !same(old, x) {
			t.Fatalf("%#v and %#v are both %s", old, x, x)
		}
		if Equal(old, x) != !strings.Contains(x.String(), "?") {
			t.Fatalf("Equal(%s) = %v", x, Equal(old, x))
		}
	}
	if twice < rounds {
		t.Errorf("only %d expressions were made twice", twice)
	}
}

func TestTooLargeIsUnknown(t *testing.T) {
	x := ParamOf(0)
	for range 2 * maxSize {
		x = x.Dot("f")
	}
	if x != nil {
		t.Errorf("an expression of %d bytes", len(x.String()))
	}
}

// What is put in the place of a part simplifies what stands around it.
func TestMapSimplifies(t *testing.T) {
	tx, ctx := LocalOf(1), LocalOf(2)
	lit := NewStruct("T", []string{"mu", "tx"}, []*Expr{ParamOf(9), tx})
	for _, tt := range []struct{ in, p0, want *Expr }{
		{ParamOf(0).Dot("tx"), lit, tx},
		{ParamOf(0).Dot("tx").Dot("n"), lit, tx.Dot("n")},
		{ParamOf(0).Dot("other"), lit, nil},
		{ParamOf(0).Dot("mu"), EitherOf(ParamOf(3), ParamOf(4)), EitherOf(ParamOf(3).Dot("mu"), ParamOf(4).Dot("mu"))},
		{ParamOf(0).Load(), New(Ref, 0, "", tx), tx},
		{ParamOf(0).Value("k"), New(WithValue, 0, "k", ctx, tx), tx},
		{ParamOf(0).Value("k"), New(Derived, 0, "WithCancel", New(WithValue, 0, "k", ctx, tx)), tx},
		{ParamOf(0).Value("k"), New(WithValue, 0, "other", ctx, tx), ctx.Value("k")},
		{ParamOf(0).Value("k"), New(WithValue, 0, "k", ctx, nil), nil},
		{New(WithValue, 0, "k", ParamOf(0), tx), nil, nil},
		{FillTemplate("lock:{}", []*Expr{ParamOf(0)}), ConstOf("a"), ConstOf("lock:a")},
		{FillTemplate("lock:{}", []*Expr{ParamOf(0)}), FillTemplate("{}:x", []*Expr{tx}), FillTemplate("lock:{}:x", []*Expr{tx})},
		{FillTemplate("lock:{}", []*Expr{ParamOf(0)}), nil, New(Template, 0, "lock:{}", nil)},
		{ParamOf(1).At(ParamOf(0)), nil, ParamOf(1).At(nil)},
		{ParamOf(0).At(ParamOf(1)), nil, nil},
		{New(Call, 0, "f", ParamOf(0)), nil, nil},
		{New(Func, 0, "f", ParamOf(0), tx), nil, New(Func, 0, "f", nil, tx)},
		{EitherOf(ParamOf(0), tx), tx, tx},
		{EitherOf(ParamOf(0), tx), nil, nil},
	} {
		got := tt.in.Map(func(x *Expr) (*Expr, bool) { return tt.p0, Equal(x, ParamOf(0)) })
		if !same(got, tt.want) {
			t.Errorf("%v with %v for p0 is %v, want %v", tt.in, tt.p0, got, tt.want)
		}
	}
}

// Map changes no expression that others have, and gives back the same one where it replaces nothing.
func TestMapLeavesAlone(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range rounds {
		x := randomExpr(r, r.IntN(5))
		before := x.String()
		if y := x.Map(func(*Expr) (*Expr, bool) { return nil, false }); y != x {
			t.Fatalf("%s was rebuilt", before)
		}
		x.Map(func(e *Expr) (*Expr, bool) { return GlobalOf("pkg.X"), e.Op == Param })
		if x.canonicalOrUnknown() != before {
			t.Fatalf("%s became %s", before, x)
		}
		loose := x.Loose()
		if !same(loose, loose.Loose()) {
			t.Fatalf("%s is looser than %s", loose.Loose(), loose)
		}
	}
}

func (e *Expr) canonicalOrUnknown() string {
	if e == nil {
		return "?"
	}
	return e.canonical()
}

func TestRootAndBase(t *testing.T) {
	x := ParamOf(0).Dot("a").At(ParamOf(1)).Load()
	if got := x.Root(); !Equal(got, ParamOf(0)) {
		t.Errorf("root %v", got)
	}
	if got := x.Base(); !Equal(got, ParamOf(0).Dot("a").At(ParamOf(1))) {
		t.Errorf("base %v", got)
	}
	if ParamOf(0).Base() != nil || (*Expr)(nil).Root() != nil {
		t.Error("a parameter has a base, or nothing a root")
	}
	if got := New(Func, 0, "f", ParamOf(0)).Root(); got.Op != Func {
		t.Errorf("root %v of a function", got)
	}
	if !x.Has(Elem) || !x.Has(Local, Param) || x.Has(Local) {
		t.Error("Has is wrong")
	}
}

// Either is a set: commutative, associative as long as it is not too large, idempotent.
func TestEitherLaws(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 3))
	for range rounds {
		a, b, c := randomExpr(r, r.IntN(3)), randomExpr(r, r.IntN(2)), randomExpr(r, r.IntN(2))
		if x, y := EitherOf(a, b), EitherOf(b, a); !same(x, y) {
			t.Fatalf("%v and %v", x, y)
		}
		if x := EitherOf(a, a); !same(x, a) {
			t.Fatalf("%v of %v twice", x, a)
		}
		all := EitherOf(a, b, c)
		if x, y := EitherOf(EitherOf(a, b), c), EitherOf(a, EitherOf(b, c)); !same(x, all) || !same(y, all) {
			t.Fatalf("%v, %v, %v", x, y, all)
		}
		if all == nil && a != nil && b != nil && c != nil && len(EitherOf(a, b, c).Alternatives()) <= maxEither && len(a.String()+b.String()+c.String()) < maxSize/2 {
			t.Fatalf("nothing is known of %v, %v, %v", a, b, c)
		}
		if !slices.ContainsFunc(EitherOf(a, b).Alternatives(), func(x *Expr) bool { return same(x, a) }) && a != nil && b != nil {
			t.Fatalf("%v is no more in %v", a, EitherOf(a, b))
		}
	}
	four := EitherOf(ParamOf(0), ParamOf(1), ParamOf(2), ParamOf(3))
	if four != nil || EitherOf(EitherOf(ParamOf(0), ParamOf(1)), EitherOf(ParamOf(2), ParamOf(3))) != nil {
		t.Errorf("more than %d alternatives: %v", maxEither, four)
	}
	if EitherOf(ParamOf(0), nil) != nil || EitherOf(nil, ParamOf(0)) != nil {
		t.Error("one of something and the unknown is known")
	}
}

// A text that the source writes out may be long; what is built of itself ends sooner.
func TestLongText(t *testing.T) {
	long := strings.Repeat("SELECT n FROM stock WHERE id = 1 OR ", 100) + "id = 2 FOR UPDATE"
	if got := ConstOf(long).Pattern(); got != long {
		t.Errorf("of %d letters %d are left", len(long), len(got))
	}
	if x := ConstOf(strings.Repeat("x", maxText+1)); x != nil {
		t.Error("there is no limit to a text")
	}
	if x := ConstOf(long).Dot("a"); x != nil {
		t.Error("an expression of a long text is not unknown")
	}
}
