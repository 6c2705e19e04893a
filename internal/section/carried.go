package section

import (
	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/summary"
)

// Some libraries put the transaction into the context: what is done with that context is part of it.

// carriedIn names the transaction of a library in a context.
const carriedIn = "transaction of "

// within does the call as part of the transaction that its context carries, where it carries one. Of a context that a
// caller gave nobody knows that here: a statement may be on the transaction or not, and one that is begun is a savepoint
// where there is one already.
func (l libraryCall) within() []*config {
	tx, maybe := l.carried(l.place(l.entry.Within))
	if handle := l.place(l.entry.Handle); maybe && handle != nil && l.entry.Role != catalog.RunInTx {
		tx = summary.EitherOf(tx, handle)
	}
	l.on, l.inTx = tx, tx != nil && !maybe
	return l.act()
}

// carried is the transaction that a context carries; maybe tells that it is the caller's context, which may carry none.
func (l libraryCall) carried(ctx *summary.Expr) (tx *summary.Expr, maybe bool) {
	for x := ctx; x != nil; x = x.Args[0] {
		switch {
		case x.Op == summary.WithValue && x.Name == l.carriedIn():
			return x.Args[1], false
		case x.Op == summary.Derived, x.Op == summary.WithValue:
			continue
		case l.c.isOpen(x): // the session itself
			return x, false
		case nameable(x):
			return ctx.Value(l.carriedIn()), true
		}
		break
	}
	return nil, false
}

func (l libraryCall) carriedIn() string { return carriedIn + l.entry.Pkg }

// carrying is the context that a runner gives the function.
func (l libraryCall) carrying(tx *summary.Expr) *summary.Expr {
	ctx := orUnknown(l.place(l.entry.Ctx), l.site.local.Dot("!ctx"))
	return summary.New(summary.WithValue, 0, l.carriedIn(), ctx, tx)
}

// session is a handle that may be a context which carries it: the transaction of MongoDB is begun and ended by the
// methods of such a context.
func (l libraryCall) session(x *summary.Expr) *summary.Expr {
	if x != nil && x.Op == summary.WithValue && x.Name == l.carriedIn() {
		return x.Args[1]
	}
	return x
}

// carries tells that the library looks for its transactions in contexts.
func (l libraryCall) carries() bool {
	return l.world.Catalog().CarriesTx(l.entry.Pkg) && !l.entry.Ctx.IsZero()
}
