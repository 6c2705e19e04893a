package summary

import (
	"slices"
	"strconv"
	"strings"
	"time"
)

// An OutCall is what is known of a call of another program, or of a wait, besides the context that the event
// was given.
type OutCall struct {
	Name     string  // of the function that goes out: "http.Get"
	Protocol string  // what it speaks; empty: it only waits
	Limits   []*Expr // each of them bounds it: nanoseconds, "0" for no bound; nil for one that nobody knows
	Endless  bool    // in a loop that ends only when it works
	Times    int     // how often a loop does it, by constants; 0 stands for once
}

// A Bound says whether a call of another program ends in time.
type Bound uint8

// The bounds.
const (
	Unsure    Bound = iota // nobody knows, here
	Bounded                // something ends it
	ByContext              // nothing but the context that the function was given may end it
	Unbounded              // nothing does
)

// Bound says what bounds the call, and, where it is known to end, after how long at the latest: 0 if that
// is not known.
func (e Event) Bound() (Bound, time.Duration) {
	bound, d := Deadline(e.Ctx)
	unsure := bound == Unsure
	for _, l := range e.Out.Limits {
		switch ns, ok := nanoseconds(l); {
		case !ok:
			unsure = true
		case ns > 0 && (bound != Bounded || d == 0 || ns < d):
			bound, d = Bounded, ns
		}
	}
	if unsure && bound != Bounded {
		return Unsure, 0
	}
	return bound, d
}

// Waits is how long the event keeps its goroutine waiting at most, if a constant says so.
func (e Event) Waits() time.Duration {
	if e.Kind == Wait {
		d, _ := nanoseconds(e.Out.Limits[0])
		return d
	}
	_, d := e.Bound()
	return d
}

// Lasts is how long the event may take by constants alone, with the loop it stands in.
func (e Event) Lasts() time.Duration { return e.Waits() * time.Duration(max(1, e.Out.Times)) }

// nanoseconds is a number, or one that is computed of others.
func nanoseconds(x *Expr) (time.Duration, bool) {
	switch {
	case x == nil:
		return 0, false
	case x.Op == Const:
		ns, err := strconv.ParseInt(x.Name, 10, 64)
		return time.Duration(ns), err == nil
	case x.Op != Call || len(x.Args) != 2:
		return 0, false
	}
	a, okA := nanoseconds(x.Args[0])
	b, okB := nanoseconds(x.Args[1])
	if !okA || !okB {
		return 0, false
	}
	switch x.Name {
	case "+":
		return a + b, true
	case "-":
		return a - b, true
	case "*":
		return a * b, a == 0 || a*b/a == b
	case "/":
		if b != 0 {
			return a / b, true
		}
	}
	return 0, false
}

// Times is x so many times: a number of units in nanoseconds.
func (e *Expr) Times(unit int64) *Expr {
	if e == nil || unit <= 1 {
		return e
	}
	x := New(Call, 0, "*", e, ConstOf(strconv.FormatInt(unit, 10)))
	if ns, ok := nanoseconds(x); ok {
		return ConstOf(strconv.FormatInt(int64(ns), 10))
	}
	return x
}

// Deadline says what the context ctx does to the calls that it is given to.
func Deadline(ctx *Expr) (Bound, time.Duration) {
	for ctx != nil {
		switch ctx.Op {
		case Derived:
			switch {
			case strings.HasPrefix(ctx.Name, "WithTimeout"), strings.HasPrefix(ctx.Name, "WithDeadline"):
				return Bounded, time.Duration(ctx.Index)
			case ctx.Name == "WithoutCancel":
				return Unbounded, 0
			case ctx.Name == Shared:
				if bound, d := Deadline(ctx.Args[0]); bound == Bounded {
					return bound, d
				}
				return Unsure, 0
			}
			ctx = ctx.Args[0]
		case WithValue:
			ctx = ctx.Args[0]
		case Global:
			if ctx.Name == Background || ctx.Name == "context.TODO" {
				return Unbounded, 0
			}
			return Unsure, 0
		case Either:
			return deadlines(ctx.Args)
		case Param, Free:
			return ByContext, 0
		case Field, Deref:
			if root := ctx.Root(); root != nil && (root.Op == Param || root.Op == Free) {
				return ByContext, 0
			}
			return Unsure, 0
		default:
			return Unsure, 0
		}
	}
	return Unsure, 0
}

