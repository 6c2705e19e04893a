package section

import (
	"go/token"
	"slices"
	"strconv"
	"strings"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/summary"
)

// An Event is a [summary.Event] with its place in this package.
type Event struct {
	summary.Event
	Pos       token.Pos     // the call or statement in this package
	Acquired  token.Pos     // Release: where the lock was acquired; NoPos: on entry, or unknown
	Trail     []token.Pos   // Outbound, Wait: the places in the functions of this package through which the path got there
	Deadlines []Deadline    // Outbound, Wait: those that it is under, innermost first
	In        Span          // the function in which Pos is
	Block     int           // the block of the function in which it happens, see [Function.Fn]
	tells     []string      // Missed: the expressions that tell
	field     string        // Run: the field that holds the function
	result    *summary.Expr // Run: the expression under which its results are known here
	inside    inside        // what is known of the literal in which it happens
	unwinds   []unwinding   // Run: [summary.Event.Unwinds], with their places
	nth       int           // Acquire, Release: of how many before it in the same call it cannot be told apart
	id        string        // identity, once it is settled
	Deferred  bool          // it happens in a deferred call; Pos is the defer statement
	Looked    bool          // Read, Write: the path had to find out whether the context carries the handle
	Imported  bool          // it happens in a function of another package
	Once      bool          // in a function that sync.Once runs: perhaps not at all
	Passed    bool          // Unpin: somebody else had the connection too, and may have unlocked what was locked on it
	ScopeHere bool          // Scope was found out in this function
	Dropped   bool          // Missed: the program looks at nothing that would tell
	Untold    bool          // Missed: nothing that a callee returned tells
	Heeded    bool          // Missed: the path has tested what tells, and knows the answer
	Again     bool          // Missed: an earlier round of a loop has the lock, as far as locks are told apart
	byName    bool          // Run: the function value was called by the name of a variable
	aside     bool          // Run: with nothing held, in a function that runs many function values
	captured  bool          // Release: of a key that the literal captured, whose function knows whether it is held
	placed    bool          // it keeps its place where the case is applied: its function is a literal
	handed    bool          // Acquire, HandOff, Release: nothing is said about the lock in this function, see handed
}

// A Path is one way through a function, from a moment at which nothing was held to the next.
type Path struct {
	Before []Event // statements that ran before the first event, with nothing held
	Events []Event
	Exit   summary.Exit
	Ends   bool // the path goes on to the end of the function
	Fails  bool // and returns an error there

	Results []Result      // Ends: what is known of the results
	Held    []Held        // the locks that are held where the path ends
	Pinned  []Held        // the connections and transactions that nobody has given back there
	Out     token.Pos     // the way out: a return, a panic, the end of a round of a loop
	Block   int           // its block
	Loop    int           // where it is a round of a loop: the loop's first block; else -1
	Answer  summary.Truth // whether the caller is told that it went well: by an error, a bool, a pointer

	Panicked bool // the way out is a panic, even if the function recovers
}

// A Result is what is known of a result at the end of a path.
type Result struct {
	Is   summary.Truth // of an error, a bool or a function
	Text string        // what it is, in terms of the caller; empty: unknown
}

// A Held is a lock or a connection that a path ends with.
type Held struct {
	Event      // the acquire, or the pin or begin
	Away  bool // somebody else has it: it was returned, stored, sent, or given to somebody who may give it back
}

// statement tells that an event does not part configs: it happens on some of their paths, that is all.
func (e *Event) statement() bool {
	switch e.Kind {
	case summary.Read, summary.Write, summary.Spawn, summary.Outbound, summary.Wait, summary.Extend:
		return true
	case summary.Run:
		return e.aside
	case summary.Missed:
		return e.Again
	case summary.Release:
		return e.Blind && e.Acquired == token.NoPos && !e.captured
	}
	return false
}

func (e *Event) writeKey(b *strings.Builder) {
	if !e.statement() || e.Locking() {
		b.WriteString(e.identity())
		b.WriteByte(';')
	}
}

