package summary

import (
	"go/token"
	"strconv"
	"strings"
	"testing"
)

// At its limit an expression is what it is, and one above it unknown.
func TestSizeAtTheLimit(t *testing.T) {
	for _, of := range []struct {
		name  string
		limit int
		make  func(string) *Expr
	}{{"a variable", 600, GlobalOf}, {"a constant", 6000, ConstOf}} {
		longest := strings.Repeat("x", of.limit-len(of.make("").String()))
		x := of.make(longest)
		if x == nil || len(x.String()) != of.limit {
			t.Fatalf("%s of %d bytes is %v", of.name, of.limit, x)
		}
		if x := of.make(longest + "x"); x != nil {
			t.Errorf("%s of %d bytes is known", of.name, len(x.String()))
		}
	}
}

// A long text in a struct is unknown, and the struct is not.
func TestLongTextInStruct(t *testing.T) {
	long := ConstOf(strings.Repeat("x", 600))
	x := NewStruct("T", []string{"text", "tx"}, []*Expr{long, ParamOf(1)})
	if x.Dot("text") != nil || !Equal(x.Dot("tx"), ParamOf(1)) {
		t.Errorf("the struct is %v", x)
	}
}

func TestEitherAtTheLimit(t *testing.T) {
	const most = 3
	var alts []*Expr
	for i := range most {
		alts = append(alts, ParamOf(i))
	}
	if x := EitherOf(alts...); len(x.Alternatives()) != most {
		t.Errorf("one of %d: %v", most, x)
	}
	if x := EitherOf(append(alts, ParamOf(most))...); x != nil {
		t.Errorf("one of %d: %v", most+1, x)
	}
}

// Of more calls than a case tells of, those that are worth least are left out; all else stays.
func TestFewCallsAtTheLimit(t *testing.T) {
	const most = 3
	events := []Event{{Kind: Acquire}}
	for i := range most {
		events = append(events, Event{Kind: Outbound, Out: &OutCall{Name: strconv.Itoa(i)}, Via: []string{"f", "g"}})
	}
	same := func(e *Event) *Event { return e }
	if got := FewCalls(events, same); len(got) != len(events) {
		t.Errorf("of %d calls %d are left", most, len(got)-1)
	}
	events = append(events, Event{Kind: Outbound, Out: &OutCall{Name: "endless", Endless: true}}, Event{Kind: Release})
	got := FewCalls(events, same)
	if len(got) != most+2 || got[0].Kind != Acquire || got[most].Out.Name != "endless" || got[most+1].Kind != Release {
		t.Errorf("of %d calls: %+v", most+1, got)
	}
}

// The places at which a key was put together are remembered up to a limit, the outermost first.
func TestBuiltAtTheLimit(t *testing.T) {
	for _, n := range []int{5, 6} { // and one outside of them
		inner := FillTemplate("lock:{}", []*Expr{ParamOf(0)})
		for i := range n {
			inner.Built = append(inner.Built, Build{Pos: token.Pos(i + 1), X: inner})
		}
		built := inner.under([]Build{{Pos: 100, X: inner}}).Built
		if len(built) != 6 || built[0].Pos != 100 || built[5].Pos != 5 {
			t.Errorf("%d builds inside of one: %+v", n, built)
		}
	}
}
