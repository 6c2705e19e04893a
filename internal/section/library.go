package section

import (
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/luatext"
	"github.com/locklint/locklint/internal/sqltext"
	"github.com/locklint/locklint/internal/summary"
)

// A libraryCall is a call of a catalogued function.
type libraryCall struct {
	*walker
	c     *config
	site  callSite
	entry *catalog.Entry
	off   int // of the first argument behind the receiver
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
	f := frame{site: site, local: site.local}
	switch l.role() {
	case catalog.NewLock:
		if lock := l.place(e.Lock); lock != nil {
			c.store(lock.Dot("key"), orUnknown(l.place(e.Key), lock.Dot("key")))
		}
	case catalog.Acquire, catalog.TryAcquire:
		return l.do(f, l.acquire(l.lock(e.Kind)))
	case catalog.Release, catalog.Delete:
		lock := l.lock(e.Kind)
		return l.do(f, []Case{{Events: []Event{l.event(summary.Event{Kind: summary.Release, Lock: lock, Blind: e.Role == catalog.Delete})}}})
	case catalog.Script:
		return l.do(f, l.script())
	case catalog.Begin:
		if outer := l.place(e.Handle); e.Savepoint && outer != nil && (c.isOpen(outer) || l.scope() == catalog.TxScope) {
			l.result(c, site.local, 0, outer.Dot(savepoint)) // its end commits nothing
			return []*config{c}
		}
		tx := l.place(e.Tx)
		return l.do(f, l.outcomes([]Event{l.event(summary.Event{Kind: summary.Begin, Handle: tx, Scope: catalog.TxScope})}, l.place(e.Err), nil))
	case catalog.Commit, catalog.Rollback:
		kind := summary.Commit
		if e.Role == catalog.Rollback {
			kind = summary.Rollback
		}
		ev := l.event(summary.Event{Kind: kind, Handle: l.place(e.Tx), Scope: l.scope()})
		return l.do(f, []Case{{Events: []Event{ev}}})
	case catalog.RunInTx, catalog.RunPinned, catalog.RunInLock, catalog.Calls:
		return l.runner()
	case catalog.Statement:
		return l.do(f, l.statement())
	case catalog.Read, catalog.Write:
		kind := summary.Read
		if e.Role == catalog.Write {
			kind = summary.Write
		}
		return l.do(f, []Case{{Events: []Event{l.event(summary.Event{Kind: kind, Handle: l.handle(), Scope: l.scope()})}}})
	case catalog.Scan:
		if l.scan(); e.Reads && !l.pending(l.place(e.Handle)) {
			return l.do(f, []Case{{Events: []Event{l.event(summary.Event{Kind: summary.Read, Handle: l.handle(), Scope: l.scope()})}}})
		}
	case catalog.Text:
		if text := l.place(e.SQL); text != nil {
			l.result(c, site.local, 0, text)
		}
	case catalog.Derive:
		if h := l.place(e.Handle); h != nil {
			l.result(c, site.local, 0, h)
		}
	case catalog.Accessor:
		for i, p := range e.Returns {
			if x := l.place(p); x != nil {
				l.result(c, site.local, i, x)
			}
		}
	}
	return []*config{c}
}

func isTxRole(r catalog.Role) bool {
	switch r {
	case catalog.Begin, catalog.Commit, catalog.Rollback, catalog.RunInTx:
		return true
	}
	return false
}

// takesContext tells that the first argument behind the receiver is a context.
func takesContext(call *ssa.CallCommon) bool {
	sig := call.Signature()
	if sig.Params().Len() == 0 {
		return false
	}
	n, ok := types.Unalias(sig.Params().At(0).Type()).(*types.Named)
	return ok && n.Obj().Name() == "Context"
}

// savepoint is the part of a transaction that a savepoint is: statements on it are the transaction's.
const savepoint = "!savepoint"

// handle is the handle that the call uses.
func (l libraryCall) handle() *summary.Expr {
	h := l.place(l.entry.Handle)
	for h != nil && h.Op == summary.Field && h.Name == savepoint {
		h = h.Args[0]
	}
	return h
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
func (l libraryCall) do(f frame, cases []Case) []*config {
	var out []*config
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
			for _, p := range k.Post {
				l.learn(c, p.X, p.Is)
			}
			out = append(out, c)
		}
	}
	return out
}

// subject is what an event is about; without one it is not worth telling.
func subject(e Event) *summary.Expr {
	switch e.Kind {
	case summary.Acquire, summary.Release:
		if e.Lock.Handle != nil {
			return e.Lock.Handle
		}
		return e.Lock.Key
	case summary.Run:
		return e.Func
	}
	return e.Handle
}

func (l libraryCall) event(e summary.Event) Event {
	return Event{Event: e, Pos: l.site.pos, Deferred: l.site.deferred}
}

