package summary

import (
	"bytes"
	"encoding/gob"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/locklint/locklint/internal/catalog"
)

func encode(t *testing.T, s *Summary) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(s); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// A summary comes back from its bytes as it was, with its unknown parts, and has the same bytes each time.
func TestCodec(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 4))
	for range rounds / 10 {
		s := randomSummary(r)
		data := encode(t, s)
		if !bytes.Equal(data, encode(t, s)) {
			t.Fatalf("two encodings of %s", s)
		}
		var back Summary
		if err := gob.NewDecoder(bytes.NewReader(data)).Decode(&back); err != nil {
			t.Fatal(err)
		}
		if back.String() != s.String() {
			t.Fatalf("%s came back as %s", s, &back)
		}
		if !bytes.Equal(data, encode(t, &back)) {
			t.Fatalf("%s has other bytes when it has come back", s)
		}
		whole := back.Unpacked()
		if len(whole.Literals) != len(s.Literals) || !slices.EqualFunc(whole.Cases, s.Cases, sameCase) || whole.Unpacked() != whole {
			t.Fatalf("%s lost something", s)
		}
		if !bytes.Equal(data, encode(t, whole)) || !whole.Pack().Same(s.Pack()) || !back.Pack().Same(s.Pack()) {
			t.Fatalf("%s is another one when it is unpacked", s)
		}
	}
}

func sameCase(a, b Case) bool {
	sameEvent := func(x, y Event) bool {
		return x.String() == y.String() && x.Blind == y.Blind && x.Ret == y.Ret && x.Assume == y.Assume &&
			slices.Equal(x.Via, y.Via) && slices.EqualFunc(x.Args, y.Args, same) && same(x.Lock.Handle, y.Lock.Handle)
	}
	return a.Exit == b.Exit && a.Recovers == b.Recovers && slices.EqualFunc(a.Results, b.Results, same) && slices.EqualFunc(a.Events, b.Events, sameEvent)
}

// An expression that has come back is the same value as before, without and within others.
func TestDecodedIsEqual(t *testing.T) {
	key := FillTemplate("lock:{}", []*Expr{ParamOf(1)})
	in := &Summary{Cases: []Case{{Results: []*Expr{key, nil}}}}
	var out Summary
	if err := gob.NewDecoder(bytes.NewReader(encode(t, in))).Decode(&out); err != nil {
		t.Fatal(err)
	}
	got := out.Unpacked().Cases[0].Results
	if len(got) != 2 || got[1] != nil || !Equal(got[0], key) || !Equal(got[0].Args[0], ParamOf(1)) {
		t.Errorf("results %v, want %v and nothing", got, key)
	}
	if filled := got[0].Map(func(x *Expr) (*Expr, bool) { return ConstOf("a"), x.Op == Param }); !Equal(filled, ConstOf("lock:a")) {
		t.Errorf("filled: %v", filled)
	}
}

