package section

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalog"
)

// targetsRead tells that the program looks at what a call writes to the variables that it is given: false only where
// all of them are variables of the function that nothing reads.
func targetsRead(instr ssa.Instruction, into catalog.Place) bool {
	call, ok := instr.(ssa.CallInstruction)
	if !ok {
		return true
	}
	args := call.Common().Args
	first := into.Index
	if !call.Common().IsInvoke() && call.Common().Signature().Recv() != nil {
		first++
	}
	if into.Kind != catalog.AtPointee || first >= len(args) {
		return true
	}
	targets := []ssa.Value{args[first]}
	if slice, ok := args[first].(*ssa.Slice); ok {
		targets = elementsOf(slice)
	}
	return len(targets) == 0 || slices.ContainsFunc(targets, isRead)
}

// elementsOf are the values that are written into the array behind a variadic argument.
func elementsOf(s *ssa.Slice) []ssa.Value {
	var out []ssa.Value
	for _, use := range usesOf(s.X) {
		elem, ok := use.(*ssa.IndexAddr)
		if !ok {
			continue
		}
		for _, use := range usesOf(elem) {
			if store, ok := use.(*ssa.Store); ok && store.Addr == elem {
				out = append(out, store.Val)
			}
		}
	}
	return out
}

// isRead tells that a target is something else than the address of a variable that is written to and nothing more.
func isRead(target ssa.Value) bool {
	if boxed, ok := target.(*ssa.MakeInterface); ok {
		target = boxed.X
	}
	v, ok := target.(*ssa.Alloc)
	if !ok {
		return true
	}
	return slices.ContainsFunc(usesOf(v), func(use ssa.Instruction) bool {
		switch use := use.(type) {
		case *ssa.Store:
			return use.Addr != v
		case *ssa.MakeInterface: // the target of this call or another
			return slices.ContainsFunc(usesOf(use), func(use ssa.Instruction) bool { return !passes(use) })
		case *ssa.UnOp:
			return use.Op == token.MUL && len(usesOf(use)) > 0
		}
		return true
	})
}

// passes tells that an instruction gives a target to a call, alone or among the variadic arguments.
func passes(use ssa.Instruction) bool {
	switch use := use.(type) {
	case *ssa.Store:
		_, variadic := use.Addr.(*ssa.IndexAddr)
		return variadic
	case *ssa.Call:
		return true
	}
	return false
}
