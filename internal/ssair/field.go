package ssair

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// FieldOf is the field whose address fa is, or nil.
func FieldOf(fa *ssa.FieldAddr) *types.Var {
	p, ok := fa.X.Type().Underlying().(*types.Pointer)
	if !ok {
		return nil
	}
	s, ok := p.Elem().Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	return s.Field(fa.Field)
}
