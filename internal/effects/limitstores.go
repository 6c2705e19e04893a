package effects

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/ssair"
)

// What a package assigns to the fields and variables that lead to limits, collected once for all of its code.

// assignedLimits is what this package assigns.
func (w *world) assignedLimits() *limits {
	if w.limits == nil {
		w.limits = newLimits(w)
	}
	return w.limits
}

func newLimits(w *world) *limits {
	l := &limits{w: w, stores: map[slot][]ssa.Value{}, loose: map[string]bool{}, calls: map[*ssa.Function][]*ssa.CallCommon{}, taken: map[*ssa.Function]bool{}, changed: map[ssa.Value][]string{}, known: map[string]limitText{}}
	funcs := w.ir.Funcs
	if init := w.ir.SSA.Func("init"); init != nil {
		funcs = append([]*ssa.Function{init}, funcs...)
	}
	for _, fn := range funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				l.look(instr)
			}
		}
	}
	l.spread()
	return l
}

// look notes what an instruction assigns, and whom it calls.
func (l *limits) look(instr ssa.Instruction) {
	if call, ok := instr.(ssa.CallInstruction); ok {
		if fn := call.Common().StaticCallee(); fn != nil {
			l.calls[fn] = append(l.calls[fn], call.Common())
		}
	}
	for _, op := range instr.Operands(nil) {
		if fn, ok := (*op).(*ssa.Function); ok {
			if call, isCall := instr.(ssa.CallInstruction); !isCall || call.Common().Value != fn {
				l.taken[fn] = true
			}
		}
		if g, ok := (*op).(*ssa.Global); ok && sharesNumber(instr, g) {
			l.note(slot{v: g.Object()}, nil)
		}
	}
	st, ok := instr.(*ssa.Store)
	if !ok {
		return
	}
	switch to := st.Addr.(type) {
	case *ssa.Global:
		l.note(slot{v: to.Object()}, st.Val)
	case *ssa.FieldAddr:
		f := ssair.FieldOf(to)
		l.note(slot{v: f}, st.Val)
		switch from := to.X.(type) {
		case *ssa.FieldAddr: // a struct in a struct
			l.note(slot{ssair.FieldOf(from), f.Name()}, st.Val)
		case *ssa.Global:
			l.note(slot{from.Object(), f.Name()}, st.Val)
		case *ssa.UnOp:
			switch from := from.X.(type) {
			case *ssa.FieldAddr:
				l.note(slot{ssair.FieldOf(from), f.Name()}, st.Val)
			case *ssa.Global:
				l.note(slot{from.Object(), f.Name()}, st.Val)
			default:
				l.loosen(to, f)
			}
		case *ssa.Parameter:
			if l.w.Catalog().LimitsOf(to.X.Type()) != nil {
				l.changes(from, f.Name())
			}
		case *ssa.Alloc:
		default:
			l.loosen(to, f)
		}
	}
}

// sharesNumber tells an instruction that lets others assign to a variable that is a number: a flag is set so.
func sharesNumber(instr ssa.Instruction, g *ssa.Global) bool {
	if !isInteger(pointee(g.Type())) {
		return false
	}
	switch instr := instr.(type) {
	case *ssa.UnOp:
		return false
	case *ssa.Store:
		return instr.Val == g
	}
	return true
}

// spread notes the limits that functions assign to through their parameters where they are called.
func (l *limits) spread() {
	for news := true; news; {
		news = false
		for _, fn := range l.w.ir.Funcs {
			for i, p := range fn.Params {
				for _, field := range l.changed[p] {
					for _, call := range l.calls[fn] {
						news = l.change(call.Args[i], field) || news
					}
				}
			}
		}
	}
}

// changes notes that the limit in a field of a value is assigned to somewhere else, and tells whether that is news.
func (l *limits) changes(v ssa.Value, field string) bool {
	if slices.Contains(l.changed[v], field) {
		return false
	}
	l.changed[v] = append(l.changed[v], field)
	return true
}

// change notes that a limit of a client is given a value of which nothing is known. It tells whether the callers of a
// function have to be told, too.
func (l *limits) change(client ssa.Value, field string) bool {
	if load, ok := client.(*ssa.UnOp); ok && load.Op == token.MUL {
		client = load.X
	}
	switch v := client.(type) {
	case *ssa.FieldAddr:
		l.note(slot{ssair.FieldOf(v), field}, nil)
	case *ssa.Global:
		l.note(slot{v.Object(), field}, nil)
	case *ssa.Parameter, *ssa.Alloc:
		return l.changes(v, field)
	default:
		l.loose[field] = true
	}
	return false
}

func (l *limits) note(s slot, v ssa.Value) {
	if s.v != nil {
		l.stores[s] = append(l.stores[s], v)
	}
}

// loosen notes that a limit of some client, nobody knows which, is assigned to.
func (l *limits) loosen(to *ssa.FieldAddr, f *types.Var) {
	if l.w.Catalog().LimitsOf(to.X.Type()) != nil {
		l.loose[f.Name()] = true
	}
}