// place is the expression at a place of the call.
func (l libraryCall) place(p catalog.Place) *summary.Expr {
	var x *summary.Expr
	switch p.Kind {
	case catalog.AtRecv:
		x = l.arg(0)
	case catalog.AtArg:
		x = l.arg(l.off + p.Index)
	case catalog.AtResult:
		x = resultOf(l.site.local, p.Index)
	case catalog.AtConstant:
		x = summary.ConstOf(p.Name)
	default:
		return nil
	}
	if p.Field == "" || x == nil {
		return x
	}
	for _, name := range strings.Split(p.Field, ".") {
		x = x.Dot(name)
	}
	return l.c.fold(x)
}

func (l libraryCall) arg(i int) *summary.Expr {
	if i < len(l.site.args) {
		return l.site.args[i]
	}
	return nil
}

// lock is the lock that the call is about. Where it has a handle, the key is what the handle was made with.
func (l libraryCall) lock(kind catalog.LockKind) summary.Lock {
	e := l.entry
	lock := summary.Lock{Kind: kind, Handle: l.place(e.Lock), Key: l.key(e.Key), Shared: e.Shared}
	if lock.Handle != nil && lock.Key == nil {
		if key, ok := l.c.content(lock.Handle.Dot("key")); ok {
			lock.Key = key
		}
	}
	return lock
}

// key is a key at a place; of a slice of keys it is the first.
func (l libraryCall) key(p catalog.Place) *summary.Expr {
	x := l.place(p)
	if parts := elements(l.c, x); len(parts) > 0 {
		return parts[0]
	}
	return x
}

// scope is what the type of the handle says.
func (l libraryCall) scope() catalog.Scope {
	t := l.handleType()
	if t == nil {
		return catalog.AnyScope
	}
	if e := l.world.Catalog().TypeOf(t); e != nil {
		return e.Scope
	}
	return catalog.AnyScope
}

func (l libraryCall) handleType() types.Type {
	common := l.site.common
	p := l.entry.Handle
	if p.IsZero() {
		p = l.entry.Tx
	}
	i := 0
	if p.Kind == catalog.AtArg {
		i = l.off + p.Index
	}
	if common.IsInvoke() {
		if i == 0 {
			return common.Value.Type()
		}
		i--
	}
	if i < len(common.Args) {
		return common.Args[i].Type()
	}
	return nil
}

// outcomes are the ways in which something may end: it works where err is nil and ok is true.
func (l libraryCall) outcomes(events []Event, err, ok *summary.Expr) []Case {
	works := Case{Events: events}
	out := []Case{}
	if err != nil {
		works.Post = append(works.Post, summary.Cond{X: err, Is: summary.IsNil})
		failed := Case{Post: []summary.Cond{{X: err, Is: summary.NotNil}}}
		if ok != nil {
			failed.Post = append(failed.Post, summary.Cond{X: ok, Is: summary.IsFalse})
		}
		out = append(out, failed)
	}
	if ok != nil {
		works.Post = append(works.Post, summary.Cond{X: ok, Is: summary.IsTrue})
		busy := Case{Post: []summary.Cond{{X: ok, Is: summary.IsFalse}}}
		if err != nil {
			busy.Post = append(busy.Post, summary.Cond{X: err, Is: summary.IsNil})
		}
		out = append(out, busy)
	}
	return append([]Case{works}, out...)
}

func (l libraryCall) acquire(lock summary.Lock) []Case {
	ev := l.event(summary.Event{Kind: summary.Acquire, Lock: lock})
	return l.outcomes([]Event{ev}, l.place(l.entry.Err), l.place(l.entry.OK))
}

// script releases where its text compares and deletes; one whose text is not in the source counts as such.
func (l libraryCall) script() []Case {
	lock := summary.Lock{Kind: catalog.Lease, Key: l.key(l.entry.Key)}
	text := l.place(l.entry.SQL)
	if text != nil && text.Op == summary.Const {
		switch luatext.Classify(text.Name) {
		case luatext.CompareAndDelete, luatext.Delete:
		default:
			return []Case{{}}
		}
	}
	return []Case{{Events: []Event{l.event(summary.Event{Kind: summary.Release, Lock: lock})}}}
}

