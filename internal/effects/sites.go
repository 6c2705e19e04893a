package effects

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/section"
	"github.com/locklint/locklint/internal/summary"
)

// A LockSite is a call that takes a lock, or probably does.
type LockSite struct {
	Pos     token.Pos
	Callee  string // for people: "(*Client).Obtain", "a channel"
	Lock    summary.Lock
	Unknown string // why it is not understood; empty where it is

	Func    string   // the function, or literal, in which it stands
	Targets []string // the functions of the project that may be called; none for one of a library
	Keeps   bool     // the lock may still be held when the function returns
	Runs    bool     // a function that a caller gives is run under it
	Taken   *Event   // in a package that was not followed: how the function that is called takes the lock
}

// LockSites are the lock sites of the package in the order of the source: calls of library functions that
// take a lock, of functions that take one and keep it or run a function under it, and of methods that look
// as if they did.
//
// They are looked for when somebody asks: only the standalone run does.
func (r *Result) LockSites() []LockSite {
	var out []LockSite
	if r.ir.SSA == nil {
		out = r.fromSyntax()
	}
	for _, fn := range r.ir.Funcs {
		if !r.world.generated(fn) {
			out = append(out, r.sitesIn(fn)...)
		}
	}
	slices.SortStableFunc(out, func(a, b LockSite) int { return cmp.Compare(a.Pos, b.Pos) })
	return slices.CompactFunc(out, func(a, b LockSite) bool { return a.Pos == b.Pos })
}

// The reasons for which a site is unknown.
const (
	notFollowed = "its package could not be analysed"
	capped      = "its function has more paths than are followed"
	noCallee    = "nothing is known of the callee, which looks like a lock"
	noIdentity  = "neither the lock nor its key could be told"
	noKind      = "the kind of the lock is not known"
)

// fromSyntax finds the sites of a package that was not followed: one in which nothing can happen, since
// each lock is given back by a defer, or one that go/ssa cannot take.
func (r *Result) fromSyntax() []LockSite {
	var out []LockSite
	for _, f := range r.world.pass.Files {
		ast.Inspect(f, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			obj, ok := typeutil.Callee(r.world.pass.TypesInfo, call).(*types.Func)
			if !ok {
				return true
			}
			s := LockSite{Pos: call.Lparen}
			if r.ir.Err != nil {
				s.Unknown = notFollowed
			}
			e, cases := r.world.Catalog().Lookup(obj), []section.Case(nil)
			if e == nil && obj.Pkg() != r.world.pass.Pkg {
				cases, _ = r.world.declared(obj)
			}
			switch {
			case e != nil && takes(e):
				s.Lock.Kind = e.Kind
			case locks(cases):
				if s.Taken = takenIn(cases); s.Taken != nil {
					s.Lock.Kind = s.Taken.Lock.Kind
				}
			case e == nil && cases == nil && looksLikeLock(obj) && !r.noop(obj):
				s.Unknown = noCallee
			default:
				return true
			}
			s.Callee = calleeName(obj)
			out = append(out, s)
			return true
		})
	}
	return out
}

// takenIn is the first acquire in the cases.
func takenIn(cases []section.Case) *Event {
	for _, c := range cases {
		for _, e := range c.Events {
			if e.Kind == summary.Acquire {
				return &Event{e}
			}
		}
	}
	return nil
}

// noop tells a method of this package, which was not followed, that has no call in it.
func (r *Result) noop(obj *types.Func) bool {
	decl := r.world.declaration(obj)
	if decl == nil {
		return false
	}
	calls := false
	ast.Inspect(decl, func(n ast.Node) bool {
		_, call := n.(*ast.CallExpr)
		calls = calls || call
		return !calls
	})
	return !calls
}

func (r *Result) sitesIn(fn *ssa.Function) []LockSite {
	f := r.world.memo[fn].fnOrNil()
	if f == nil {
		return nil
	}
	var out []LockSite
	add := func(pos token.Pos, callee, unknown string, targets ...string) {
		if pos.IsValid() {
			s := siteOf(f, pos, callee, unknown)
			s.Func, s.Targets = fn.String(), targets
			s.Keeps, s.Runs = left(f.Cases, func(e section.Event) bool { return e.Pos == pos })
			out = append(out, s)
		}
	}
	channel := func(ch ssa.Value, sends bool, pos token.Pos) {
		if use := r.world.ChanLock(ch); use != section.NoLock && sends == (use == section.SendAcquires) {
			if _, taken := f.Acquired[pos]; taken {
				add(pos, "a channel", "")
			}
		}
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.Go: // not in this goroutine
			case ssa.CallInstruction:
				if callee, unknown, ok := r.world.takesLock(instr, f); ok {
					add(instr.Pos(), callee, unknown, r.world.targets(instr.Common())...)
				}
			case *ssa.Send:
				channel(instr.Chan, true, instr.Pos())
			case *ssa.UnOp:
				if instr.Op == token.ARROW {
					channel(instr.X, false, instr.Pos())
				}
			case *ssa.Select:
				for _, st := range instr.States {
					channel(st.Chan, st.Dir == types.SendOnly, st.Pos)
				}
			}
		}
	}
	return out
}

