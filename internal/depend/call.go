package depend

import (
	"go/token"
	"go/types"
	"slices"

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
	if len(args) > 0 && g.world.Selects(common) {
		args = args[:1]
	}
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
	if g.world.Handle(a.Type()) && !g.isAnswer(a) {
		return
	}
	g.takes(n, a)
}

// isAnswer tells what a call that works on a store returned, whatever its type has in it: a command, rows.
func (g *Graph) isAnswer(v ssa.Value) bool {
	if e, ok := v.(*ssa.Extract); ok {
		v = e.Tuple
	}
	call, ok := v.(*ssa.Call)
	return ok && g.world.Works(call.Pos())
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
		if !isVariadic(a) {
			g.edge(g.part(p.root, p.part), n)
			continue
		}
		for _, inner := range g.pointers[p.root] { // Scan(&a, &b): the list itself stays as it is
			g.gives(n, inner, depth+1)
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

// at are the calls at a position. Where one runs a literal that it has by name, what happens in the literal is said to
// happen there: so the calls in the literal that work on a store are among them.
func (g *Graph) at(pos token.Pos) []ssa.CallInstruction {
	if known, ok := g.inside[pos]; ok {
		return known
	}
	out := slices.Clone(g.calls[pos])
	for _, call := range g.calls[pos] {
		for _, v := range append([]ssa.Value{call.Common().Value}, call.Common().Args...) {
			if lit := g.literal(v, 0); lit != nil {
				out = g.working(lit, out)
			}
		}
	}
	g.inside[pos] = out
	return out
}

// literal is the function literal that a variable holds.
func (g *Graph) literal(v ssa.Value, depth int) *ssa.Function {
	if depth > 4 {
		return nil
	}
	switch v := v.(type) {
	case *ssa.MakeClosure:
		return v.Fn.(*ssa.Function)
	case *ssa.Function:
		if v.Parent() != nil {
			return v
		}
	case *ssa.ChangeType:
		return g.literal(v.X, depth+1)
	case *ssa.UnOp:
		if v.Op != token.MUL {
			return nil
		}
		for _, p := range g.places(v.X) {
			if alloc, ok := p.root.(*ssa.Alloc); ok && p.part == every {
				return g.stored(alloc, depth)
			}
		}
	}
	return nil
}

func (g *Graph) stored(alloc *ssa.Alloc, depth int) *ssa.Function {
	for _, ref := range *alloc.Referrers() {
		if st, ok := ref.(*ssa.Store); ok && st.Addr == alloc {
			if lit := g.literal(st.Val, depth+1); lit != nil {
				return lit
			}
		}
	}
	return nil
}

// working adds the calls in a literal that work on a store.
func (g *Graph) working(lit *ssa.Function, out []ssa.CallInstruction) []ssa.CallInstruction {
	for _, b := range lit.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(ssa.CallInstruction); ok && g.world.Works(call.Pos()) && !slices.Contains(out, call) {
				out = append(out, call)
			}
		}
	}
	return out
}
