package section

import (
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/sqltext"
	"github.com/locklint/locklint/internal/summary"
)

// missing adds to the cases of an acquire, of which the first is the one in which it works, that the others
// do not obtain the lock, and whether the program looks at what tells so.
func (l libraryCall) missing(cases []Case, lock summary.Lock, err, ok catalog.Place) []Case {
	if got := cases[0].Events; !ok.IsZero() && len(got) > 0 && got[len(got)-1].Kind == summary.Acquire {
		got[len(got)-1].tells = names(l.place(ok))
	}
	for i := 1; i < len(cases); i++ {
		why, dropped := summary.Busy, !l.seen(ok)
		if i == 1 && !err.IsZero() {
			if why = summary.NotTold; !ok.IsZero() || l.entry.Role != catalog.TryAcquire && l.entry.Busy == "" && !l.entry.Retries {
				why = summary.Failed
			}
			dropped = dropped && !l.seen(err)
		}
		e := l.event(summary.Event{Kind: summary.Missed, Lock: lock, Why: why})
		e.Dropped = dropped
		e.tells = names(l.place(ok), l.place(err), lock.Handle)
		if why == summary.Busy {
			e.tells = names(l.place(ok), lock.Handle)
		}
		cases[i].Events = append(cases[i].Events, e)
	}
	return cases
}

func names(xs ...*summary.Expr) []string {
	var out []string
	for _, x := range xs {
		if x != nil {
			out = append(out, x.String())
		}
	}
	return out
}

// tell notes by which results a callee tells that it did not obtain a lock.
func (w *walker) tell(c *config, k Case, f frame) {
	if f.literal || !missedIn(refs(k.Events)) {
		return
	}
	var tells []string
	for i := range f.site.common.Signature().Results().Len() {
		if toldBy(k, f.cases, i, f.site.common.Signature().Results().At(i).Type()) {
			name := resultOf(f.local, i)
			tells = append(tells, names(name, c.named.get(name.String()))...)
		}
	}
	c.live = slices.Clone(c.live)
	for i, e := range c.live {
		if e.Kind == summary.Missed && e.Pos == f.site.pos {
			c.live[i] = e.with(func(e *Event) { e.tells = tells })
		}
	}
}

// heed notes that the path tests a condition, where that tells whether a lock was obtained.
func (w *walker) heed(c *config, cond ssa.Value) {
	if !slices.ContainsFunc(c.live, func(e *Event) bool { return len(e.tells) > 0 }) {
		return
	}
	c.live = slices.Clone(c.live)
	for _, x := range names(w.tested(c, cond)...) {
		for i, e := range c.live {
			if slices.Contains(e.tells, x) && !e.Heeded {
				c.live[i] = e.with(func(e *Event) { e.Heeded = true })
			}
		}
	}
}

// tested are the values that a condition looks at.
func (w *walker) tested(c *config, cond ssa.Value) []*summary.Expr {
	switch v := cond.(type) {
	case *ssa.UnOp:
		if v.Op == token.NOT {
			return w.tested(c, v.X)
		}
	case *ssa.BinOp:
		return []*summary.Expr{w.eval(c, v.X), w.eval(c, v.Y)}
	case *ssa.Call:
		if x := w.errorTested(v); x != nil {
			return []*summary.Expr{w.eval(c, x)}
		}
	}
	return []*summary.Expr{w.eval(c, cond)}
}

// at is the place of an expression that stands for a result of a call or a part of one.
func at(x *summary.Expr) catalog.Place {
	field := ""
	for x != nil && x.Op == summary.Field {
		if n, ok := strings.CutPrefix(x.Name, "#"); ok {
			i, _ := strconv.Atoi(n)
			return catalog.Result(i).Dot(field)
		}
		field, x = x.Name, x.Args[0]
	}
	return catalog.Place{}
}

// seen tells that the program looks at what the call leaves at a place.
func (l libraryCall) seen(p catalog.Place) bool {
	if p.Kind != catalog.AtResult {
		return false
	}
	if l.entry.Answer == catalog.Direct && p.Field == "ok" { // it is written where the program wants it
		return targetsRead(l.site.instr, l.entry.Into)
	}
	if l.entry.Role == catalog.Statement && !l.entry.Terminal { // it runs later, and tells later: a batch
		return true
	}
	if p.Field == "ok" && l.buffered() { // the answer comes with those of all commands
		return true
	}
	return l.partSeen(used(l.site.instr, p.Index), p.Field)
}