// statement runs SQL text: locks in it first, then what it reads and writes.
func (l libraryCall) statement() []Case {
	handle, scope := l.handle(), l.scope()
	text := l.place(l.entry.SQL)
	row := resultOf(l.site.local, 0)
	switch {
	case l.entry.SQL.IsZero(): // a prepared statement
		if on, ok := l.c.content(handle.Dot("on")); ok {
			text, _ = l.c.content(handle.Dot("text"))
			handle = on
		}
	case !l.entry.Terminal && l.entry.Args == 0: // prepares one
		l.c.set(row.Dot("on"), orUnknown(handle, row))
		if text != nil {
			l.c.set(row.Dot("text"), text)
		}
		return []Case{{}}
	}
	switch l.entry.Answer {
	case catalog.Later:
		l.c.set(row.Dot("pending"), summary.ConstOf("true"))
	case catalog.Direct:
		if into := l.arg(l.off + l.entry.Into.Index); l.entry.Into.Kind == catalog.AtPointee && into != nil {
			l.c.store(into, row.Dot("ok"))
		}
	}
	var locks []sqltext.LockCall
	var events []Event
	if pattern := text.Pattern(); pattern != "" {
		for _, st := range sqltext.Parse(pattern) {
			locks = append(locks, st.Locks...)
			for _, t := range st.Writes {
				events = append(events, l.event(summary.Event{Kind: summary.Write, Handle: handle, Scope: scope, Table: t}))
			}
			for _, t := range st.Reads {
				events = append(events, l.event(summary.Event{Kind: summary.Read, Handle: handle, Scope: scope, Table: t}))
			}
			if len(st.Locks) == 0 && len(st.Reads)+len(st.Writes) == 0 && st.Verb == sqltext.DDL {
				events = append(events, l.event(summary.Event{Kind: summary.Write, Handle: handle, Scope: scope}))
			}
		}
	} else {
		events = append(events, l.event(summary.Event{Kind: summary.Write, Handle: handle, Scope: scope}))
	}
	err := l.place(l.entry.Err)
	if err == nil {
		err = resultOf(l.site.local, 0).Dot("err")
	}
	cases := []Case{{Events: events}}
	for _, call := range locks {
		cases = l.lockCall(cases, call, handle, err)
	}
	return cases
}

// lockCall adds a lock function to each of the cases in which the statement works.
func (l libraryCall) lockCall(cases []Case, call sqltext.LockCall, handle, err *summary.Expr) []Case {
	lock := summary.Lock{Kind: catalog.Session, Key: l.lockKey(call), Conn: handle, Shared: call.Shared}
	if call.Scope == sqltext.Transaction {
		lock.Kind = catalog.Transaction
	}
	if call.Release {
		cases[0].Events = append(cases[0].Events, l.event(summary.Event{Kind: summary.Release, Lock: lock}))
		return cases
	}
	var ok *summary.Expr
	if call.Try {
		ok = resultOf(l.site.local, 0).Dot("ok")
	}
	works := append(cases[0].Events, l.event(summary.Event{Kind: summary.Acquire, Lock: lock}))
	return append(l.outcomes(works, err, ok), cases[1:]...)
}

// lockKey is the key of a lock function: its text with the SQL arguments in the place of the placeholders.
func (l libraryCall) lockKey(call sqltext.LockCall) *summary.Expr {
	pattern := call.Key
	var args []*summary.Expr
	var given []*summary.Expr
	if l.entry.Args > 0 {
		given = elements(l.c, l.arg(l.off+l.entry.Args))
	}
	for _, i := range call.Args {
		var a *summary.Expr
		if i < len(given) {
			a = given[i]
		}
		args = append(args, a)
		for _, mark := range []string{"$" + strconv.Itoa(i+1), "?", "@p" + strconv.Itoa(i+1)} {
			if strings.Contains(pattern, mark) {
				pattern = strings.Replace(pattern, mark, summary.Hole, 1)
				break
			}
		}
	}
	return summary.FillTemplate(pattern, args)
}

// pending tells that a statement's answer is still to be looked at in row.
func (l libraryCall) pending(row *summary.Expr) bool {
	if row == nil {
		return false
	}
	_, ok := l.c.content(row.Dot("pending"))
	return ok
}

// scan gives the answer of a row to the variable it is scanned into.
func (l libraryCall) scan() {
	row := l.place(l.entry.Handle)
	if row == nil {
		return
	}
	if err := l.entry.Err; !err.IsZero() {
		l.c.set(l.placeRaw(err), row.Dot("err"))
	}
	if l.entry.Into.Kind != catalog.AtPointee {
		return
	}
	into := l.arg(l.off + l.entry.Into.Index)
	targets := elements(l.c, into)
	if len(targets) == 0 {
		targets = []*summary.Expr{into}
	}
	for i, t := range targets {
		switch {
		case t == nil:
		case i == 0:
			l.c.store(t, row.Dot("ok"))
		default:
			l.c.store(t, row.Dot("column"+strconv.Itoa(i)))
		}
	}
}

// placeRaw is a place as an address: what it holds is not looked at.
func (l libraryCall) placeRaw(p catalog.Place) *summary.Expr {
	x := resultOf(l.site.local, p.Index)
	if p.Field != "" {
		x = x.Dot(p.Field)
	}
	return x
}

func orUnknown(x, unknown *summary.Expr) *summary.Expr {
	if x == nil {
		return unknown
	}
	return x
}
