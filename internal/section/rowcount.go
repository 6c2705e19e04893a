package section

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/summary"
)

// answered tells what the code does with the answer of a write: does it look at how many rows were changed, and at
// whether a unique constraint was violated?
func (l libraryCall) answered() summary.Traits {
	var t summary.Traits
	if v, ok := l.site.instr.(ssa.Value); ok && countsRows(v, 0) {
		t |= summary.Counted
	}
	if l.world.HandlesDuplicate(l.fn.Fn) {
		t |= summary.Unique
	}
	return t
}

// countsRows tells that the number of changed rows is taken from a result, or that the result is handed on.
func countsRows(v ssa.Value, depth int) bool {
	if depth > 4 || v.Referrers() == nil {
		return false
	}
	for _, ref := range *v.Referrers() {
		switch x := ref.(type) {
		case *ssa.FieldAddr:
			if isCount(fieldOf(x.X.Type(), x.Field)) {
				return true
			}
		case *ssa.Field:
			if isCount(fieldOf(x.X.Type(), x.Field)) {
				return true
			}
		case *ssa.Extract:
			if isNumber(x.Type()) && len(*x.Referrers()) > 0 || countsRows(x, depth+1) {
				return true
			}
		case *ssa.Call:
			if name := calledName(&x.Call); isCount(name) || name == "Val" || name == "Result" || name == "Scan" || countedBy(&x.Call, v, depth) {
				return true
			}
		case *ssa.Return:
			if !isError(v.Type()) {
				return true
			}
		case *ssa.Phi, *ssa.MakeInterface, *ssa.ChangeInterface:
			if countsRows(x.(ssa.Value), depth+1) {
				return true
			}
		case *ssa.Store:
			if alloc, ok := x.Addr.(*ssa.Alloc); ok && x.Val == v && loadsCount(alloc, depth) {
				return true
			}
		}
	}
	return false
}

// countedBy tells that a function which is given a result looks at the number in it, or that nobody knows what it looks at.
func countedBy(call *ssa.CallCommon, v ssa.Value, depth int) bool {
	if isError(v.Type()) {
		return false
	}
	callee := call.StaticCallee()
	for i, a := range call.Args {
		switch {
		case a != v || callee != nil && i == 0 && callee.Signature.Recv() != nil:
		case callee == nil || len(callee.Blocks) == 0:
			return true
		case i < len(callee.Params) && countsRows(callee.Params[i], depth+1):
			return true
		}
	}
	return false
}

// loadsCount follows a result through the variable it was put into.
func loadsCount(alloc *ssa.Alloc, depth int) bool {
	for _, ref := range *alloc.Referrers() {
		switch x := ref.(type) {
		case *ssa.UnOp:
			if countsRows(x, depth+1) {
				return true
			}
		case *ssa.FieldAddr:
			if isCount(fieldOf(x.X.Type(), x.Field)) {
				return true
			}
		}
	}
	return false
}

func isNumber(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0
}

func isCount(name string) bool {
	switch name {
	case "RowsAffected", "ModifiedCount", "MatchedCount", "UpsertedCount", "DeletedCount", "Succeeded":
		return true
	}
	return false
}

func fieldOf(t types.Type, i int) string {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	if s, ok := t.Underlying().(*types.Struct); ok && i < s.NumFields() {
		return s.Field(i).Name()
	}
	return ""
}

func calledName(call *ssa.CallCommon) string {
	if call.IsInvoke() {
		return call.Method.Name()
	}
	if fn := call.StaticCallee(); fn != nil {
		return fn.Name()
	}
	return ""
}
