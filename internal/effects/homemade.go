package effects

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/section"
	"github.com/locklint/locklint/internal/summary"
)

// A homemade lock is one that a type of the project makes out of a mutex and something that it waits for or counts: a
// queue of channels, a condition, a set of keys that are in use. What its methods leave behind is in maps and counters,
// which is not followed: their names and what they wait for make them a lock, which is an assumption.

// homemade is what a method of a homemade lock does, or nil.
func (w *world) homemade(fn *ssa.Function, f *section.Function) []section.Case {
	m := w.Object(fn)
	if m == nil || fn.Parent() != nil || !inMemory(f.Cases) {
		return nil
	}
	recv := m.Signature().Recv()
	if recv == nil || types.IsInterface(recv.Type()) {
		return nil
	}
	takes := slices.Contains(acquireNames, m.Name())
	if !takes && !slices.Contains(releaseNames, m.Name()) {
		return nil
	}
	if !w.homemadeType(recv.Type()) {
		return nil
	}
	assume := "that " + typeName(recv.Type()) + " is a lock"
	lock := summary.Lock{Kind: catalog.Process, Handle: summary.ParamOf(0)}
	if key := keyOf(m); key >= 0 {
		lock.Handle = lock.Handle.At(summary.ParamOf(key + 1))
	}
	if !takes {
		return []section.Case{{Events: []section.Event{presumedEvent(summary.Release, lock, assume)}}}
	}
	return presumedWays(m, lock, true, assume)
}

// homemadeType tells a type one of whose methods takes a lock by its name, in one of the ways of a homemade one, where
// another gives it back.
func (w *world) homemadeType(t types.Type) bool {
	name := named(t)
	if name == nil {
		return false
	}
	if is, known := w.homemades[name]; known {
		return is
	}
	ptr := types.NewPointer(name.Type())
	is := false
	for m := range types.NewMethodSet(ptr).Methods() {
		obj, ok := m.Obj().(*types.Func)
		if !ok || !slices.Contains(acquireNames, obj.Name()) || len(m.Index()) > 1 || !hasMethod(ptr, releaseNames) {
			continue
		}
		fn := w.ir.Func(obj.Origin())
		if fn == nil || !guards(fn) || !waits(fn) && !tries(fn) {
			continue
		}
		f := w.Function(fn)
		if was, known := w.homemades[name]; known { // found on the way
			return was
		}
		is = is || f != nil && inMemory(f.Cases)
	}
	w.homemades[name] = is
	return is
}

// inMemory tells that the cases keep no lock, and touch nothing but memory: every lock in them is over.
func inMemory(cases []section.Case) bool {
	for _, c := range cases {
		for _, e := range c.Events {
			if e.Kind != summary.Acquire && e.Kind != summary.Release || e.Lock.Kind != catalog.Process {
				return false
			}
		}
	}
	return !locks(cases)
}

// guards tells that the function takes a mutex.
func guards(fn *ssa.Function) bool {
	return anyInstr(fn, func(instr ssa.Instruction) bool {
		call, ok := instr.(ssa.CallInstruction)
		if !ok {
			return false
		}
		callee := call.Common().StaticCallee()
		return callee != nil && callee.Pkg != nil && callee.Pkg.Pkg.Path() == "sync" && callee.Name() == "Lock"
	})
}

// waits tells that the function waits for a channel or a condition.
func waits(fn *ssa.Function) bool {
	return anyInstr(fn, func(instr ssa.Instruction) bool {
		switch instr := instr.(type) {
		case *ssa.Select:
			return instr.Blocking
		case *ssa.Send:
			return true
		case *ssa.UnOp:
			return instr.Op == token.ARROW
		case *ssa.Call:
			callee := instr.Call.StaticCallee()
			return callee != nil && callee.RelString(nil) == "(*sync.Cond).Wait"
		}
		return false
	})
}

// tries tells that the function notes a key in a map and says whether it could.
func tries(fn *ssa.Function) bool {
	results := fn.Signature.Results()
	if results.Len() != 1 || !isBool(results.At(0).Type()) {
		return false
	}
	return anyInstr(fn, func(instr ssa.Instruction) bool { _, ok := instr.(*ssa.MapUpdate); return ok })
}

func anyInstr(fn *ssa.Function, is func(ssa.Instruction) bool) bool {
	for _, b := range fn.Blocks {
		if slices.ContainsFunc(b.Instrs, is) {
			return true
		}
	}
	return false
}

// keyOf is the first parameter that is no context, or -1.
func keyOf(m *types.Func) int {
	params := m.Signature().Params()
	for i := range params.Len() {
		if typeName(params.At(i).Type()) != "context.Context" {
			return i
		}
	}
	return -1
}
