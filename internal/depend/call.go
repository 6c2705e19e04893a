package depend

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// call takes from the arguments and gives to the results and to what the arguments lead to.
func (g *Graph) call(instr ssa.CallInstruction) {
	common := instr.Common()
	n := g.node()
	g.nodes[instr] = n
	if instr.Pos().IsValid() {
		g.calls[instr.Pos()] = append(g.calls[instr.Pos()], instr)
	}
	if v := instr.Value(); v != nil {
		g.edge(g.value(v), n)
	}
	args := arguments(common)
	for _, a := range args {
		g.given(n, a)
	}
	g.runs(n, common.Value)
	if b, ok := common.Value.(*ssa.Builtin); ok {
		g.builtin(n, b.Name(), args)
		return
	}
	for _, a := range args {
		g.gives(n, a, 0)
	}
}

// given makes a call take from an argument.
func (g *Graph) given(n int, a ssa.Value) {
	g.runs(n, a)
	if g.world.Handle(a.Type()) {
		return
	}
	g.takes(n, a)
}

// runs makes a call take from what a literal returns that it may run.
func (g *Graph) runs(n int, v ssa.Value) {
	switch v := v.(type) {
	case *ssa.MakeClosure:
		g.edge(n, g.returns(v.Fn.(*ssa.Function)))
	case *ssa.Function:
		if v.Parent() != nil {
			g.edge(n, g.returns(v))
		}
	case *ssa.ChangeType:
		g.runs(n, v.X)
	}
}

// gives makes what an argument leads to take from the call.
func (g *Graph) gives(n int, a ssa.Value, depth int) {
	if depth > 2 || g.world.Handle(a.Type()) || !isPointer(a) {
		return
	}
	for _, p := range g.places(a) {
		g.edge(g.part(p.root, p.part), n)
		if isVariadic(a) {
			for _, inner := range g.pointers[p.root] {
				g.gives(n, inner, depth+1)
			}
		}
	}
}

// isVariadic tells the slice of arguments that a call site made.
func isVariadic(v ssa.Value) bool {
	s, ok := v.(*ssa.Slice)
	if !ok {
		return false
	}
	a, ok := s.X.(*ssa.Alloc)
	return ok && a.Comment == "varargs"
}

func (g *Graph) builtin(n int, name string, args []ssa.Value) {
	switch name {
	case "copy":
		if len(args) == 2 {
			for _, p := range g.places(args[0]) {
				g.edge(g.part(p.root, p.part), n)
			}
		}
	case "delete", "clear": // what is gone leaves a trace too
		for _, p := range g.places(args[0]) {
			g.edge(g.part(p.root, p.part), n)
		}
	}
}

// onlyError tells a function whose one result is an error.
func onlyError(sig *types.Signature) bool {
	return sig.Results().Len() == 1 && isError(sig.Results().At(0).Type())
}

func isError(t types.Type) bool { return types.Identical(t, types.Universe.Lookup("error").Type()) }
