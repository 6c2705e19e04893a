package effects

import (
	"go/constant"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/section"
	"github.com/locklint/locklint/internal/summary"
)

// ofThisProcess tells that the SQL database of an event belongs to this process alone: each in sight does, or the field that its handle
// stands in is given nothing else in this package than what was opened so.
func (w *world) ofThisProcess(fn *ssa.Function, e section.Event) bool {
	switch d := w.drivers(); {
	case e.Store != catalog.SQL:
		return false
	case d.only():
		return true
	case !d.Embedded || e.Handle == nil || e.Handle.Op != summary.Field || e.Handle.Args[0].Op != summary.Param || e.Handle.Args[0].Index >= len(fn.Params):
		return false
	}
	owner := named(fn.Params[e.Handle.Args[0].Index].Type())
	return owner != nil && w.embeddedField(fieldSlot{owner, e.Handle.Name})
}

// A fieldSlot is a field of the structs of a type.
type fieldSlot struct {
	owner *types.TypeName
	name  string
}

// embeddedField tells that all that is assigned to a field was opened with a driver whose store is of this process alone.
func (w *world) embeddedField(slot fieldSlot) bool {
	if known, ok := w.embedded[slot]; ok {
		return known
	}
	given, other := false, false
	for _, fn := range w.ir.Funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				st, ok := instr.(*ssa.Store)
				if !ok {
					continue
				}
				if addr, ok := st.Addr.(*ssa.FieldAddr); ok && named(addr.X.Type()) == slot.owner && fieldName(addr) == slot.name {
					given, other = true, other || !w.opensEmbedded(st.Val, 0)
				}
			}
		}
	}
	if w.embedded == nil {
		w.embedded = map[fieldSlot]bool{}
	}
	w.embedded[slot] = given && !other
	return given && !other
}

// maxOpenDepth bounds how many functions are looked into for where a handle was opened.
const maxOpenDepth = 4

// opensEmbedded tells that a value is the first result of opening such a database, here or in a function of this package.
func (w *world) opensEmbedded(v ssa.Value, depth int) bool {
	if e, ok := v.(*ssa.Extract); ok && e.Index == 0 {
		v = e.Tuple
	}
	call, ok := v.(*ssa.Call)
	if !ok || depth > maxOpenDepth || call.Call.StaticCallee() == nil {
		return false
	}
	callee := call.Call.StaticCallee()
	if e := w.Catalog().Lookup(w.Object(callee)); e != nil && e.Role == catalog.Open {
		return e.Store == catalog.SQL && e.Driver == catalog.Arg(0) && isEmbeddedName(call.Call.Args[0])
	}
	returned := false
	for _, b := range callee.Blocks {
		if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && len(ret.Results) > 0 && !isNilConst(ret.Results[0]) {
			if !w.opensEmbedded(ret.Results[0], depth+1) {
				return false
			}
			returned = true
		}
	}
	return returned
}

func isEmbeddedName(driver ssa.Value) bool {
	c, ok := driver.(*ssa.Const)
	return ok && c.Value != nil && c.Value.Kind() == constant.String && catalog.EmbeddedDriver(constant.StringVal(c.Value))
}