// siteOf says how well the lock taken at a place of f is understood.
func siteOf(f *section.Function, pos token.Pos, callee, unknown string) LockSite {
	lock := f.Acquired[pos]
	switch {
	case unknown != "":
	case f.Capped:
		unknown = capped
	case lock.Handle == nil && lock.Key == nil:
		unknown = noIdentity
	case !section.Understood(lock):
		unknown = noKind
	}
	return LockSite{Pos: pos, Callee: callee, Lock: lock, Unknown: unknown}
}

// takesLock tells whether a call in f takes a lock, or probably does, and names the callee.
func (w *world) takesLock(instr ssa.CallInstruction, f *section.Function) (callee, unknown string, takesOne bool) {
	call := instr.Common()
	_, taken := f.Acquired[instr.Pos()]
	k := w.known(call)
	callee = k.name
	switch {
	case k.entry != nil:
		return callee, "", takes(k.entry) || taken
	case k.dynamic: // it is known only on the path what is called
		return callee, "", f.Kept[instr.Pos()]
	case k.cases != nil && locks(k.cases) && (taken || f.Capped || keeps(k.cases)):
		return callee, "", true
	case k.obj != nil && looksLikeLock(k.obj) && !k.noop:
		return callee, noCallee, true
	}
	return callee, "", false
}

// takes tells a library function that takes a lock whatever its arguments are.
func takes(e *catalog.Entry) bool {
	switch e.Role {
	case catalog.Acquire, catalog.TryAcquire, catalog.RunInLock:
		return e.If.IsZero()
	}
	return false
}

// locks tells that a lock is still held at the end of one of the cases, or was while a function ran that the
// caller gave.
func locks(cases []section.Case) bool {
	held, runs := left(cases, func(section.Event) bool { return true })
	return held || runs
}

// keeps tells that a lock is still held at the end of one of the cases: one that is there only while a function runs is not taken
// where none is given.
func keeps(cases []section.Case) bool {
	held, _ := left(cases, func(section.Event) bool { return true })
	return held
}

// left tells, of the acquires that count, whether a lock is still held at the end of a case, and whether one was while a
// function ran that the caller gave.
func left(cases []section.Case, counts func(section.Event) bool) (keeps, runs bool) {
	for _, c := range cases {
		var held []summary.Lock
		for _, e := range c.Events {
			switch e.Kind {
			case summary.Acquire:
				if counts(e) {
					held = append(held, e.Lock)
				}
			case summary.Release:
				held = slices.DeleteFunc(held, func(l summary.Lock) bool { return l.Same(e.Lock) })
			case summary.Run:
				runs = runs || len(held) > 0 && given(e.Func)
			}
		}
		keeps = keeps || c.Exit == summary.Returns && len(held) > 0
	}
	return keeps, runs
}

// given tells a function that is an argument itself: one in a field of an argument is not the call's business.
func given(fn *summary.Expr) bool {
	if fn != nil && fn.Op == summary.Deref {
		fn = fn.Args[0]
	}
	return fn != nil && fn.Op == summary.Param
}

// looksLikeLock tells a method whose name takes a lock, beside one that gives it back.
func looksLikeLock(obj *types.Func) bool {
	recv := obj.Signature().Recv()
	if recv == nil || !slices.Contains(acquireNames, obj.Name()) {
		return false
	}
	t := recv.Type()
	if _, ptr := t.Underlying().(*types.Pointer); !ptr && !types.IsInterface(t) {
		t = types.NewPointer(t)
	}
	if hasMethod(t, releaseNames) {
		return true
	}
	results := obj.Signature().Results()
	for i := range results.Len() {
		if hasMethod(results.At(i).Type(), releaseNames) {
			return true
		}
	}
	return false
}

func calleeName(obj *types.Func) string {
	recv := obj.Signature().Recv()
	if recv == nil {
		if obj.Pkg() == nil {
			return obj.Name()
		}
		return obj.Pkg().Name() + "." + obj.Name()
	}
	return "(" + typeName(recv.Type()) + ")." + obj.Name()
}
