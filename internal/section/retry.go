package section

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/summary"
)

// A loop that goes on only because the last try failed, and that nothing else ends, is endless where the try
// never works. It is found in the control flow: every way out tests nothing but what the tries of the loop
// returned, and every way round leads over a test that says that a try failed.

// endless tells that a call stands in such a loop.
func (w *walker) endless(site callSite) bool {
	if site.deferred || site.instr == nil {
		return false
	}
	if w.retries == nil {
		w.retries = w.findRetries()
	}
	return w.retries[site.instr.Block()]
}

// findRetries are the blocks of the loops that end only when a try works.
func (w *walker) findRetries() map[*ssa.BasicBlock]bool {
	out := map[*ssa.BasicBlock]bool{}
	for _, l := range loopsOf(w.fn.Fn) {
		l.w = w
		if l.endsOnlyWhenItWorks() {
			for b := range l.body {
				out[b] = true
			}
		}
	}
	return out
}

// A loop is a natural loop.
type loop struct {
	w    *walker
	head *ssa.BasicBlock
	body map[*ssa.BasicBlock]bool

	judging map[*ssa.Call]bool // calls that judges is looking at
}

// loopsOf are the loops of a function, one for each head.
func loopsOf(fn *ssa.Function) []*loop {
	var out []*loop
	for _, head := range fn.Blocks {
		var l *loop
		for _, latch := range head.Preds {
			if !head.Dominates(latch) {
				continue
			}
			if l == nil {
				l = &loop{head: head, body: map[*ssa.BasicBlock]bool{head: true}}
				out = append(out, l)
			}
			l.add(latch)
		}
	}
	return out
}

// add puts into the loop what leads to b without its head.
func (l *loop) add(b *ssa.BasicBlock) {
	if l.body[b] {
		return
	}
	l.body[b] = true
	for _, p := range b.Preds {
		l.add(p)
	}
}

func (l *loop) endsOnlyWhenItWorks() bool {
	exits := 0
	for _, b := range l.w.fn.Fn.Blocks {
		if !l.body[b] {
			continue
		}
		for _, instr := range b.Instrs {
			if l.mayStop(instr) {
				return false
			}
		}
		for i, succ := range b.Succs {
			if l.body[succ] {
				continue
			}
			exits++
			test, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
			if !ok || !l.triesOnly(test.Cond) || l.failsOn(test.Cond, i == 0) && !l.judges(test.Cond) {
				return false
			}
		}
	}
	return exits > 0 && !l.roundWithoutFailure()
}

// mayStop tells a call that may end the program, and with it the loop.
func (l *loop) mayStop(instr ssa.Instruction) bool {
	call, ok := instr.(*ssa.Call)
	if !ok {
		return false
	}
	fn := call.Call.StaticCallee()
	return fn != nil && l.w.world.NoReturn(fn)
}

// roundWithoutFailure tells that the loop can go round without a test that says that a try failed.
func (l *loop) roundWithoutFailure() bool {
	seen := map[*ssa.BasicBlock]bool{}
	var walk func(*ssa.BasicBlock) bool
	walk = func(b *ssa.BasicBlock) bool {
		if seen[b] {
			return false
		}
		seen[b] = true
		test, isIf := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		for i, succ := range b.Succs {
			if !l.body[succ] || isIf && l.failsOn(test.Cond, i == 0) {
				continue
			}
			if succ == l.head || walk(succ) {
				return true
			}
		}
		return false
	}
	return walk(l.head)
}

// failsOn tells that a condition says, being true or not, that a try failed.
func (l *loop) failsOn(cond ssa.Value, is bool) bool {
	switch v := cond.(type) {
	case *ssa.UnOp:
		return v.Op == token.NOT && l.failsOn(v.X, !is)
	case *ssa.BinOp:
		x, y := v.X, v.Y
		if c, ok := x.(*ssa.Const); ok && c != nil {
			x, y = y, x
		}
		c, ok := y.(*ssa.Const)
		switch {
		case !ok:
			return false
		case c.IsNil() && isError(x.Type()) && l.triesOnly(x):
			return v.Op == token.NEQ && is || v.Op == token.EQL && !is
		case isStatus(x) && l.triesOnly(x):
			return statusFails(v.Op, c.Int64(), is)
		}
		return false
	case *ssa.Call:
		return is && l.judges(v)
	}
	return !is && l.answers(cond, map[ssa.Value]bool{})
}

// statusFails tells that a comparison of an HTTP status says, being true or not, that the request failed.
func statusFails(op token.Token, code int64, is bool) bool {
	good := code >= 200 && code < 300
	switch op {
	case token.EQL:
		return good != is
	case token.NEQ:
		return good == is
	case token.GEQ, token.GTR:
		return is && code >= 299
	case token.LSS, token.LEQ:
		return !is && code >= 299
	}
	return false
}

// isStatus tells the StatusCode of an HTTP response.
func isStatus(v ssa.Value) bool {
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return false
	}
	f, ok := load.X.(*ssa.FieldAddr)
	if !ok {
		return false
	}
	s, ok := f.X.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Struct)
	return ok && s.Field(f.Field).Name() == "StatusCode"
}

