package effects

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalog"
)

// A release that deletes a key, whoever set it, is told once: inside of the function that gives back, where its names or
// the key say there that it is a lock, and else by the caller that took the lock.

// BlindRelease finds the acquire that a deletion of a key belongs to, and says why it is no fault here, or "".
func (r *Result) BlindRelease(fn *Function, rel Release) (t Taken, why string) {
	switch {
	case rel.Watch:
		return t, "the deletion is refused where the key has changed hands (WATCH, MULTI)"
	case rel.Unheld && len(rel.Via) > 0 && !CallsItRelease(rel.Via[0]):
		return t, "the key is deleted somewhere inside " + rel.Via[0] + ", which may have taken the lock itself"
	case !rel.Unheld && rel.Foreign:
		return t, "the function that deletes the key was made elsewhere, and is judged there"
	case !rel.Unheld && len(rel.Via) > 0 && r.judgedInside(fn, rel):
		return t, "the key is deleted inside " + rel.Via[0] + ", and is judged there"
	}
	t, ok := r.TakenFor(fn, rel)
	if !ok && !rel.Unheld {
		return t, "no acquire of this key is known: it may be no lock's"
	}
	return t, r.NoLock(fn, rel, t)
}

// judgedInside tells a release that is judged in one of the functions through which it is done: it is told there, whatever
// that one is called; or it says by its name or its key that it gives a lock back, and this function knows no more than that.
// One that took the lock in another call does, and to the one that deletes nothing may have said what the key is.
func (r *Result) judgedInside(fn *Function, rel Release) bool {
	says := rel.Named || slices.ContainsFunc(rel.Via, CallsItRelease)
	return says && (rel.By == nil || rel.By.SameCall(rel.Event)) || r.toldOnWay(fn.fn, rel, rel.Via)
}

// toldOnWay tells that a release in fn, through functions of such names, is told in one of them.
func (r *Result) toldOnWay(fn *ssa.Function, rel Release, via []string) bool {
	pos := rel.Pos
	if rel.Inner.IsValid() {
		pos = rel.Inner
	}
	call := callAt(fn, pos)
	if call == nil || len(via) == 0 {
		return r.toldAs(via)
	}
	callees, behind := r.calleesOf(call)
	if !slices.ContainsFunc(callees, func(obj *types.Func) bool { return obj.Name() == via[0] }) && behind == "" {
		return r.toldAs(via) // a function value
	}
	if slices.Contains(r.world.importedTold(), behind) {
		return true
	}
	open := behind != ""
	for _, obj := range callees {
		below, known := r.toldBelow(obj, via[1:])
		if obj != fn.Object() && (below || r.isTold(func(name string) bool { return name == obj.FullName() })) {
			return true
		}
		open = open || !known
	}
	return open && r.toldAs(via[1:])
}

// toldAs tells that a deletion is told inside of a function of one of the names: of what function values are, and of what
// other packages call further down, no more is known.
func (r *Result) toldAs(names []string) bool {
	return r.isTold(func(full string) bool { return slices.Contains(names, calledAs(full)) })
}

// toldBelow tells that a release of a function, through functions of such names, is told in one of them. known is false
// where the function is of another package.
func (r *Result) toldBelow(obj *types.Func, via []string) (told, known bool) {
	for _, own := range r.funcs {
		if r.world.Object(own.fn) != obj {
			continue
		}
		for _, rel := range own.Releases {
			if slices.Equal(rel.Via, via) {
				known = true
				told = told || len(via) > 0 && r.toldOnWay(own.fn, rel, via)
			}
		}
	}
	return told, known
}

// calleesOf are the functions that a call may stand for, as far as they are in sight. A method of an interface that has a
// name also stands for what other packages know of.
func (r *Result) calleesOf(call *ssa.CallCommon) (callees []*types.Func, behind string) {
	if m := call.Method; m != nil {
		for _, obj := range r.world.methods(m) {
			callees = append(callees, obj.Origin())
		}
		return callees, methodKey(m.Signature().Recv().Type(), m.Name())
	}
	if callee := call.StaticCallee(); callee != nil {
		if obj := r.world.Object(callee); obj != nil {
			callees = append(callees, obj)
		}
	}
	return callees, ""
}

// callAt is the call at a place in fn or in a literal in it, or nil.
func callAt(fn *ssa.Function, pos token.Pos) *ssa.CallCommon {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(ssa.CallInstruction); ok && instr.Pos() == pos {
				return call.Common()
			}
		}
	}
	for _, lit := range fn.AnonFuncs {
		if call := callAt(lit, pos); call != nil {
			return call
		}
	}
	return nil
}

// isTold tells that a deletion is told inside of a function of such a name, of this package or of one that it imports.
func (r *Result) isTold(such func(name string) bool) bool {
	return slices.ContainsFunc(r.world.importedTold(), such) ||
		slices.ContainsFunc(r.funcs, func(fn *Function) bool { return such(fn.Name) && r.tells(fn) })
}

// tells tells that a deletion is told inside of the function.
func (r *Result) tells(fn *Function) bool {
	if is, known := r.telling[fn]; known {
		return is
	}
	r.telling[fn] = true // on the way: of functions that call each other only one tells
	is := slices.ContainsFunc(fn.Releases, func(rel Release) bool {
		if rel.Lock.Kind != catalog.Lease || !rel.Blind {
			return false
		}
		_, why := r.BlindRelease(fn, rel)
		return why == ""
	})
	r.telling[fn] = is
	return is
}

// told are the functions inside of which a deletion is told, of this package and of those that it imports.
func (r *Result) told() []string {
	out := slices.Clone(r.world.importedTold())
	for _, fn := range r.funcs {
		if !fn.Literal() && r.tells(fn) {
			out = append(out, fn.Name)
		}
	}
	return out
}

// maxTold bounds the functions that travel with a table: beyond it a deletion may be told by the caller too.
const maxTold = 128

// withBehind adds the methods of interfaces behind which such functions stand, for those that see the interface alone.
func (w *world) withBehind(told []string) []string {
	out := slices.Clone(told)
	for _, s := range w.standing {
		if slices.Contains(told, s.obj.FullName()) {
			out = append(out, s.method)
		}
	}
	slices.Sort(out)
	out = slices.Compact(out)
	return out[:min(len(out), maxTold)]
}

// A standing says that a method of an interface may stand for a function.
type standing struct {
	method string // pkg.Interface.Method
	obj    *types.Func
}

// calledAs is the last part of a full name, as events say that they came through it.
func calledAs(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

// importedTold are those of the packages imported.
func (w *world) importedTold() []string {
	if w.toldOf == nil {
		w.toldOf = []string{}
		for _, t := range w.importedTables() {
			w.toldOf = append(w.toldOf, t.Told...)
		}
		slices.Sort(w.toldOf)
		w.toldOf = slices.Compact(w.toldOf)
	}
	return w.toldOf
}