// partSeen tells that one of the uses of a command, row or result looks at a part of it.
func (l libraryCall) partSeen(uses []ssa.Instruction, part string) bool {
	for _, use := range uses {
		if f, ok := use.(*ssa.FieldAddr); ok && l.sameHandle(f) {
			if l.partSeen(usesOf(f), part) {
				return true
			}
			continue
		}
		call, ok := use.(*ssa.Call)
		fn := (*types.Func)(nil)
		if ok && call.Call.IsInvoke() {
			fn = call.Call.Method
		} else if ok && call.Call.StaticCallee() != nil {
			fn = l.world.Object(call.Call.StaticCallee())
		}
		e := (*catalog.Entry)(nil)
		if fn != nil {
			e = l.world.Catalog().Lookup(fn)
		}
		switch {
		case part == "", e == nil:
			return true
		case e.Role == catalog.Accessor:
			for i, r := range e.Returns {
				if (r.Field == part || r.Field == "") && len(used(call, i)) > 0 {
					return true
				}
			}
		case e.Role == catalog.Scan:
			if part == "ok" && targetsRead(call, e.Into) || part != "ok" && len(used(call, e.Err.Index)) > 0 {
				return true
			}
		default:
			return true
		}
	}
	return false
}

// sameHandle tells a field that stands for the whole.
func (l libraryCall) sameHandle(f *ssa.FieldAddr) bool {
	s, ok := f.X.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Struct)
	return ok && l.world.Catalog().Transparent(f.X.Type(), s.Field(f.Field))
}

// used are the instructions that use result i of a call.
func used(instr ssa.Instruction, i int) []ssa.Instruction {
	call, ok := instr.(*ssa.Call)
	if !ok {
		return nil
	}
	if call.Call.Signature().Results().Len() == 1 {
		return usesOf(call)
	}
	for _, ref := range *call.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Extract:
			if ref.Index == i {
				return usesOf(ref)
			}
		case *ssa.Return: // all results are handed on
			return []ssa.Instruction{ref}
		}
	}
	return nil
}

func usesOf(v ssa.Value) []ssa.Instruction {
	return slices.DeleteFunc(slices.Clone(*v.Referrers()), func(ref ssa.Instruction) bool {
		_, debug := ref.(*ssa.DebugRef)
		return debug
	})
}

// unheard tells whether the caller looks at nothing by which the callee tells that it did not obtain a lock, and
// whether the callee tells nothing of the kind: what it returns then is what it returns with the lock held.
func (w *walker) unheard(k Case, cases []Case, site callSite) (dropped, untold bool) {
	results := site.common.Signature().Results()
	untold = true
	var tells, answers []int
	for i := range results.Len() {
		t := results.At(i).Type()
		answer := isError(t) || isBoolean(t)
		if answer {
			answers = append(answers, i)
		}
		if toldBy(k, cases, i, t) {
			untold = false
			if answer {
				tells = append(tells, i)
			}
		}
	}
	if untold {
		tells = answers
	}
	looked := slices.ContainsFunc(tells, func(i int) bool { return len(used(site.instr, i)) > 0 })
	return len(tells) > 0 && !looked, untold
}

// toldBy tells that result i is another one in k than in the cases in which the lock is held; where it is no answer,
// that must be known of all of them.
func toldBy(k Case, cases []Case, i int, t types.Type) bool {
	is := k.truthOf(i)
	if is == summary.Unknown || isError(t) && is != summary.NotNil {
		return false
	}
	for _, o := range cases {
		if !slices.ContainsFunc(o.Events, func(e Event) bool { return e.Kind == summary.Acquire }) {
			continue
		}
		if held := o.truthOf(i); held == is || held == summary.Unknown && !isError(t) && !isBoolean(t) {
			return false
		}
	}
	return true
}

// truthOf is what is known of result i at the end of the case.
func (k Case) truthOf(i int) summary.Truth {
	for _, p := range k.Post {
		if summary.Equal(p.X, summary.ResultOf(i)) {
			return p.Is
		}
	}
	return summary.Unknown
}

func isBoolean(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsBoolean != 0
}

// unread tells an acquire whose answer the path did not look at in a way that is understood, and which it ends with an
// error: to the callers that is no lock. If it is one, this function leaks it. The answer of a mutex is always understood.
func (w *walker) unread(x *exit, e Event) bool {
	return e.Kind == summary.Acquire && e.Lock.Kind != catalog.Process && len(e.tells) > 0 && !e.Heeded && x.holds(e.Lock) && w.fails(x.config, x.results)
}

