package effects

import (
	"go/constant"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalog"
)

// HandlesDuplicate tells that a function, or a literal in it, handles the violation of a unique constraint: it asks for
// the error of a library that means one, for its code, or calls a function that does. Which statement the error is of
// is not followed: where the question is asked at all, the database is taken for the guard.
func (w *world) HandlesDuplicate(fn *ssa.Function) bool {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	if known, ok := w.unique[fn]; ok {
		return known
	}
	w.unique[fn] = false // while it is looked at
	w.unique[fn] = w.asksForDuplicate(fn, 0)
	return w.unique[fn]
}

// maxAsk bounds through how many calls the question is looked for.
const maxAsk = 3

func (w *world) asksForDuplicate(fn *ssa.Function, depth int) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if w.asks(instr, depth) {
				return true
			}
		}
	}
	for _, lit := range fn.AnonFuncs {
		if w.asksForDuplicate(lit, depth) {
			return true
		}
	}
	return false
}

func (w *world) asks(instr ssa.Instruction, depth int) bool {
	if call, ok := instr.(ssa.CallInstruction); ok && w.askedBy(call.Common(), depth) {
		return true
	}
	var ops [8]*ssa.Value
	for _, op := range instr.Operands(ops[:0]) {
		switch v := (*op).(type) {
		case *ssa.Global:
			if w.Catalog().ErrorOf(v.Object()) == catalog.Duplicate {
				return true
			}
		case *ssa.Const:
			if v.Value != nil && duplicateCode(v.Value, instr) {
				return true
			}
		}
	}
	return false
}

// askedBy tells a call of a function that is given an error and says whether it is a duplicate: by its name, or
// because its body asks.
func (w *world) askedBy(call *ssa.CallCommon, depth int) bool {
	fn := call.StaticCallee()
	if fn == nil || !takesError(fn.Signature) {
		return false
	}
	if duplicateName(fn.Name()) {
		return true
	}
	return depth < maxAsk && len(fn.Blocks) > 0 && w.asksForDuplicate(fn, depth+1)
}

func takesError(sig *types.Signature) bool {
	for p := range sig.Params().Variables() {
		if types.Identical(p.Type(), types.Universe.Lookup("error").Type()) {
			return true
		}
	}
	return false
}

func duplicateName(name string) bool {
	low := strings.ToLower(name)
	for _, word := range []string{"duplicate", "unique", "constraint", "alreadyexist", "conflict"} {
		if strings.Contains(low, word) {
			return true
		}
	}
	return false
}

// duplicateCode tells the codes and texts by which databases name the violation: PostgreSQL 23505, MySQL 1062.
func duplicateCode(v constant.Value, instr ssa.Instruction) bool {
	switch v.Kind() {
	case constant.String:
		text := strings.ToLower(constant.StringVal(v))
		if len(text) > 60 {
			return false // SQL
		}
		return text == "23505" || text == "unique_violation" || strings.Contains(text, "duplicate key") || strings.Contains(text, "duplicate entry") ||
			strings.Contains(text, "unique constraint") || strings.Contains(text, "e11000")
	case constant.Int:
		_, compared := instr.(*ssa.BinOp)
		return compared && (v.ExactString() == "1062" || v.ExactString() == "2067" || v.ExactString() == "11000")
	}
	return false
}
