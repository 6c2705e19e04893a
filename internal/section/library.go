package section

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

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

	nilBusy bool // a nil answer says that the lock is busy
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
	return l.act()
}

// act does what the role of the call is.
func (l libraryCall) act() []*config {
	e := l.entry
	switch l.role() {
	case catalog.NewLock:
		if lock := l.place(e.Lock); lock != nil {
			l.c.store(lock.Dot("key"), orUnknown(l.place(e.Key).UsedAt(l.site.pos), lock.Dot("key")))
			if session := l.place(e.Handle); session != nil {
				l.c.set(lock.Dot(sessionField), session)
			}
			if token := l.place(e.Token); token != nil {
				l.c.store(lock.Dot(tokenField), token)
			}
			l.keepTTL(lock)
		}
	case catalog.Acquire, catalog.TryAcquire:
		l.c = l.waitsForLock()[0]
		return l.do(l.acquire(l.lock(e.Kind)))
	case catalog.Extend:
		return l.do(l.extend())
	case catalog.Release, catalog.Delete:
		return l.do(l.happens(summary.Event{Kind: summary.Release, Lock: l.lock(e.Kind), Blind: e.Role == catalog.Delete, Watch: l.watched()}))
	case catalog.Script:
		return l.do(l.script())
	case catalog.Command:
		return l.command()
	case catalog.Begin:
		return l.begin()
	case catalog.Commit:
		return l.do(l.happens(summary.Event{Kind: summary.Commit, Handle: l.place(e.Tx), Scope: l.scope()}))
	case catalog.Rollback:
		return l.do(l.happens(summary.Event{Kind: summary.Rollback, Handle: l.place(e.Tx), Scope: l.scope()}))
	case catalog.Spawns:
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
	case catalog.Pin, catalog.Unpin, catalog.Close, catalog.Hijack:
		return l.connection()
	case catalog.EndSession:
		return l.endSession()
	case catalog.Open:
		l.opens()
		l.learn(l.c, summary.New(summary.Call, 0, poolMark, resultOf(l.site.local, 0)), summary.IsTrue)
	case catalog.Hook:
		l.handOn(l.c, l.arg(l.off+e.Func.Index))
	case catalog.Statement:
		return l.do(l.statement())
	case catalog.Read:
		return l.do(l.reads())
	case catalog.Write:
		return l.do(l.happens(summary.Event{Kind: summary.Write, Handle: l.handle(), Scope: l.scope()}))
	case catalog.Scan:
		if l.scan(); e.Reads && !l.pending(l.place(e.Handle)) {
			return l.do(l.reads())
		}
	case catalog.Outbound:
		l.opens()
		return l.do(l.outbound())
	case catalog.Carry:
		l.carry()
	case catalog.SetTimeout:
		l.setTimeout()
	case catalog.Text:
		l.result(l.c, l.site.local, 0, l.place(e.SQL))
	case catalog.Derive:
		if handle := l.place(e.Handle); handle != nil && e.Store == catalog.NoStore { // a new request
			l.c.set(handle.Dot(ctxField), summary.GlobalOf(summary.Background))
		}
		l.result(l.c, l.site.local, 0, l.place(e.Handle))
	case catalog.Accessor:
		for i, p := range e.Returns {
			l.result(l.c, l.site.local, i, l.place(p))
		}
	}
	return []*config{l.c}
}

// happens is the one case in which an event happens.
func (l libraryCall) happens(e summary.Event) []Case {
	return []Case{{Events: []Event{l.event(e)}}}
}

func (l libraryCall) reads() []Case {
	return l.happens(summary.Event{Kind: summary.Read, Handle: l.handle(), Scope: l.scope()})
}

// begin opens a transaction; on a transaction it makes a savepoint, whose end commits nothing.
func (l libraryCall) begin() []*config {
	e := l.entry
	if outer := l.place(e.Handle); e.Savepoint && outer != nil && (l.c.isOpen(outer) || l.scope() == catalog.TxScope) {
		l.result(l.c, l.site.local, 0, outer.Dot(savepoint))
		return []*config{l.c}
	}
	if l.readOnly() {
		return []*config{l.c}
	}
	opens := l.event(summary.Event{Kind: summary.Begin, Handle: l.place(e.Tx), Scope: catalog.TxScope})
	return l.do(l.outcomes([]Event{opens}, l.place(e.Err), nil))
}

// readOnly tells that the options of a transaction say that it only reads.
func (l libraryCall) readOnly() bool {
	p := l.entry.Isolation
	p.Field = ""
	opts := l.place(p)
	if opts == nil {
		return false
	}
	for _, field := range []string{"ReadOnly", "AccessMode"} {
		if x := l.c.fold(opts.Dot(field)); x != nil && x.Op == summary.Const && (x.Name == "true" || x.Name == "read only") {
			return true
		}
	}
	return false
}

// command does what the words of a raw command say.
func (l libraryCall) command() []*config {
	first := l.off + l.entry.Args
	if first >= len(l.site.args) {
		return []*config{l.c}
	}
	given := l.words(first)
	words := make([]string, len(given))
	for i, x := range given {
		if x != nil && x.Op == summary.Const {
			words[i] = x.Name
		}
	}
	if strings.EqualFold(words0(words), "WATCH") {
		l.watch(given)
		return []*config{l.c}
	}
	e := l.entry.Command(words)
	if e == nil {
		return []*config{l.c}
	}
	l.nilBusy = l.entry.OK == catalog.Result(0).Dot("ok") && e.OK == l.entry.OK
	l.entry = e
	l.site.args = append(l.site.args[:first:first], given...)
	return l.act()
}

// words are the words of a raw command from an argument on: all of a variadic one, or a name of its own before that.
func (l libraryCall) words(first int) []*summary.Expr {
	if first >= len(l.site.args)-1 {
		return elements(l.c, l.site.args[first])
	}
	return append([]*summary.Expr{l.site.args[first]}, elements(l.c, l.site.args[first+1])...)
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
	e.Traits |= l.loopTraits(l.site)
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
	case catalog.AtOption:
		x, _ = l.option(p)
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
	if x != nil {
		if any, ok := l.c.content(x.At(nil)); ok { // collected in a loop: each of them is like this one
			return any
		}
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
	cases := l.missing(l.outcomes([]Event{ev}, l.place(l.entry.Err), l.place(l.entry.OK)), lock, l.entry.Err, l.entry.OK)
	if signal := l.place(l.entry.Signal); l.entry.Signal.Kind == catalog.AtResult { // nil: it gave up waiting
		cases[0].Post = append(cases[0].Post, summary.Cond{X: signal, Is: summary.NotNil})
	}
	if l.nilBusy {
		for i, is := range []summary.Truth{summary.NotNil, summary.IsNil, summary.IsNil} {
			if i < len(cases) {
				cases[i].Post = append(cases[i].Post, summary.Cond{X: resultOf(l.site.local, 0), Is: is})
			}
		}
	}
	if l.entry.Lock.Kind == catalog.AtResult && len(cases) > 1 { // there is a handle exactly where the lock is held
		for i := range cases {
			is := summary.IsNil
			if i == 0 {
				is = summary.NotNil
			}
			cases[i].Post = append(cases[i].Post, summary.Cond{X: lock.Handle, Is: is})
		}
	}
	return cases
}

func orUnknown(x, unknown *summary.Expr) *summary.Expr {
	if x == nil {
		return unknown
	}
	return x
}
