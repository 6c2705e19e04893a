package section

import (
	"go/constant"
	"go/token"
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
			return timeIn(x, e.TTLUnit.Nanoseconds())
		}
	} else if !e.TTL.IsZero() {
		return timeIn(l.place(e.TTL), e.TTLUnit.Nanoseconds())
	}
	if e.DefaultTTL > 0 {
		return summary.ConstOf(strconv.FormatInt(int64(e.DefaultTTL), 10))
	}
	return nil
}

// keepTTL notes how long a lock lives that is made now and taken later.
func (l libraryCall) keepTTL(lock *summary.Expr) {
	if l.entry.Kind == catalog.Lease {
		l.c.store(lock.Dot(ttlField), orUnknown(l.ttl(), lock.Dot(ttlField)))
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
	if l.world.Catalog().TellsLoss(l.entry.Pkg) {
		e.Traits |= summary.HasSignal
	}
	if s := l.entry.Signal; s.Kind == catalog.AtResult && l.dropped(s.Index) {
		e.Traits |= summary.SignalLost
	}
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

// times is how often the loops around a call do it, if constants say so, and once elsewhere.
func (w *walker) times(site callSite) int { return max(1, w.repeats(site, 1)) }

// loopTraits say whether a call stands in a loop, and whether a constant bounds that.
func (w *walker) loopTraits(site callSite) summary.Traits {
	switch w.repeats(site, -1) {
	case -1:
		return 0
	case 0:
		return summary.Repeats | summary.Loops
	}
	return summary.Repeats
}

func (w *walker) repeats(site callSite, outside int) int {
	if site.deferred || site.instr == nil {
		return outside
	}
	if w.turns == nil {
		w.turns = map[*ssa.BasicBlock]int{}
		for _, l := range loopsOf(w.fn.Fn) {
			l.w = w
			n := l.constant()
			for b := range l.body {
				if old, seen := w.turns[b]; seen {
					w.turns[b] = old * n
				} else {
					w.turns[b] = n
				}
			}
		}
	}
	if n, inside := w.turns[site.instr.Block()]; inside {
		return n
	}
	return outside
}

// constant is how often a loop goes round, if it counts up to a constant, and 0 elsewhere. A loop over what the caller
// gave counts for once at least: the caller knows how much that is.
func (l *loop) constant() int {
	for _, b := range l.w.fn.Fn.Blocks {
		if !l.body[b] {
			continue
		}
		test, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok || l.body[b.Succs[0]] == l.body[b.Succs[1]] {
			continue
		}
		if overGiven(test.Cond) {
			return 1
		}
		cmp, ok := test.Cond.(*ssa.BinOp)
		if !ok || cmp.Op != token.LSS && cmp.Op != token.LEQ {
			continue
		}
		limit, ok := intOf(cmp.Y)
		if !ok {
			continue
		}
		start, ok := l.counts(cmp.X)
		if !ok {
			continue
		}
		if cmp.Op == token.LEQ {
			limit++
		}
		if b != l.head { // it is compared after a round
			limit++
		}
		if limit > start {
			return int(limit - start)
		}
	}
	return 0
}

// overGiven tells the test of a loop over a slice or map that the caller gave.
func overGiven(cond ssa.Value) bool {
	switch v := cond.(type) {
	case *ssa.BinOp:
		call, ok := v.Y.(*ssa.Call)
		if !ok || len(call.Call.Args) != 1 {
			return false
		}
		b, ok := call.Call.Value.(*ssa.Builtin)
		return ok && b.Name() == "len" && isGivenValue(call.Call.Args[0])
	case *ssa.Extract:
		if next, ok := v.Tuple.(*ssa.Next); ok {
			if r, ok := next.Iter.(*ssa.Range); ok {
				return isGivenValue(r.X)
			}
		}
	}
	return false
}

// isGivenValue tells a parameter, a captured variable, or a part of one.
func isGivenValue(v ssa.Value) bool {
	for range maxDepth {
		switch x := v.(type) {
		case *ssa.Parameter, *ssa.FreeVar:
			return true
		case *ssa.UnOp:
			v = x.X
		case *ssa.FieldAddr:
			v = x.X
		case *ssa.Field:
			v = x.X
		case *ssa.Slice:
			v = x.X
		case *ssa.Alloc: // a parameter that a literal captures
			for _, ref := range *x.Referrers() {
				if st, ok := ref.(*ssa.Store); ok && st.Addr == x {
					_, given := st.Val.(*ssa.Parameter)
					return given
				}
			}
			return false
		default:
			return false
		}
	}
	return false
}

// counts tells that a value goes up by one with each round, and where it starts when it is compared first.
func (l *loop) counts(v ssa.Value) (start int64, ok bool) {
	ahead := int64(0)
	if add, isAdd := v.(*ssa.BinOp); isAdd && add.Op == token.ADD { // range over a number adds before it compares
		if one, ok := intOf(add.Y); !ok || one != 1 {
			return 0, false
		}
		v, ahead = add.X, 1
	}
	phi, isPhi := v.(*ssa.Phi)
	if !isPhi || phi.Block() != l.head {
		return 0, false
	}
	for i, e := range phi.Edges {
		if l.body[phi.Block().Preds[i]] {
			add, isAdd := e.(*ssa.BinOp)
			if !isAdd || add.Op != token.ADD || add.X != phi {
				return 0, false
			}
			continue
		}
		if start, ok = intOf(e); !ok {
			return 0, false
		}
	}
	return start + ahead, ok
}

func intOf(v ssa.Value) (int64, bool) {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.Int {
		return 0, false
	}
	return constant.Int64Val(c.Value)
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

// failsAndGoesOn follows the ways on which the call failed: does one lead round again, past nothing that could tell
// somebody?
func (l *loop) failsAndGoesOn(call *ssa.Call) bool {
	type way struct {
		b      *ssa.BasicBlock
		failed bool
	}
	seen := map[way]bool{}
	var walk func(w way, from int) bool
	walk = func(w way, from int) bool {
		if seen[w] {
			return false
		}
		seen[w] = true
		for _, instr := range w.b.Instrs[from:] {
			if l.tells(instr) {
				return false
			}
		}
		test, isIf := w.b.Instrs[len(w.b.Instrs)-1].(*ssa.If)
		for i, succ := range w.b.Succs {
			failed := w.failed
			if isIf {
				switch {
				case l.failsOn(test.Cond, i == 0) || l.isNot(test.Cond, call, i == 0):
					failed = true
				case !failed && (l.failsOn(test.Cond, i != 0) || l.isNot(test.Cond, call, i != 0)) && len(w.b.Succs) == 2:
					// it worked, as far as this test says
				}
			}
			switch {
			case !l.body[succ]:
			case succ == l.head:
				if failed {
					return true
				}
			case walk(way{succ, failed}, 0):
				return true
			}
		}
		return false
	}
	at := 0
	for i, instr := range call.Block().Instrs {
		if instr == call {
			at = i + 1
		}
	}
	return walk(way{call.Block(), false}, at)
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