// judges tells a call that is given nothing but the error of a try: errors.Is(err, ...), retryable(err).
func (l *loop) judges(cond ssa.Value) bool {
	if not, ok := cond.(*ssa.UnOp); ok && not.Op == token.NOT {
		cond = not.X
	}
	call, ok := cond.(*ssa.Call)
	if !ok || !l.body[call.Block()] || call.Call.IsInvoke() || l.judging[call] {
		return false
	}
	if l.judging == nil {
		l.judging = map[*ssa.Call]bool{}
	}
	l.judging[call] = true // the error may be made of that of the round before
	defer delete(l.judging, call)
	given := false
	for _, a := range call.Call.Args {
		if isError(a.Type()) && l.triesOnly(a) {
			given = true
		}
	}
	return given
}

// answers tells the bool of a try that says whether it worked: that of a try-acquire or of a call that goes out.
func (l *loop) answers(cond ssa.Value, seen map[ssa.Value]bool) bool {
	if phi, ok := cond.(*ssa.Phi); ok {
		seen[phi] = true
		found := false
		for _, e := range phi.Edges {
			if _, isConst := e.(*ssa.Const); !isConst && !seen[e] {
				if !l.answers(e, seen) {
					return false
				}
				found = true
			}
		}
		return found
	}
	if ex, ok := cond.(*ssa.Extract); ok {
		cond = ex.Tuple
	}
	call, ok := cond.(*ssa.Call)
	if !ok || !l.body[call.Block()] {
		return false
	}
	if args := call.Call.Args; len(args) == 1 { // client.SetNX(...).Result()
		if cmd, ok := args[0].(*ssa.Call); ok && l.body[cmd.Block()] && l.w.goesOut(&cmd.Call) {
			return true
		}
	}
	return l.w.goesOut(&call.Call)
}

// triesOnly tells that a value comes from nothing but what calls of the loop returned, and constants.
func (l *loop) triesOnly(v ssa.Value) bool {
	only, some := l.tries(v, map[ssa.Value]bool{})
	return only && some
}

// tries tells whether a value comes from tries only, and whether from any; on a way round it adds nothing.
func (l *loop) tries(v ssa.Value, seen map[ssa.Value]bool) (only, some bool) {
	if seen[v] {
		return true, false
	}
	seen[v] = true
	all := func(vs ...ssa.Value) (only, some bool) {
		for _, x := range vs {
			o, s := l.tries(x, seen)
			if !o {
				return false, false
			}
			some = some || s
		}
		return true, some
	}
	switch v := v.(type) {
	case *ssa.Const:
		return true, false
	case *ssa.Call:
		is := l.isTry(v) || l.body[v.Block()] && l.judges(v)
		return is, is
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok {
			is := l.isTry(call)
			return is, is
		}
	case *ssa.Phi:
		var edges []ssa.Value
		for i, e := range v.Edges {
			if v.Block() != l.head || l.body[v.Block().Preds[i]] { // what came before the loop was a try too
				edges = append(edges, e)
			}
		}
		return all(edges...)
	case *ssa.BinOp:
		if v.Op == token.EQL || v.Op == token.NEQ || isStatus(v.X) {
			return all(v.X, v.Y)
		}
	case *ssa.UnOp:
		if alloc, ok := v.X.(*ssa.Alloc); ok && v.Op == token.MUL {
			return l.storesTries(alloc, seen)
		}
		return all(v.X)
	case *ssa.FieldAddr:
		if isStatusField(v) {
			return all(v.X)
		}
	case *ssa.MakeInterface:
		return all(v.X)
	}
	return false, false
}

func isStatusField(v *ssa.FieldAddr) bool {
	s, ok := v.X.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Struct)
	return ok && s.Field(v.Field).Name() == "StatusCode"
}

// storesTries is tries for what the loop assigns to a variable.
func (l *loop) storesTries(v *ssa.Alloc, seen map[ssa.Value]bool) (only, some bool) {
	for _, ref := range *v.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Store:
			if ref.Addr != v {
				return false, false
			}
			if !l.body[ref.Block()] {
				continue
			}
			o, s := l.tries(ref.Val, seen)
			if !o {
				return false, false
			}
			some = some || s
		case *ssa.UnOp, *ssa.DebugRef, *ssa.MakeClosure:
		default:
			return false, false
		}
	}
	return true, some
}

// isTry tells a call in the loop that may fail by itself: not one that asks a context or a clock.
func (l *loop) isTry(call *ssa.Call) bool {
	if !l.body[call.Block()] {
		return false
	}
	if _, builtin := call.Call.Value.(*ssa.Builtin); builtin {
		return false
	}
	results := call.Call.Signature().Results()
	for r := range results.Variables() {
		if isError(r.Type()) {
			name := fullNameOf(&call.Call)
			return name != "(context.Context).Err" && name != "context.Cause"
		}
	}
	return l.w.goesOut(&call.Call)
}

// goesOut tells that a call calls another program, or tries to take a lock.
func (w *walker) goesOut(call *ssa.CallCommon) bool {
	for _, k := range w.world.Effects(call) {
		for _, e := range k.Events {
			if e.Kind == summary.Outbound || e.Kind == summary.Acquire {
				return true
			}
		}
	}
	return false
}