func TestString(t *testing.T) {
	mu := Lock{Kind: catalog.Process, Handle: ParamOf(0)}
	s := &Summary{Cases: []Case{
		{
			Pre:     []Cond{{X: ParamOf(1), Is: NotNil}},
			Events:  []Event{{Kind: Acquire, Lock: mu}, {Kind: Run, Func: ParamOf(1), Args: []*Expr{nil}, Ret: IsNil}, {Kind: Write, Handle: ParamOf(2), Table: "orders"}},
			Results: []*Expr{nil, ResultOf(0)}, Stores: []Store{{Addr: ResultOf(0).Dot("mu"), X: ParamOf(0)}},
			Post: []Cond{{X: ResultOf(1), Is: IsNil}},
		},
		{Events: []Event{{Kind: Release, Lock: Lock{Kind: catalog.Session, Key: ConstOf("42"), Conn: ParamOf(1), Shared: true}}}, Exit: Panics},
		{Events: []Event{{Kind: Begin, Handle: FreshOf(0)}, {Kind: Commit, Handle: FreshOf(0)}}, Exit: Never},
		{},
	}, Capped: true}
	const want = `if p1 not nil; acquire mutex p0; run p1(?) is nil; write p2 orders; r1=r0; r0.mu=p0; r1 nil | ` +
		`release session shared key "42" on p1; panics | begin new0; commit new0; never returns | nothing | ...`
	if got := s.String(); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

func TestSameLock(t *testing.T) {
	handle, key := func(x *Expr) Lock { return Lock{Handle: x} }, func(x *Expr) Lock { return Lock{Key: x} }
	a, b := ParamOf(0), ParamOf(1)
	shared := handle(a)
	shared.Shared = true
	both := Lock{Handle: a, Key: b}
	open := FillTemplate("x{}", []*Expr{nil})
	for _, tt := range []struct {
		x, y Lock
		want bool
	}{
		{handle(a), handle(ParamOf(0)), true}, {handle(a), handle(b), false}, {handle(a), shared, false}, {shared, shared, true},
		{key(a), key(ParamOf(0)), true}, {key(a), key(b), false}, {handle(a), key(a), false}, {both, handle(a), true}, {both, key(b), false},
		{Lock{}, Lock{}, false}, {key(open), key(open), false},
	} {
		if tt.x.Same(tt.y) != tt.want || tt.y.Same(tt.x) != tt.want {
			t.Errorf("%v and %v are one lock: want %v", tt.x, tt.y, tt.want)
		}
	}
}

func TestBounded(t *testing.T) {
	long := Case{Events: make([]Event, 49)}
	if s := (&Summary{Cases: []Case{{Events: make([]Event, 48)}}}).Bounded(); len(s.Cases) != 1 || s.Capped {
		t.Errorf("as many events as may be: %d cases, capped %v", len(s.Cases), s.Capped)
	}
	s := (&Summary{Cases: []Case{{}, long, {Exit: Panics}}}).Bounded()
	if len(s.Cases) != 2 || !s.Capped || s.Cases[1].Exit != Panics {
		t.Errorf("a case with too many events: %d cases, capped %v", len(s.Cases), s.Capped)
	}
	if s := (&Summary{Cases: make([]Case, 17)}).Bounded(); len(s.Cases) != 16 || !s.Capped {
		t.Errorf("too many cases: %d, capped %v", len(s.Cases), s.Capped)
	}
	if s := (&Summary{Cases: make([]Case, 16)}).Bounded(); len(s.Cases) != 16 || s.Capped {
		t.Errorf("as many cases as may be: %d, capped %v", len(s.Cases), s.Capped)
	}
}

func TestOpposite(t *testing.T) {
	for _, x := range []Truth{Unknown, IsTrue, IsFalse, IsNil, NotNil} {
		if o := x.Opposite(); o.Opposite() != x || (o == x) != (x == Unknown) {
			t.Errorf("%v is the opposite of %v", o, x)
		}
	}
}

// An event that is mapped leaves the one that it came from as it was.
func TestEventMap(t *testing.T) {
	e := Event{Kind: Run, Func: ParamOf(0), Args: []*Expr{ParamOf(1), nil}, Lock: Lock{Handle: ParamOf(2), Key: ParamOf(3), Conn: ParamOf(4)}, Handle: ParamOf(5), On: ParamOf(6)}
	text := func(e Event) string {
		return e.String() + " " + e.Lock.String() + " " + e.Handle.String() + " " + e.On.String()
	}
	before := text(e)
	got := e.Map(func(x *Expr) (*Expr, bool) {
		if x.Op == Param {
			return FreeOf(x.Index), true
		}
		return nil, false
	})
	if want := "run free0(free1,?) lock free2 key free3 on free4 free5 free6"; text(got) != want {
		t.Errorf("%s, want %s", text(got), want)
	}
	if text(e) != before {
		t.Errorf("%s became %s", before, text(e))
	}
}