// identity says what happens and where: the same event of two rounds of a loop has the same.
func (e *Event) identity() string {
	if e.id != "" {
		return e.id
	}
	text := e.Event.String() + "@" + strconv.Itoa(int(e.Pos))
	if e.Deferred {
		text += "d"
	}
	if e.Ret != summary.Unknown {
		text += e.Ret.String()
	}
	if e.Again {
		text += "again"
	}
	if e.handed {
		text += "handed"
	}
	if e.Locking() {
		text += "locks"
	}
	if e.Kind == summary.Release { // one round may give back what the caller took, and the next what the first did
		text += "<" + strconv.Itoa(int(e.Acquired))
	}
	if e.nth > 0 {
		text += "#" + strconv.Itoa(e.nth)
	}
	text += e.unwindsKey()
	if e.Traits.Has(summary.Loops) { // of a callee that does it once too
		text += "loops"
	}
	e.id = text
	return text
}

// writeShape is writeKey for the events of a case: the place parts two of them only where the caller sees it.
func (e *Event) writeShape(b *strings.Builder) {
	if e.placed {
		e.writeKey(b)
		return
	}
	if e.statement() && !e.Locking() {
		return
	}
	b.WriteString(e.Event.String())
	b.WriteString(e.Ret.String())
	b.WriteString(e.unwindsKey())
	if e.Deferred {
		b.WriteByte('d')
	}
	b.WriteByte(';')
}

// with is another event, in which something is different.
func (e *Event) with(change func(*Event)) *Event {
	out := *e
	change(&out)
	return &out
}

// refs are the events of a trace that are not to be copied.
func refs(events []Event) []*Event {
	out := make([]*Event, len(events))
	for i := range events {
		out[i] = &events[i]
	}
	return out
}

// copies are the events of a trace, for those who keep them.
func copies(trace []*Event) []Event {
	if len(trace) == 0 {
		return nil
	}
	out := make([]Event, len(trace))
	for i, e := range trace {
		out[i] = *e
	}
	return out
}

// add appends an event. The same one from an earlier round of a loop makes room for it, so that a loop
// leaves the trace of its last round. A lock that is taken again was given back before.
func add(trace []*Event, e *Event) []*Event {
	id := e.identity()
	if i := indexOf(trace, id); i >= 0 {
		if e.statement() && !parted(trace[i+1:]) {
			return trace
		}
		trace = slices.Delete(slices.Clone(trace), i, i+1)
		if r := releaseOf(trace, i, e); r >= 0 {
			trace = slices.Delete(trace, r, r+1)
		}
	}
	return append(trace, e)
}

// releaseOf finds from a place in the trace on where the lock of an acquire is given back, or is -1.
func releaseOf(trace []*Event, from int, acquire *Event) int {
	if acquire.Kind != summary.Acquire || acquire.Pos == token.NoPos {
		return -1
	}
	for i := from; i < len(trace); i++ {
		if e := trace[i]; e.Kind == summary.Release && e.Acquired == acquire.Pos && e.Lock.Same(acquire.Lock) {
			return i
		}
	}
	return -1
}

func indexOf(trace []*Event, id string) int {
	for i := range trace {
		if trace[i].identity() == id {
			return i
		}
	}
	return -1
}

func sameTrace(a, b []*Event) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] && a[i].identity() != b[i].identity() {
			return false
		}
	}
	return true
}

// parted tells that something other than statements happened.
func parted(trace []*Event) bool {
	return slices.ContainsFunc(trace, func(e *Event) bool { return !e.statement() })
}

// mergeEvents joins two traces with the same key: between two of the events that part configs stand the
// statements of both. It tells whether the result is more than a.
func mergeEvents(a, b []*Event) ([]*Event, bool) {
	if len(b) == 0 || sameTrace(a, b) {
		return a, false
	}
	out := make([]*Event, 0, max(len(a), len(b)))
	changed := false
	i, j := 0, 0
	for i < len(a) || j < len(b) {
		start := len(out)
		for ; i < len(a) && a[i].statement(); i++ {
			out = append(out, a[i])
		}
		for ; j < len(b) && b[j].statement(); j++ {
			if indexOf(out[start:], b[j].identity()) < 0 {
				out, changed = append(out, b[j]), true
			}
		}
		if i < len(a) {
			out = append(out, a[i])
			i++
		}
		j++
	}
	return out, changed
}

