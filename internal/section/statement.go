package section

import (
	"slices"
	"strconv"
	"strings"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/luatext"
	"github.com/locklint/locklint/internal/sqltext"
	"github.com/locklint/locklint/internal/summary"
)

// script releases where its text compares and deletes; one whose text is not in the source counts as such.
func (l libraryCall) script() []Case {
	lock := summary.Lock{Kind: catalog.Lease, Key: l.key(l.entry.Key)}
	blind := false
	if text := l.scriptText(); text != nil {
		switch luatext.Classify(text.Name) {
		case luatext.SetNX:
			return l.scriptedAcquire(lock, text.Name)
		case luatext.CompareAndDelete:
		case luatext.Delete:
			blind = true
		default:
			return []Case{{}}
		}
	}
	return []Case{{Events: []Event{l.event(summary.Event{Kind: summary.Release, Lock: lock, Blind: blind})}}}
}

// scriptedAcquire is what a script does that takes a lock, if it says so in a way that is understood.
func (l libraryCall) scriptedAcquire(lock summary.Lock, text string) []Case {
	if l.entry.Answer != catalog.Later || !luatext.Affirms(text) {
		return []Case{{}}
	}
	l.entry = l.entry.Taking(luatext.AnswersSet(text))
	cases := l.acquire(lock)
	if luatext.Expires(text) { // when, the script knows
		for i := range cases[0].Events {
			cases[0].Events[i].TTL = nil
		}
	}
	return cases
}