// deadlines is what one of several contexts does: what all of them do.
func deadlines(all []*Expr) (Bound, time.Duration) {
	bound, d := Deadline(all[0])
	for _, ctx := range all[1:] {
		if b, _ := Deadline(ctx); b != bound {
			return Unsure, 0
		}
		d = 0
	}
	return bound, d
}

// Background is the context that never ends. Shared derives one that ends when somebody says so of whom nothing is known.
const (
	Background = "context.Background"
	Shared     = "WithSharedCancel"
)

// outText writes an event of the kinds Outbound and Wait: two calls that differ in it are told apart.
func (e Event) outText() string {
	text := e.Kind.String() + " " + e.Out.Name
	if e.Kind == Outbound && e.Ctx != nil && !(e.Ctx.Op == Global && e.Ctx.Name == Background) {
		text += " " + e.Ctx.String()
	}
	for _, l := range e.Out.Limits {
		text += " <" + l.String()
	}
	if e.Out.Endless {
		text += " endless"
	}
	if e.Out.Times > 1 {
		text += " x" + strconv.Itoa(e.Out.Times)
	}
	return text
}

// mapOut rebuilds what is known of a call with f applied to its limits.
func (c *OutCall) mapOut(f func(*Expr) (*Expr, bool)) *OutCall {
	if c == nil || len(c.Limits) == 0 {
		return c
	}
	out := *c
	out.Limits = make([]*Expr, len(c.Limits))
	for i, l := range c.Limits {
		out.Limits[i] = l.Map(f)
	}
	return &out
}

// maxCalls is how many calls of other programs, and waits, a case tells of.
const maxCalls = 3

// FewCalls keeps, of the calls of other programs and the waits among the events, those that are worth most to
// know: what never ends before what may, and the shortest way to it.
func FewCalls[E any](events []E, of func(*E) *Event) []E {
	var ranks []int
	for i := range events {
		if e := of(&events[i]); e.Out != nil {
			ranks = append(ranks, e.rank())
		}
	}
	if len(ranks) <= maxCalls {
		return events
	}
	slices.Sort(ranks)
	last := ranks[maxCalls-1]
	left := maxCalls
	for _, r := range ranks {
		if r < last {
			left--
		}
	}
	return slices.DeleteFunc(slices.Clone(events), func(x E) bool {
		e := of(&x)
		switch {
		case e.Out == nil || e.rank() < last:
			return false
		case e.rank() == last && left > 0:
			left--
			return false
		}
		return true
	})
}

// rank orders calls: the lower, the more it is worth to know of it.
func (e Event) rank() int {
	worth := 0
	bound, _ := e.Bound()
	switch {
	case e.Out.Endless:
	case e.Kind == Wait:
		worth = 3
	case bound == Unbounded:
		worth = 1
	case bound == ByContext:
		worth = 2
	case bound == Bounded:
		worth = 4
	default:
		worth = 2
		if e.Hopeless() {
			worth = 5
		}
	}
	return worth*64 + min(len(e.Via), 63)
}

// Hopeless tells that no caller will ever know what bounds the call.
func (e Event) Hopeless() bool {
	if bound, _ := e.Bound(); bound != Unsure {
		return false
	}
	if e.Ctx == nil || e.Ctx.Has(Fresh, Local) {
		return true
	}
	return slices.ContainsFunc(e.Out.Limits, func(l *Expr) bool { return l == nil || l.Has(Fresh, Local) })
}

// declared is the name of the call that a package variable is of which its package alone says which number it is.
const declared = "declared"

// Declared is a package variable that is declared as a number, and that other packages may assign to.
func Declared(v *Expr, number string) *Expr { return New(Call, 0, declared, v, ConstOf(number)) }

// IsDeclared tells such a variable.
func (e *Expr) IsDeclared() bool { return e.Op == Call && e.Name == declared && len(e.Args) == 2 }

// LifeAsDeclared is [Event.Life], if no package assigns to the variables of another that say how long that is.
func (e Event) LifeAsDeclared() (time.Duration, bool) {
	return nanoseconds(e.TTL.Map(func(x *Expr) (*Expr, bool) {
		if x.IsDeclared() {
			return x.Args[1], true
		}
		return nil, false
	}))
}

// Life is how long the lease lives, if a constant says so: 0 for one that never ends.
func (e Event) Life() (time.Duration, bool) { return nanoseconds(e.TTL) }
