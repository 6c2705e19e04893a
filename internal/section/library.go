package section

import (
	"strings"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/summary"
)

// A libraryCall is a call of a catalogued function.
type libraryCall struct {
	*walker
	c     *config
	site  callSite
	entry *catalog.Entry
	off   int // of the first argument behind the receiver

	nilBusy bool          // a nil answer says that the lock is busy
	on      *summary.Expr // the transaction that the context carries, or may carry, where the call works on that
	inTx    bool          // it carries it
}

// library does what the catalogue says of a function: it turns the entry into the cases that a summary
// would have, and applies them.
func (w *walker) library(c *config, site callSite, e *catalog.Entry) []*config {
	l := libraryCall{walker: w, c: c, site: site, entry: e}
	if isTxRole(e.Role) && e.Store != catalog.SQL && e.Store != catalog.Mongo && e.Store != catalog.NoStore {
		return []*config{c} // MULTI and the like: run at once when they are executed
	}
	if len(e.Recv) > 0 {
		l.off = 1
	}
	if e.Ctx == catalog.Arg(0) && !takesContext(site.common) {
		l.off-- // a version from before contexts: everything stands one place further to the left
	}
	if !e.Within.IsZero() {
		return l.within()
	}
	return l.act()
}

// act does what the role of the call is: with a lock, with a function that it is given, or outside.
func (l libraryCall) act() []*config {
	e := l.entry
	role := l.role()
	switch role {
	case catalog.NewLock:
		l.newLock()
	case catalog.Acquire, catalog.TryAcquire:
		l.c = l.waitsForLock()[0]
		return l.do(l.acquire(l.ofUnlock(l.lock(e.Kind))))
	case catalog.Extend:
		return l.do(l.extend())
	case catalog.Release, catalog.Delete:
		return l.do(l.happens(summary.Event{Kind: summary.Release, Lock: l.lock(e.Kind), Blind: e.Role == catalog.Delete, Watch: l.watched()}))
	case catalog.Script:
		return l.do(l.script())
	case catalog.Command:
		return l.command()
	case catalog.Word:
		l.word()
	case catalog.Spawns, catalog.Hook: // at another time, or behind the transaction
		if fn := l.arg(l.off + e.Func.Index); fn != nil {
			l.handOn(l.c, fn)
			l.later(l.c, fn, l.site)
		}
	case catalog.Calls:
		if e.Once {
			return l.once(l.arg(0), l.arg(l.off+e.Func.Index))
		}
		return l.runner()
	case catalog.RunInTx, catalog.RunPinned, catalog.RunInLock:
		return l.runner()
	case catalog.Outbound:
		l.opens()
		return l.do(l.outbound())
	case catalog.Carry:
		l.carry()
	case catalog.SetTimeout:
		l.setTimeout()
	case catalog.SetTTL:
		l.setTTL()
	default:
		return l.actOnStore(role)
	}
	return []*config{l.c}
}

// actOnStore does what the role of a call of a store is: with its connections and transactions, its data, and the
// handles and texts that lead to them.
func (l libraryCall) actOnStore(role catalog.Role) []*config {
	e := l.entry
	switch role {
	case catalog.Begin:
		return l.begin()
	case catalog.Commit:
		return l.do(l.endTx(summary.Commit))
	case catalog.Rollback:
		return l.do(l.endTx(summary.Rollback))
	case catalog.Pin, catalog.Unpin, catalog.Close, catalog.Hijack:
		return l.connection()
	case catalog.NewSession:
		l.newSession()
	case catalog.EndSession:
		return l.endSession()
	case catalog.Open:
		l.opens()
		l.learn(l.c, summary.New(summary.Call, 0, poolMark, resultOf(l.site.local, 0)), summary.IsTrue)
	case catalog.Statement:
		return l.do(l.statement())
	case catalog.Read:
		return l.do(l.reads())
	case catalog.Write:
		l.keepsHandle()
		return l.do(l.happens(summary.Event{Kind: summary.Write, Handle: l.handle(), Scope: l.scope()}))
	case catalog.Scan:
		if l.scan(); e.Reads && !l.pending(l.place(e.Handle)) {
			return l.do(l.reads())
		}
	case catalog.Next:
		return l.do(l.firstRow())
	case catalog.Text:
		l.result(l.c, l.site.local, 0, l.place(e.SQL))
	case catalog.Derive:
		if handle := l.place(e.Handle); handle != nil && e.Store == catalog.NoStore { // a new request
			l.c.set(handle.Dot(ctxField), summary.GlobalOf(summary.Background))
		}
		l.result(l.c, l.site.local, 0, orUnknown(l.on, l.kept(l.place(e.Handle))))
	case catalog.Accessor:
		for i, p := range e.Returns {
			l.result(l.c, l.site.local, i, l.place(p))
		}
	}
	return []*config{l.c}
}

