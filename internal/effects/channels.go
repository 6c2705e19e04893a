package effects

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/section"
)

// A channel of struct{} with room for one is a mutex: who sends holds it until somebody receives, or, where
// the maker put the one token in, who receives holds it until it is sent back.

// ChanLock tells whether a channel value is used as a mutex, and how it is taken.
func (w *world) ChanLock(v ssa.Value) section.ChanUse {
	if w.channels == nil {
		w.channels = w.findChannels()
	}
	return w.channels[chanVar(v)]
}

// chanVar is the variable or field that holds a channel: a *types.Var, an *ssa.Global or an *ssa.MakeChan.
func chanVar(v ssa.Value) any {
	switch v := v.(type) {
	case *ssa.MakeChan, *ssa.Global:
		return v
	case *ssa.ChangeType:
		return chanVar(v.X)
	case *ssa.UnOp:
		return chanVar(v.X)
	case *ssa.FieldAddr:
		if s, ok := v.X.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Struct); ok {
			return s.Field(v.Field)
		}
	case *ssa.Field:
		if s, ok := v.X.Type().Underlying().(*types.Struct); ok {
			return s.Field(v.Field)
		}
	}
	return nil
}

func (w *world) findChannels() map[any]section.ChanUse {
	out := map[any]section.ChanUse{}
	funcs := w.ir.Funcs
	if init := w.ir.SSA.Func("init"); init != nil {
		funcs = append(funcs[:len(funcs):len(funcs)], init)
	}
	for _, fn := range funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if mc, ok := instr.(*ssa.MakeChan); ok && isToken(mc) {
					use := section.SendAcquires
					if sentTo(mc, fn) {
						use = section.ReceiveAcquires
					}
					if w.signals(mc, use) {
						use = section.NoLock
					}
					out[mc] = use
					for _, holder := range holders(mc) {
						if old, ok := out[holder]; ok && old != use {
							use = section.NoLock
						}
						out[holder] = use
					}
				}
			}
		}
	}
	return out
}

// signals tells that what would give the channel back waits for other things besides, or in a loop: it wakes somebody
// up, and locks nothing.
func (w *world) signals(mc *ssa.MakeChan, use section.ChanUse) bool {
	held, handed := heldBy(mc), handedTo(mc)
	same := func(v ssa.Value) bool { return held[chanVar(v)] || handed[v] }
	for _, fn := range w.ir.Funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if recv, ok := instr.(*ssa.UnOp); ok && recv.CommaOk && use == section.SendAcquires && same(recv.X) {
					return true // for range ch
				}
				sel, ok := instr.(*ssa.Select)
				if !ok || !sel.Blocking {
					continue
				}
				for _, st := range sel.States {
					releases := (st.Dir == types.SendOnly) == (use == section.ReceiveAcquires)
					if releases && same(st.Chan) {
						return true
					}
				}
			}
		}
	}
	return false
}

// handedTo are the values that a channel is in the functions to which it is given as an argument, and in literals.
func handedTo(mc *ssa.MakeChan) map[ssa.Value]bool {
	out := map[ssa.Value]bool{}
	queue := []ssa.Value{mc}
	add := func(v ssa.Value) {
		if !out[v] {
			out[v] = true
			queue = append(queue, v)
		}
	}
	for len(queue) > 0 {
		v := queue[0]
		queue = queue[1:]
		for _, ref := range *v.Referrers() {
			switch ref := ref.(type) {
			case *ssa.Store:
				if variable, ok := ref.Addr.(*ssa.Alloc); ok && ref.Val == v {
					add(variable)
				}
			case *ssa.UnOp:
				if ref.Op == token.MUL {
					add(ref)
				}
			case *ssa.ChangeType: // a channel that only receives
				add(ref)
			case *ssa.MakeClosure:
				add(ref.Fn.(*ssa.Function).FreeVars[slices.Index(ref.Bindings, v)])
			case ssa.CallInstruction:
				fn := ref.Common().StaticCallee()
				if i := slices.Index(ref.Common().Args, v); fn != nil && i >= 0 && i < len(fn.Params) {
					add(fn.Params[i])
				}
			}
		}
	}
	return out
}

// isToken tells make(chan struct{}, 1).
func isToken(mc *ssa.MakeChan) bool {
	s, ok := mc.Type().Underlying().(*types.Chan).Elem().Underlying().(*types.Struct)
	if !ok || s.NumFields() > 0 {
		return false
	}
	size, ok := mc.Size.(*ssa.Const)
	if !ok || size.Value == nil {
		return false
	}
	n, exact := constant.Int64Val(size.Value)
	return exact && n == 1
}

// holders are the variables and fields that the channel is stored in where it is made.
func holders(mc *ssa.MakeChan) []any {
	var out []any
	for _, ref := range *mc.Referrers() {
		if st, ok := ref.(*ssa.Store); ok && st.Val == mc {
			if holder := chanVar(st.Addr); holder != nil {
				out = append(out, holder)
			}
		}
	}
	return out
}

// heldBy are the channel and what holds it, see chanVar.
func heldBy(mc *ssa.MakeChan) map[any]bool {
	held := map[any]bool{mc: true}
	for _, h := range holders(mc) {
		held[h] = true
	}
	return held
}

// sentTo tells that the function that makes the channel puts the token in.
func sentTo(mc *ssa.MakeChan, fn *ssa.Function) bool {
	held := heldBy(mc)
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if s, ok := instr.(*ssa.Send); ok && held[chanVar(s.Chan)] {
				return true
			}
		}
	}
	return false
}