// holds tells that the lock is held.
func (c *config) holds(l summary.Lock) bool {
	return slices.ContainsFunc(c.held, l.Same)
}

// withoutMissed forgets that the lock of an event was not obtained before: it was tried again.
func withoutMissed(trace []*Event, e *Event) []*Event {
	again := func(o *Event) bool { return o.Kind == summary.Missed && (o.Pos == e.Pos || o.Lock.Same(e.Lock)) }
	if !slices.ContainsFunc(trace, again) {
		return trace
	}
	return slices.DeleteFunc(slices.Clone(trace), again)
}

// missedBefore tells that the lock was not obtained on the path: its release is part of what happens all the same.
func missedBefore(c *config, l summary.Lock) bool {
	return slices.ContainsFunc(c.live, func(e *Event) bool { return e.Kind == summary.Missed && e.Lock.Same(l) })
}

func missedIn(trace []*Event) bool {
	return slices.ContainsFunc(trace, func(e *Event) bool { return e.Kind == summary.Missed })
}

// keeps notes which locks are held at an end of the function: that they may not be is the caller's business.
func (w *walker) keeps() {
	w.kept = map[token.Pos]bool{}
	for _, x := range w.exits {
		for _, e := range x.acquires() {
			w.kept[e.Pos] = true
		}
	}
}

// outcome is what the path knows of the results.
func (w *walker) outcome(c *config, results []*summary.Expr) []Result {
	types := w.fn.Fn.Signature.Results()
	out := make([]Result, len(results))
	for i, r := range results {
		if i < types.Len() && isAnswerType(types.At(i).Type()) {
			out[i].Is = w.truth(c, r)
		}
		if r != nil && !r.Has(summary.Local) {
			out[i].Text = r.String()
		}
	}
	return out
}

// isAnswerType tells an error, a bool or a function: where two of them are alike, a caller does the same with both.
func isAnswerType(t types.Type) bool {
	_, fn := t.Underlying().(*types.Signature)
	return fn || isError(t) || isBoolean(t)
}

// lost notes the locks of a statement whose answer is thrown away with its row.
func (l libraryCall) lost(st sqltext.Statement, handle *summary.Expr) {
	if l.entry.Answer != catalog.NoAnswer || !l.entry.Terminal {
		return
	}
	for _, call := range st.Locks {
		if !answers(call) || call.Column < 0 {
			continue
		}
		kind := summary.Acquire
		if call.Release {
			kind = summary.Release
		}
		e := l.event(summary.Event{Kind: kind, Lock: summary.Lock{Kind: catalog.Session, Key: l.lockKey(call), Conn: handle, Shared: call.Shared}})
		if call.Scope == sqltext.Transaction {
			e.Lock.Kind = catalog.Transaction
		}
		if indexOf(refs(l.fn.Lost), e.identity()) < 0 {
			l.fn.Lost = append(l.fn.Lost, e)
		}
	}
}

// answers tells a lock function whose row says whether it worked.
func answers(call sqltext.LockCall) bool {
	switch call.Func {
	case "get_lock", "release_lock", "pg_advisory_unlock", "pg_advisory_unlock_shared":
		return true
	}
	return call.Try && call.Func != "sp_getapplock"
}

// oneWhy forgets why a lock was not obtained where the caller is not told: the ways are one.
func oneWhy(cases []Case) {
	seen := map[string]int{}
	var missed []int
	for i, k := range cases {
		if !missedIn(refs(k.Events)) {
			continue
		}
		missed = append(missed, i)
		seen[k.untoldKey()]++
	}
	for _, i := range missed {
		if seen[cases[i].untoldKey()] < 2 {
			continue
		}
		for j := range cases[i].Events {
			if e := &cases[i].Events[j]; e.Kind == summary.Missed {
				e.Why, e.id = summary.NotTold, ""
			}
		}
	}
}

// untoldKey says what two ways to miss a lock must agree on to be one to the caller.
func (k Case) untoldKey() string {
	var b strings.Builder
	for i := range k.Results {
		b.WriteString(k.truthOf(i).String() + ";")
	}
	for _, e := range k.Events {
		if e.Kind == summary.Missed {
			e.Why, e.id = summary.NotTold, ""
		}
		e.writeKey(&b)
	}
	return b.String()
}
