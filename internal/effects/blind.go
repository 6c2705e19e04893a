package effects

import (
	"go/token"
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
	case !rel.Unheld && len(rel.Via) > 0 && (rel.Named || givenBack(rel)) && !r.leftOpen(fn, rel):
		return t, "the key is deleted inside " + rel.Via[0] + ", and is judged there"
	}
	t, ok := r.TakenFor(fn, rel)
	if !ok && !rel.Unheld {
		return t, "no acquire of this key is known: it may be no lock's"
	}
	return t, r.NoLock(fn, rel, t)
}

// givenBack tells a release inside of a function that says by its name that it is one: it is judged itself.
func givenBack(rel Release) bool { return slices.ContainsFunc(rel.Via, CallsItRelease) }

// leftOpen tells a release inside of a function to which nothing said that the key is a lock's, while this one knows: it
// took the lock, in another call.
func (r *Result) leftOpen(fn *Function, rel Release) bool {
	if rel.By == nil || rel.By.SameCall(rel.Event) {
		return false
	}
	return !r.toldOnWay(fn.fn, rel, rel.Via)
}

// toldOnWay tells that a release in fn, through functions of such names, is told in one of them.
func (r *Result) toldOnWay(fn *ssa.Function, rel Release, via []string) bool {
	pos := rel.Pos
	if rel.Inner.IsValid() {
		pos = rel.Inner
	}
	if callee := r.calleeAt(fn, pos); len(via) > 0 && callee != nil && callee.Name() == via[0] {
		if obj := r.world.Object(callee); obj != nil {
			if r.isTold(func(name string) bool { return name == obj.FullName() }) {
				return true
			}
			via = via[1:]
		}
		for _, own := range r.funcs {
			if own.fn != callee {
				continue
			}
			for _, rel := range own.Releases {
				if slices.Equal(rel.Via, via) {
					return r.toldOnWay(callee, rel, via)
				}
			}
		}
	}
	// What stands behind an interface, and what other packages call further down, is known by its name alone.
	return r.isTold(func(name string) bool { return slices.Contains(via, calledAs(name)) })
}

// calleeAt is the function that is called at a place in fn or in a literal in it, or nil.
func (r *Result) calleeAt(fn *ssa.Function, pos token.Pos) *ssa.Function {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(ssa.CallInstruction); ok && instr.Pos() == pos {
				return call.Common().StaticCallee()
			}
		}
	}
	for _, lit := range fn.AnonFuncs {
		if callee := r.calleeAt(lit, pos); callee != nil {
			return callee
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

// maxTold bounds the functions that travel with a table: beyond it a deletion may be told by the caller too.
const maxTold = 128

// told are the functions inside of which a deletion is told, of this package and of those that it imports.
func (r *Result) told() []string {
	out := slices.Clone(r.world.importedTold())
	for _, fn := range r.funcs {
		if !fn.Literal() && r.tells(fn) {
			out = append(out, fn.Name)
		}
	}
	slices.Sort(out)
	out = slices.Compact(out)
	return out[:min(len(out), maxTold)]
}

// calledAs is the last part of a full name, as events say that they came through it.
func calledAs(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

// importedTold are those of the packages imported.
func (w *world) importedTold() []string {
	var out []string
	for _, t := range w.importedTables() {
		out = append(out, t.Told...)
	}
	return out
}
