package effects

import (
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/section"
)

// What the tests of limits ask, which stand in a package of their own.

// Handles tells a type whose values lead to a store.
func Handles(w section.World, t types.Type) bool { return (&dependWorld{world: w.(*world)}).Handle(t) }

// LimitIn is the limit that is assigned to a package variable, at a path of fields.
func LimitIn(w section.World, v types.Object, path ...string) (string, bool) {
	t := w.(*world).assignedLimits().of(v, append([]string{}, path...))
	return t.ns, t.ok
}

// Refuses tells a function in which a request is refused.
func Refuses(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		if refusal(b).IsValid() {
			return true
		}
	}
	return false
}

// Given is the parameter that a function returns, in whatever unit.
func Given(fn *ssa.Function) bool { return givenPath(returnedBy(fn), 0) != nil }

// NotPositive tells a function that says of its parameter that it is not positive.
func NotPositive(fn *ssa.Function) bool { return notPositiveWhere(returnedBy(fn), true, 0).x != nil }

func returnedBy(fn *ssa.Function) ssa.Value {
	last := fn.Blocks[len(fn.Blocks)-1]
	return last.Instrs[len(last.Instrs)-1].(*ssa.Return).Results[0]
}

// VolatileIn is the function whose results differ each time from which a package variable comes.
func VolatileIn(r *Result, v types.Object) string {
	x := r.Keys().index
	for id, obj := range r.world.pass.TypesInfo.Defs {
		if obj == v {
			return x.volatile(id)
		}
	}
	return ""
}

// LiveAround are the paths to live transactions of a function that is given one and gives itself a field of what it got.
func LiveAround() []string {
	fn := &ssa.Function{}
	w := &world{
		live:   map[*ssa.Function]map[string]bool{fn: {"p": true}},
		passes: map[*ssa.Function][]passing{fn: {{caller: fn, callee: fn, from: "p", to: "p.f"}}},
	}
	w.spread()
	var out []string
	for path := range w.live[fn] {
		out = append(out, path)
	}
	return out
}

// HandedOn are the methods of other packages that an importer of a package may come upon.
func HandedOn(pkg *types.Package) []string { return slices.Sorted(maps.Keys(handedOn(pkg))) }

// EmbeddedField tells that a field is given nothing but databases of this process.
func EmbeddedField(w section.World, owner *types.TypeName, name string) bool {
	return w.(*world).embeddedField(fieldSlot{owner, name})
}
