package section

import (
	"go/token"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/summary"
)

// ttlField is the virtual field of a lock that keeps how long it lives.
const ttlField = "ttl"

// optionPrefix begins the name of the expression that a functional option is.
const optionPrefix = "option "

// option is the argument of a functional option among the arguments of the call; known tells that it is known
// which options there are.
func (l libraryCall) option(p catalog.Place) (x *summary.Expr, known bool) {
	last := l.arg(len(l.site.args) - 1)
	if last == nil {
		return nil, false
	}
	given := elements(l.c, last)
	for _, o := range given {
		if o == nil || o.Op != summary.Call || !strings.HasPrefix(o.Name, optionPrefix) {
			known = true // some other one
			continue
		}
		if o.Name == optionPrefix+p.Name && p.Param < len(o.Args) {
			return o.Args[p.Param], true
		}
	}
	return nil, len(given) > 0 || last.Op == summary.Nil
}

// ttl is how long the lease of the call lives: what it is given, or what the library takes by itself.
func (l libraryCall) ttl() *summary.Expr {
	e := l.entry
	if e.TTL.Kind == catalog.AtOption {
		if x, known := l.option(e.TTL); x != nil || !known {
			return x.Times(e.TTLUnit.Nanoseconds())
		}
	} else if !e.TTL.IsZero() {
		return l.place(e.TTL).Times(e.TTLUnit.Nanoseconds())
	}
	if e.DefaultTTL > 0 {
		return summary.ConstOf(strconv.FormatInt(int64(e.DefaultTTL), 10))
	}
	return nil
}

// numbers puts the numbers of package variables into the life of a lease. Those that other packages may assign to stay
// beside them.
func (w *walker) numbers(ttl *summary.Expr) *summary.Expr {
	return ttl.Map(func(e *summary.Expr) (*summary.Expr, bool) {
		if e.IsDeclared() {
			return e, true
		}
		if e.Op != summary.Global {
			return nil, false
		}
		n, open, known := w.world.Number(e.Name)
		switch {
		case !known:
			return nil, false
		case open:
			return summary.Declared(e, n), true
		}
		return summary.ConstOf(n), true
	})
}

// keepTTL notes how long a lock lives that is made now and taken later.
func (l libraryCall) keepTTL(lock *summary.Expr) {
	if l.entry.Kind == catalog.Lease {
		l.c.store(lock.Dot(ttlField), orUnknown(l.ttl(), lock.Dot(ttlField)))
	}
}

// setTTL gives a lock that is taken later another life.
func (l libraryCall) setTTL() {
	if lock := l.place(l.entry.Handle); lock != nil {
		l.c.store(lock.Dot(ttlField), orUnknown(l.ttl(), l.site.local))
	}
}

// lease says how long the lock of an acquire lives, and who watches over that.
func (l libraryCall) lease(e *summary.Event) {
	if e.Lock.Kind != catalog.Lease {
		return
	}
	e.TTL = l.ttl()
	if e.TTL == nil && e.Lock.Handle != nil {
		e.TTL, _ = l.c.content(e.Lock.Handle.Dot(ttlField))
	}
	if e.TTL == nil && l.entry.TTL.IsZero() && l.entry.Store == catalog.Redis && e.Lock.Handle == nil && !l.entry.Renews {
		e.TTL = summary.ConstOf("0") // a key that is set without an expiry
	}
	if l.entry.Renews {
		e.Traits |= summary.Renews
	}
	if l.entry.Watchdog {
		e.Traits |= summary.Watchdog
	}
	if l.waits() {
		e.Traits |= summary.Waits
	}
	if l.world.Catalog().TellsLoss(l.entry.Pkg) && !l.world.HearsLoss(l.fn.Fn) { // else callers need not ask
		e.Traits |= summary.HasSignal
	}
	if s := l.entry.Signal; s.Kind == catalog.AtResult {
		if l.dropped(s.Index) {
			e.Traits |= summary.SignalLost
		}
		if l.entry.Role == catalog.Acquire && isContext(l.site.common.Signature().Results().At(s.Index).Type()) {
			e.Traits |= summary.EndsWithCtx
		}
	}
}

// waits tells an acquire that waits where the lock is busy.
func (l libraryCall) waits() bool {
	if l.entry.Role == catalog.Acquire {
		return true
	}
	how := l.place(l.entry.Wait)
	return how != nil && how.Root().Op != summary.Nil
}