// newLock makes a lock: its handle keeps the key, the session, the token and the time to live that it was made with.
func (l libraryCall) newLock() {
	e := l.entry
	lock := l.place(e.Lock)
	if lock == nil {
		return
	}
	l.c.store(lock.Dot("key"), orUnknown(l.place(e.Key).UsedAt(l.site.pos), lock.Dot("key")))
	if session := l.place(e.Handle); session != nil {
		l.c.set(lock.Dot(sessionField), session)
	}
	if token := l.place(e.Token); token != nil {
		l.c.store(lock.Dot(tokenField), token)
	}
	l.keepTTL(lock)
}

// happens is the one case in which an event happens.
func (l libraryCall) happens(e summary.Event) []Case {
	return []Case{{Events: []Event{l.event(e)}}}
}

func (l libraryCall) reads() []Case {
	l.keepsHandle()
	return l.happens(summary.Event{Kind: summary.Read, Handle: l.handle(), Scope: l.scope()})
}

// role is what the function does with these arguments.
func (l libraryCall) role() catalog.Role {
	e := l.entry
	if e.If.IsZero() {
		return e.Role
	}
	if x := l.place(e.If); x != nil && x.Op == summary.Const && strings.EqualFold(x.Name, e.IfText) {
		return e.Role
	}
	return e.Else
}

// do applies cases whose expressions are this function's own.
func (l libraryCall) do(cases []Case) []*config {
	f := frame{site: l.site, local: l.site.local}
	var out []*config
	taken := takenIn(cases)
	for _, k := range cases {
		c := l.c.clone()
		states := []*config{c}
		for _, e := range k.Events {
			var next []*config
			for _, c := range states {
				if subject(e) == nil {
					next = append(next, c)
					continue
				}
				next = append(next, l.happen(c, e, f)...)
			}
			states = next
		}
		for _, c := range states {
			for i, r := range k.Results {
				l.result(c, l.site.local, i, r)
			}
			for _, p := range k.Post {
				l.learn(c, p.X, p.Is)
			}
			l.notTaken(c, taken, k, f)
			out = append(out, c)
		}
	}
	return out
}

// subject is what an event is about; without one it is not worth telling.
func subject(e Event) *summary.Expr {
	switch e.Kind {
	case summary.Acquire, summary.Release, summary.Unreleased, summary.Missed, summary.Extend:
		if e.Lock.Handle != nil {
			return e.Lock.Handle
		}
		return e.Lock.Key
	case summary.Run, summary.Spawn:
		return e.Func
	case summary.Outbound, summary.Wait:
		return summary.NilExpr
	}
	return e.Handle
}

func (l libraryCall) event(e summary.Event) Event {
	e.Ctx = l.place(l.entry.Ctx)
	switch e.Kind {
	case summary.Acquire, summary.Release, summary.Missed:
		e.TTL, e.Token, e.Store = l.place(l.entry.TTL), l.token(e.Lock), l.entry.Store
		if e.Kind == summary.Acquire && l.entry.Role == catalog.TryAcquire {
			e.Traits |= summary.Try
		}
		if e.Kind == summary.Acquire {
			e.Library = l.entry.Pkg
			l.lease(&e)
		}
	case summary.Extend:
		e.TTL = l.ttl()
	case summary.Begin:
		if isolation := l.place(l.entry.Isolation); isolation != nil && isolation.Op == summary.Const && serializable(isolation.Name) {
			e.Traits |= summary.RowLock
		}
	case summary.Read, summary.Write:
		if e.Store = l.entry.Store; l.entry.Role != catalog.Statement {
			e.Item = l.key(l.entry.Key)
			l.describe(&e)
		} else if e.Store == catalog.NoStore {
			e.Store = catalog.SQL
		}
	}
	if works := e.Kind == summary.Read || e.Kind == summary.Write; !works || !l.buffered() {
		e.Traits |= l.loopTraits(l.site)
	}
	return Event{Event: e, Pos: l.site.pos, Deferred: l.site.deferred}
}

func orUnknown(x, unknown *summary.Expr) *summary.Expr {
	if x == nil {
		return unknown
	}
	return x
}
