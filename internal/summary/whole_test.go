package summary

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/locklint/locklint/internal/catalog"
)

// reread is a summary as it comes out of bytes: without canonical forms, and whatever it holds.
func reread(t *testing.T, s *Summary) *Summary {
	t.Helper()
	data, err := json.Marshal((*plain)(s))
	out := new(Summary)
	if err == nil {
		err = json.Unmarshal(data, (*plain)(out))
	}
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// What the analysis makes is whole when it is read again, and its expressions have their canonical forms.
func TestWhole(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 5))
	for range rounds / 10 {
		s := randomSummary(r)
		back := reread(t, s)
		if !back.Whole() {
			t.Fatalf("%s is not whole", s)
		}
		if back.String() != s.String() {
			t.Fatalf("%s came back as %s", s, back)
		}
		for _, c := range back.Cases {
			for _, x := range c.Results {
				if x != nil && x.text == "" {
					t.Fatalf("%s has no canonical form", x)
				}
			}
		}
	}
}

// What the analysis never makes is not whole, and gob makes of it a summary that says nothing.
func TestNotWhole(t *testing.T) {
	event := func(e Event) Case { return Case{Events: []Event{e}} }
	result := func(x *Expr) Case { return Case{Results: []*Expr{ParamOf(0), x}} }
	for what, c := range map[string]Case{
		"an exit":                   {Exit: 3},
		"a truth":                   {Pre: []Cond{{X: ParamOf(0), Is: 5}}},
		"a truth of a result":       {Post: []Cond{{Is: 200}}},
		"no event":                  event(Event{}),
		"an event":                  event(Event{Kind: HandOff + 1}),
		"a kind of lock":            event(Event{Kind: Acquire, Lock: Lock{Kind: catalog.Transaction + 1}}),
		"a reason":                  event(Event{Kind: Missed, Why: 3}),
		"what a function returns":   event(Event{Kind: Run, Ret: 9}),
		"a call of nothing":         event(Event{Kind: Outbound}),
		"a wait without a limit":    event(Event{Kind: Wait, Out: &OutCall{}}),
		"a negative argument":       event(Event{Kind: Write, Value: []Use{{Arg: -1}}}),
		"an event of an unwinding":  event(Event{Kind: Run, Unwinds: []Unwinding{{Events: []Event{{}}}}}),
		"a text of nobody":          {Keys: []Event{{Args: []*Expr{nil}}}},
		"no kind of an expression":  result(&Expr{}),
		"a kind of an expression":   result(&Expr{Op: Either + 1}),
		"a negative index":          result(&Expr{Op: Param, Index: -1}),
		"a field of nothing":        result(&Expr{Op: Field, Name: "f"}),
		"a field of the unknown":    result(&Expr{Op: Field, Name: "f", Args: []*Expr{nil}}),
		"an element without a key":  result(&Expr{Op: Elem, Args: []*Expr{ParamOf(0)}}),
		"a context of nothing":      result(&Expr{Op: Derived, Name: "WithCancel"}),
		"one of one":                result(&Expr{Op: Either, Args: []*Expr{ParamOf(0)}}),
		"a struct without its name": result(&Expr{Op: Struct, Args: []*Expr{ParamOf(0)}}),
		"too long a text":           result(&Expr{Op: Const, Name: strings.Repeat("x", 6000)}),
	} {
		for _, s := range []*Summary{{Cases: []Case{{}, c}}, {Literals: []Literal{{Name: "f", Cases: []Case{c}}}}} {
			if reread(t, s).Whole() {
				t.Errorf("%s is whole", what)
			}
			var out bytes.Buffer
			var back Summary
			if err := gob.NewEncoder(&out).Encode(s); err != nil {
				t.Fatal(err)
			}
			err := gob.NewDecoder(&out).Decode(&back)
			if got := back.Unpacked(); err != nil || len(got.Cases)+len(got.Literals) > 0 || !got.Capped {
				t.Errorf("%s: %+v, %v", what, got, err)
			}
		}
	}
	for what, s := range map[string]*Summary{"cases": {Cases: make([]Case, 17)}, "events": {Cases: []Case{{Events: make([]Event, 49)}}}} {
		for i := range s.Cases {
			for j := range s.Cases[i].Events {
				s.Cases[i].Events[j].Kind = Acquire
			}
		}
		if s.Whole() {
			t.Errorf("too many %s are whole", what)
		}
	}
}

// An expression of any depth is judged without using the stack up.
func TestTooLongIsNotWhole(t *testing.T) {
	deep := ParamOf(0)
	for range 1_000_000 {
		deep = &Expr{Op: Ref, Args: []*Expr{deep}}
	}
	if (&Summary{Cases: []Case{{Results: []*Expr{deep}}}}).Whole() {
		t.Error("too long an expression is whole")
	}
}
