package effects

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/section"
	"github.com/locklint/locklint/internal/summary"
	"github.com/locklint/locklint/internal/value"
)

// A source is where something is known of a callee from.
type source uint8

const (
	fromNothing  source = iota
	fromModel           // what package value knows of the standard library
	fromCatalog         // an entry
	fromBehind          // the entry of a library method that stands behind an interface
	fromHere            // the body, in this package
	fromFact            // a fact of another package
	fromTypes           // the implementations of an interface in sight
	fromTable           // implementations that imported packages know of
	fromShape           // the shape of an interface
	fromNoReturn        // it ends the program or the goroutine
	fromValue           // a function value: whatever it is on the path
	fromBuiltin
)

// A knowledge is what is known of the callee of a call, found in the order in which section looks.
type knowledge struct {
	from    source
	name    string // for people
	obj     *types.Func
	fn      *ssa.Function
	entry   *catalog.Entry
	cases   []section.Case
	dynamic bool // a function value: what it is depends on the path
	noop    bool // its body calls nothing
	capped  bool // there are more cases
}

// known says what is known of a callee. It must look where section's walker.call does.
func (w *world) known(call *ssa.CallCommon) knowledge {
	var k knowledge
	if b, ok := call.Value.(*ssa.Builtin); ok {
		return knowledge{from: fromBuiltin, name: b.Name()}
	}
	_, closure := call.Value.(*ssa.MakeClosure)
	k.fn, k.obj = call.StaticCallee(), call.Method
	if !call.IsInvoke() && (k.fn == nil || closure) {
		return knowledge{from: fromValue, name: "a function value", dynamic: true}
	}
	if k.fn != nil {
		k.name, k.obj = k.fn.Name(), w.Object(k.fn)
	}
	if k.obj != nil {
		k.name = calleeName(k.obj)
		if modelled(k.obj) {
			k.from = fromModel
			return k
		}
		if k.entry = w.Catalog().Lookup(k.obj); k.entry != nil {
			k.from = fromCatalog
			return k
		}
	}
	if k.fn == nil {
		return w.behindInterface(k)
	}
	return w.static(k)
}

// modelled tells a function of the standard library through which keys, contexts and errors pass.
func modelled(obj *types.Func) bool {
	_, ok := value.Std(obj.FullName(), nil, nil, func(*summary.Expr) []*summary.Expr { return nil })
	return ok
}

// static is what is known of a function that is called by name.
func (w *world) static(k knowledge) knowledge {
	if w.NoReturn(k.fn) {
		k.from = fromNoReturn
		return k
	}
	if f := w.Function(k.fn); f != nil {
		k.from, k.cases, k.capped = fromHere, f.Cases, f.Capped
		k.noop = callsNothing(f.Fn)
		return k
	}
	if k.obj != nil {
		if f := w.Imported(k.obj); f != nil {
			k.from, k.cases, k.capped = fromFact, f.Cases, f.Capped
		}
	}
	return k
}

// behindInterface is what is known of a method of an interface.
func (w *world) behindInterface(k knowledge) knowledge {
	if cases, all := w.Implementations(k.obj); cases != nil {
		k.from, k.cases, k.capped = fromTypes, cases, !all
		return k
	}
	if k.entry = w.Behind(k.obj); k.entry != nil {
		k.from = fromBehind
		return k
	}
	if k.cases = w.Presumed(k.obj); k.cases != nil {
		k.from = fromShape
	}
	return k
}

func callsNothing(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if _, ok := instr.(ssa.CallInstruction); ok {
				return false
			}
		}
	}
	return true
}

// Effects are the cases of a callee, as far as they are known without the path.
func (w *world) Effects(call *ssa.CallCommon) []section.Case {
	k := w.known(call)
	if k.entry != nil {
		switch k.entry.Role {
		case catalog.Outbound:
			return []section.Case{{Events: []section.Event{{Event: summary.Event{Kind: summary.Outbound}}}}}
		case catalog.TryAcquire, catalog.Acquire:
			return []section.Case{{Events: []section.Event{{Event: summary.Event{Kind: summary.Acquire}}}}}
		}
		return nil
	}
	return k.cases
}