// append adds an event to the config. Where a lock is taken or a transaction begins with nothing held, what
// came before is over.
func (w *walker) append(c *config, e Event) {
	if e.Kind == summary.Begin || e.Kind == summary.Acquire && len(c.held) == 1 || e.Kind == summary.Missed && !e.Again && len(c.held)+len(c.open) == 0 {
		w.settle(c)
	}
	if e.Out != nil && !worthKeeping(c.live, &e) {
		return
	}
	if e.In == (Span{}) {
		e.In = spanOf(w.fn.Fn)
	}
	e.Block, e.Once = w.here, e.Once || w.onces > 0
	if e.Out != nil {
		e.Deadlines = w.deadlines(&e)
	}
	e.captured = e.Kind == summary.Release && w.fn.Fn.Parent() != nil && e.Lock.Key.Has(summary.Free)
	e.aside = e.Kind == summary.Run && w.manyRuns && len(c.held)+len(c.open) == 0
	c.live = add(c.live, &e)
	if c.logs {
		c.log = append(c.log, &e)
	}
	c.touch()
	if w.seen != nil && !e.handed {
		w.seen(e)
	}
	if len(c.live) > maxTrace {
		w.fn.Capped = true
		c.live = c.live[len(c.live)-maxTrace:]
	}
}

// settle ends the current path where nothing is held, open or pending and no transaction of the caller
// took part: what comes later, the lock or transaction that has just been added, has nothing to do with it.
func (w *walker) settle(c *config) {
	if len(c.held)+len(c.open) > 1 || len(c.pins) > 0 || w.unwinding || len(c.live) == 0 {
		return
	}
	for _, e := range c.live {
		switch e.Kind {
		case summary.Acquire, summary.Release:
			if w.pending(c, e.Lock) {
				return
			}
		case summary.Read, summary.Write, summary.Begin, summary.Commit, summary.Rollback:
			if foreign(e) {
				return
			}
		}
	}
	w.record(c, Path{Loop: noLoop})
	for _, e := range outside(c.live) {
		if e.Kind != summary.Missed { // the lock was tried again, or is not needed any more
			c.visible = add(c.visible, e)
		}
	}
	c.touch()
	if len(c.visible) > maxTrace {
		w.fn.Capped = true
		c.visible = c.visible[:maxTrace]
	}
	c.live = nil
}

// foreign tells that the event happens on a handle that came from the caller and may be a transaction.
func foreign(e *Event) bool {
	if e.Kind == summary.Begin { // perhaps a savepoint
		return e.On != nil && e.On.Has(summary.Param, summary.Free)
	}
	if e.Scope == catalog.PoolScope || e.Scope == catalog.PinnedScope || !transactional(e.Store) {
		return false
	}
	return e.Handle != nil && e.Handle.Has(summary.Param, summary.Free)
}

// transactional tells a store whose handles may be transactions.
func transactional(s catalog.Store) bool {
	return s == catalog.NoStore || s == catalog.SQL || s == catalog.Mongo
}

// without is a trace without some of its events: the same one, not to be written to, if it has none of those, as most have.
func without(trace []*Event, drop func(*Event) bool) []*Event {
	if !slices.ContainsFunc(trace, drop) {
		return slices.Clip(trace)
	}
	return slices.DeleteFunc(slices.Clone(trace), drop)
}

// outside is what a caller has to know of a trace that is over: statements, and locks only where they
// were held around something that is the caller's. A statement in a transaction that is over is one of
// the pool to those who come later.
func outside(trace []*Event) []*Event {
	trace = withoutHanded(trace)
	switch {
	case slices.ContainsFunc(trace, func(e *Event) bool { return e.handed }):
		return trace
	case slices.ContainsFunc(trace, func(e *Event) bool { return e.Kind == summary.Run && callers(e.Func) }):
		return withoutInner(trace)
	}
	out := slices.DeleteFunc(slices.Clone(trace), func(e *Event) bool { return e.Kind == summary.Run })
	for _, e := range trace {
		if e.Kind != summary.Begin {
			continue
		}
		for j := range out {
			if out[j].statement() && summary.Equal(out[j].Handle, e.Handle) {
				out[j] = out[j].with(func(e *Event) { e.Scope = catalog.PoolScope })
			}
		}
	}
	return slices.DeleteFunc(out, func(e *Event) bool {
		switch e.Kind {
		case summary.Acquire, summary.Begin, summary.Commit, summary.Rollback, summary.Pin:
			return true
		case summary.Release, summary.Unreleased:
			return e.Acquired != token.NoPos
		case summary.Unpin, summary.Close:
			return !fromOutside(e.Handle)
		}
		return false
	})
}

// callers tells a function value of which the caller may know what it does.
func callers(fn *summary.Expr) bool {
	return fn.Has(summary.Param, summary.Free, summary.Global, summary.Func)
}
