package summary

import "github.com/locklint/locklint/internal/catalog"

// Whole tells a summary that the analysis may have written. To be called where one was read, before anybody else has it: what stands in a
// file may be anything, also of a text too long to be worked with. The expressions get their canonical forms.
func (s *Summary) Whole() bool {
	if len(s.Cases) > maxCases || !every(s.Cases, (*Case).whole) {
		return false
	}
	for i := range s.Cases {
		if len(s.Cases[i].Events) > maxEvents {
			return false
		}
	}
	return every(s.Literals, func(l *Literal) bool { return every(l.Cases, (*Case).whole) })
}

func every[T any](list []T, is func(*T) bool) bool {
	for i := range list {
		if !is(&list[i]) {
			return false
		}
	}
	return true
}

func (c *Case) whole() bool {
	return c.Exit <= Never && every(c.Pre, (*Cond).whole) && every(c.Post, (*Cond).whole) && everyExpr(c.Results) &&
		every(c.Stores, func(s *Store) bool { return s.Addr.whole() && s.X.whole() }) &&
		every(c.Events, (*Event).happens) && every(c.Keys, (*Event).whole)
}

func (e *Event) happens() bool { return e.Kind != 0 && e.whole() }

func (c *Cond) whole() bool { return c.Is <= NotNil && c.X.whole() }

func everyExpr(list []*Expr) bool {
	return every(list, func(x **Expr) bool { return (*x).whole() })
}

func (e *Event) whole() bool {
	switch {
	case e.Kind > HandOff, e.Lock.Kind > catalog.Transaction, e.Scope > catalog.TxScope, e.Store > catalog.Dynamo, e.Ret > NotNil, e.Why > Failed:
		return false
	case e.Kind == 0 && (e.Func == nil || len(e.Args) != 1): // a text that the caller gives, with its arguments
		return false
	case (e.Kind == Outbound || e.Kind == Wait) && e.Out == nil, e.Kind == Wait && len(e.Out.Limits) == 0:
		return false
	}
	return everyExpr([]*Expr{e.Lock.Handle, e.Lock.Key, e.Lock.Conn, e.Handle, e.On, e.Func, e.Text, e.Item, e.Ctx, e.TTL, e.Token}) &&
		everyExpr(e.Args) && everyExpr(e.Rows) && (e.Out == nil || everyExpr(e.Out.Limits)) &&
		every(e.Value, func(u *Use) bool { return u.Arg >= 0 && u.Elem >= 0 }) &&
		every(e.Unwinds, func(u *Unwinding) bool { return every(u.Events, (*Event).happens) })
}

// arity is how many arguments expressions of a kind have; of the kinds that are not here, any number.
var arity = map[Op]int{
	Param: 0, Free: 0, Result: 0, Fresh: 0, Local: 0, Global: 0, Const: 0, Nil: 0, Recovered: 0,
	Field: 1, Deref: 1, Ref: 1, CtxValue: 1, Elem: 2, WithValue: 2,
}

// whole tells an expression that [New] could have made, and gives it its canonical form.
func (e *Expr) whole() bool {
	if e == nil {
		return true
	}
	n, fixed := arity[e.Op]
	switch {
	case e.Index < 0 && e.Op != Derived, fixed && len(e.Args) != n:
		return false
	case e.Op == 0, e.Op > Either, e.Op == Derived && len(e.Args) == 0, e.Op == Either && len(e.Args) < 2, e.Op == Struct && len(e.Names) != len(e.Args):
		return false
	}
	for _, a := range e.Args {
		if a == nil && e.Op != Struct && e.Op != Func && e.Op != WithValue && e.Op != Template || !a.whole() {
			return false
		}
	}
	return e.sealed() != nil
}
