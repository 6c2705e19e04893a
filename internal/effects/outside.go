package effects

import (
	"go/types"
	"slices"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/section"
	"github.com/locklint/locklint/internal/summary"
)

// LeadsOut tells that a declared function is known to read or write a store that others see, to take a lock that they see,
// or to call another program.
func (r *Result) LeadsOut(obj *types.Func) bool {
	if e := r.world.Catalog().Lookup(obj); e != nil {
		return eventful(e.Role) && e.Kind != catalog.Process && e.Store != catalog.Embedded && (e.Store != catalog.NoStore || e.Role == catalog.Outbound)
	}
	cases, _ := r.world.declared(obj)
	if cases == nil && isInterfaceMethod(obj) {
		cases = r.world.importedMethod(obj)
	}
	return slices.ContainsFunc(cases, func(c section.Case) bool { return slices.ContainsFunc(c.Events, goesOut) })
}

func goesOut(e section.Event) bool {
	switch e.Kind {
	case summary.Read, summary.Write:
		return e.Store != catalog.Embedded
	case summary.Acquire:
		return e.Lock.Kind != catalog.Process && e.Lock.Kind != catalog.UnknownKind
	case summary.Outbound, summary.Begin:
		return true
	}
	return false
}

// Covers tells a package that the catalogue describes.
func (r *Result) Covers(path string) bool { return r.world.Catalog().Covers(path) }

// InSight are the methods of types of this package and its imports that a method of an interface may stand for.
func (r *Result) InSight(m *types.Func) []*types.Func { return r.world.methods(m) }