// statement runs SQL text: locks in it first, then what it reads and writes.
func (l libraryCall) statement() []Case {
	handle, scope := l.handle(), l.scope()
	text := l.sqlText()
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
	if pattern := text.Pattern(); pattern != "" && !callersText(text) {
		for _, st := range sqltext.Parse(pattern) {
			locks = append(locks, st.Locks...)
			on := summary.Event{Handle: handle, Scope: scope, Item: tableItem(text, pattern), Rows: l.rows(&st)}
			events = append(events, l.statementEvents(on, &st, pattern)...)
			l.lost(st, handle)
		}
	} else { // what asks for an answer reads
		kind := summary.Read
		if l.entry.Answer == catalog.NoAnswer || l.entry.Args == 0 && !l.variadicSQL() { // a batch
			kind = summary.Write
		}
		unknown := l.event(summary.Event{Kind: kind, Handle: handle, Scope: scope})
		if text.Has(summary.Param, summary.Free) {
			unknown.Text = text
		}
		events = append(events, unknown)
		if l.entry.Args > 0 {
			l.useText(l.c, Event{Event: summary.Event{Func: text, Args: []*summary.Expr{l.arg(l.off + l.entry.Args)}}, Pos: l.site.pos, Deferred: l.site.deferred})
		}
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

// statementEvents are what one statement writes and reads.
func (l libraryCall) statementEvents(on summary.Event, st *sqltext.Statement, text string) []Event {
	var out []Event
	on.Traits, on.Value = l.statementTraits(st, text)
	add := func(kind summary.Kind, table string) {
		e := on
		if e.Kind = kind; kind == summary.Read {
			e.Traits, e.Value = e.Traits&(summary.RowLock|summary.TableLock|summary.RowShare|summary.AnyTable|summary.KeysOnly), nil
		}
		if e.Table = table; table == summary.Hole {
			e.Table = ""
		} else {
			e.Item, e.Traits = nil, e.Traits&^summary.AnyTable
		}
		out = append(out, l.event(e))
	}
	for _, t := range st.Writes {
		add(summary.Write, t)
	}
	for _, t := range st.Reads {
		add(summary.Read, t)
	}
	switch {
	case len(st.Reads)+len(st.Writes) > 0:
	case st.Isolation == "serializable": // the statements that follow lock what they read
		add(summary.Read, "")
	case len(st.Locks) == 0 && st.Verb == sqltext.DDL:
		add(summary.Write, "")
	}
	return out
}

// rows are the SQL arguments that columns are compared with: they select the rows. None where the text selects them
// in another way too.
func (l libraryCall) rows(st *sqltext.Statement) []*summary.Expr {
	var out []*summary.Expr
	given := l.given()
	for _, cond := range st.Where {
		if !cond.Equality() || len(cond.Args) != 1 || cond.Args[0] >= len(given) {
			return nil
		}
		out = append(out, given[cond.Args[0]])
	}
	return out
}

// sqlText is the SQL text of the call.
func (l libraryCall) sqlText() *summary.Expr {
	if l.variadicSQL() {
		return firstOf(elements(l.c, l.place(l.entry.SQL)))
	}
	return l.place(l.entry.SQL)
}

// variadicSQL tells that the text and its arguments stand in one variadic parameter.
func (l libraryCall) variadicSQL() bool {
	sig := l.site.common.Signature()
	p := l.entry.SQL
	return p.Kind == catalog.AtArg && sig.Variadic() && p.Index == sig.Params().Len()-1
}

// given are the SQL arguments of the call.
func (l libraryCall) given() []*summary.Expr {
	if l.variadicSQL() {
		if all := elements(l.c, l.place(l.entry.SQL)); len(all) > 0 {
			return all[1:]
		}
	}
	if l.entry.Args == 0 {
		return nil
	}
	return elements(l.c, l.arg(l.off+l.entry.Args))
}

// lockCall adds a lock function to each of the cases in which the statement works.
func (l libraryCall) lockCall(cases []Case, call sqltext.LockCall, handle, err *summary.Expr) []Case {
	lock := summary.Lock{Kind: catalog.Session, Key: l.lockKey(call), Conn: handle, Shared: call.Shared}
	if call.Scope == sqltext.Transaction {
		lock.Kind = catalog.Transaction
	}
	if call.All {
		return l.unlockAll(cases, handle, err)
	}
	if call.Release {
		return l.unlockCall(cases, lock, err)
	}
	var ok *summary.Expr
	if (call.Try || call.Func == "get_lock") && call.Column >= 0 { // else the statement itself looks at it
		ok = resultOf(l.site.local, 0).Dot("ok")
	}
	works := append(cases[0].Events, l.event(summary.Event{Kind: summary.Acquire, Lock: lock, Scope: l.scope()}))
	ways := l.missing(l.outcomes(works, err, ok), lock, at(err), at(ok))
	if ok != nil { // NULL is no yes
		ways[0].Post = append(ways[0].Post, summary.Cond{X: ok.Dot("Valid"), Is: summary.IsTrue})
	}
	if row := resultOf(l.site.local, 0).Dot("err"); l.entry.Answer == catalog.Later && !summary.Equal(row, err) { // an answer that could not be read is no yes
		ways[0].Post = append(ways[0].Post, summary.Cond{X: row, Is: summary.IsNil})
	}
	return append(ways, cases[1:]...)
}

// unlockCall releases the lock in each of the cases in which the statement works. Where it fails the session
// still has its lock.
func (l libraryCall) unlockCall(cases []Case, lock summary.Lock, err *summary.Expr) []Case {
	before := slices.Clip(cases[0].Events)
	works := append(before, l.event(summary.Event{Kind: summary.Release, Lock: lock, Scope: l.scope()}))
	if lock.Kind != catalog.Session {
		cases[0].Events = works
		return cases
	}
	fails := append(before, l.event(summary.Event{Kind: summary.Unreleased, Lock: lock, Scope: l.scope()}))
	ways := []Case{
		{Events: works, Post: append(slices.Clip(cases[0].Post), summary.Cond{X: err, Is: summary.IsNil})},
		{Events: fails, Post: []summary.Cond{{X: err, Is: summary.NotNil}}},
	}
	return append(ways, cases[1:]...)
}

// lockKey is the key of a lock function of the call.
func (l libraryCall) lockKey(call sqltext.LockCall) *summary.Expr { return lockKeyOf(call, l.given()) }

// lockKeyOf is the key of a lock function: its text with the SQL arguments in the place of the placeholders.
func lockKeyOf(call sqltext.LockCall, given []*summary.Expr) *summary.Expr {
	pattern := call.Key
	var args []*summary.Expr
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

// firstRow moves on to the first row of a statement that asks for a lock: where there is none, the answer is no. What
// the rows behind it say is not followed.
func (l libraryCall) firstRow() []Case {
	row := l.place(l.entry.Handle)
	if !l.pending(row) {
		return []Case{{}}
	}
	if _, moved := l.c.content(row.Dot("moved")); moved {
		return []Case{{}}
	}
	l.c.set(row.Dot("moved"), summary.ConstOf("true"))
	there, answer := resultOf(l.site.local, 0), row.Dot("ok")
	found := Case{Post: []summary.Cond{{X: there, Is: summary.IsTrue}}}
	switch l.truth(l.c, answer) {
	case summary.IsTrue:
		return []Case{found}
	case summary.IsFalse:
		return []Case{found, {Post: []summary.Cond{{X: there, Is: summary.IsFalse}}}}
	}
	return []Case{{}}
}

// scan gives the answer of a row to the variable it is scanned into.
func (l libraryCall) scan() {
	row := l.place(l.entry.Handle)
	if row == nil {
		return
	}
	switch err := l.entry.Err; {
	case err.IsZero():
	case err.Kind == catalog.AtResult && err.Field == "":
		l.result(l.c, l.site.local, err.Index, row.Dot("err"))
	default:
		l.c.set(l.placeRaw(err), row.Dot("err"))
		if err.Field == "" && err.Kind == catalog.AtResult {
			l.result(l.c, l.site.local, err.Index, row.Dot("err"))
		}
	}
	if into := l.entry.Into; into.Kind == catalog.AtResult && holdsAnswer(l.site.common.Signature().Results().At(into.Index).Type()) && l.pending(row) {
		l.result(l.c, l.site.local, into.Index, row.Dot("ok"))
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