// lives says, of a lock that the function leaves to its caller or takes for it, what of its life the function decides.
func (w *walker) lives(e *Event) {
	if _, known := e.Life(); known {
		e.Traits |= summary.LifeGiven
	}
	if !w.world.Renews(w.fn.Fn) {
		return
	}
	if x, isTime := w.world.RenewsWithout(w.fn.Fn); x != nil {
		for _, ttl := range e.TTL.Alternatives() {
			if !ttl.Walk(func(y *summary.Expr) bool { return !summary.Equal(x, y) }) {
				e.TTL, e.Traits = ttl, e.Traits|summary.Watchdog
				return
			}
		}
		if isTime && e.TTL.Has(summary.Local, summary.Fresh) { // that, or the usual life
			e.TTL, e.Traits = x, e.Traits|summary.Watchdog
			return
		}
	}
	e.Traits |= summary.Renews
}

// extend renews a lease.
func (l libraryCall) extend() []Case {
	e := l.event(summary.Event{Kind: summary.Extend, Lock: l.lock(catalog.Lease)})
	results := l.site.common.Signature().Results()
	dropped := results.Len() > 0
	for i := range results.Len() {
		dropped = dropped && l.dropped(i)
	}
	if dropped || l.goesOn() {
		e.Traits |= summary.Dropped
	}
	return []Case{{Events: []Event{e}}}
}

// dropped tells that nothing looks at a result of the call.
func (l libraryCall) dropped(result int) bool {
	call, ok := l.site.instr.(*ssa.Call)
	if !ok {
		return true // a deferred one
	}
	if call.Call.Signature().Results().Len() == 1 {
		return !looked(call)
	}
	for _, ref := range *call.Referrers() {
		if e, ok := ref.(*ssa.Extract); ok && e.Index == result && looked(e) {
			return false
		}
	}
	return true
}

func looked(v ssa.Value) bool {
	for _, ref := range *v.Referrers() {
		if _, debug := ref.(*ssa.DebugRef); !debug {
			return true
		}
	}
	return false
}

// goesOn tells that the loop around the call goes on when it fails, and that nobody is told.
func (l libraryCall) goesOn() bool {
	call, ok := l.site.instr.(*ssa.Call)
	if !ok {
		return false
	}
	for _, in := range loopsOf(l.fn.Fn) {
		if in.w = l.walker; in.body[call.Block()] && in.failsAndGoesOn(call) {
			return true
		}
	}
	return false
}

// failsAndGoesOn follows the ways on which the call failed: does one lead round again, and none past something that
// could tell somebody, or out of the loop, as after so many failures?
func (l *loop) failsAndGoesOn(call *ssa.Call) bool {
	type way struct {
		b      *ssa.BasicBlock
		failed bool
	}
	seen := map[way]bool{}
	again, told := false, false
	var walk func(w way, from int)
	walk = func(w way, from int) {
		if seen[w] {
			return
		}
		seen[w] = true
		for _, instr := range w.b.Instrs[from:] {
			if l.tells(instr) {
				told = told || w.failed
				return
			}
		}
		test, isIf := w.b.Instrs[len(w.b.Instrs)-1].(*ssa.If)
		for i, succ := range w.b.Succs {
			failed := w.failed || isIf && (l.failsOn(test.Cond, i == 0) || l.isNot(test.Cond, call, i == 0))
			switch {
			case !l.body[succ]:
				told = told || failed
			case succ == l.head:
				again = again || failed
			default:
				walk(way{succ, failed}, 0)
			}
		}
	}
	walk(way{call.Block(), false}, slices.Index(call.Block().Instrs, ssa.Instruction(call))+1)
	return again && !told
}

// isNot tells that a condition says, being true or not, that the bool that the call returns is false.
func (l *loop) isNot(cond ssa.Value, call *ssa.Call, is bool) bool {
	if not, ok := cond.(*ssa.UnOp); ok && not.Op == token.NOT {
		return l.isNot(not.X, call, !is)
	}
	ex, ok := cond.(*ssa.Extract)
	return ok && ex.Tuple == call && !is
}

// tells tells an instruction by which somebody else may hear of a failure.
func (l *loop) tells(instr ssa.Instruction) bool {
	switch instr := instr.(type) {
	case *ssa.Send, *ssa.Store, *ssa.MapUpdate, *ssa.Panic, *ssa.Defer:
		st, isStore := instr.(*ssa.Store)
		return !isStore || !localStore(st)
	case *ssa.Call:
		if b, ok := instr.Call.Value.(*ssa.Builtin); ok {
			return b.Name() == "close"
		}
		fn := instr.Call.StaticCallee()
		return fn == nil && !instr.Call.IsInvoke() || fn != nil && len(fn.Blocks) > 0
	}
	return false
}

// localStore tells a store to what is made for the call itself: the arguments of a variadic one.
func localStore(st *ssa.Store) bool {
	switch to := st.Addr.(type) {
	case *ssa.IndexAddr:
		_, ok := to.X.(*ssa.Alloc)
		return ok
	case *ssa.Alloc:
		return !to.Heap
	}
	return false
}
