package depend

import (
	"go/constant"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"
)

func (g *Graph) node() int {
	g.from = append(g.from, nil)
	return len(g.from) - 1
}

func (g *Graph) value(v ssa.Value) int {
	n, ok := g.values[v]
	if !ok {
		n = g.node()
		g.values[v] = n
		switch v := v.(type) {
		case *ssa.Field:
			g.keys[n] = isKey(fieldName(v.X.Type(), v.Field))
		case *ssa.Alloc:
			g.keys[n] = isKey(v.Comment)
		}
	}
	return n
}

// isKey tells the name of a variable or field that holds a key.
func isKey(name string) bool {
	low := strings.ToLower(name)
	return strings.HasSuffix(name, "ID") || strings.HasSuffix(name, "Id") || strings.HasSuffix(name, "No") || low == "id" || strings.HasSuffix(low, "uuid") || strings.HasSuffix(low, "_id")
}

func (g *Graph) edge(to, from int) {
	g.from[to] = append(g.from[to], int32(from)) // #nosec G115 -- values of one function
}

// part is the node of a part of what is reached through a root. What is known of the root, or was written to
// all parts, is in each part; the whole takes from each part.
func (g *Graph) part(root ssa.Value, name string) int {
	p := place{root, name}
	n, ok := g.memory[p]
	if ok {
		return n
	}
	n = g.node()
	g.memory[p] = n
	g.keys[n] = isKey(name)
	if alloc, ok := root.(*ssa.Alloc); ok && isKey(alloc.Comment) {
		g.keys[n] = true
	}
	switch name {
	case every:
		g.edge(n, g.value(root))
	case whole:
		g.edge(n, g.part(root, every))
		for _, f := range g.fields[root] {
			g.edge(n, f)
		}
	default:
		g.edge(n, g.part(root, every))
		g.fields[root] = append(g.fields[root], n)
		if all, ok := g.memory[place{root, whole}]; ok {
			g.edge(all, n)
		}
	}
	return n
}

// maxAlternatives bounds how many values a pointer may be one of.
const maxAlternatives = 6

// places are the memory to which an address or another reference leads.
func (g *Graph) places(v ssa.Value) []place { return g.lead(v, 0) }

func (g *Graph) lead(v ssa.Value, depth int) []place {
	if depth > 40 {
		return nil
	}
	switch x := v.(type) {
	case *ssa.FieldAddr:
		return within(g.lead(x.X, depth+1), fieldName(x.X.Type(), x.Field))
	case *ssa.Field:
		return within(g.lead(x.X, depth+1), fieldName(x.X.Type(), x.Field))
	case *ssa.IndexAddr:
		return within(g.lead(x.X, depth+1), indexName(x.Index))
	case *ssa.UnOp:
		if x.Op == token.MUL {
			return g.lead(x.X, depth+1)
		}
	case *ssa.FreeVar:
		if mc := g.made[x.Parent()]; mc != nil {
			for i, fv := range x.Parent().FreeVars {
				if fv == x && i < len(mc.Bindings) {
					return g.lead(mc.Bindings[i], depth+1)
				}
			}
		}
	case *ssa.ChangeType:
		return g.lead(x.X, depth+1)
	case *ssa.ChangeInterface:
		return g.lead(x.X, depth+1)
	case *ssa.MakeInterface:
		if !refers(x.X.Type()) { // a number or a text leads nowhere
			return nil
		}
		return g.lead(x.X, depth+1)
	case *ssa.TypeAssert:
		return g.lead(x.X, depth+1)
	case *ssa.Slice:
		return g.lead(x.X, depth+1)
	case *ssa.Phi:
		if len(x.Edges) <= maxAlternatives && depth < 8 {
			out := []place{{x, every}}
			for _, e := range x.Edges {
				if _, again := e.(*ssa.Phi); !again {
					out = append(out, g.lead(e, depth+1)...)
				}
			}
			return out
		}
	case *ssa.Const, *ssa.Function, *ssa.Builtin:
		return nil
	}
	return []place{{v, every}}
}

// within selects a part, where none was selected before.
func within(places []place, name string) []place {
	out := make([]place, len(places))
	for i, p := range places {
		if p.part == every {
			p.part = name
		}
		out[i] = p
	}
	return out
}

func fieldName(t types.Type, i int) string {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	if s, ok := t.Underlying().(*types.Struct); ok && i < s.NumFields() {
		return s.Field(i).Name()
	}
	return every
}

// indexName is a part for a constant index, so that the elements of an argument list are kept apart.
func indexName(index ssa.Value) string {
	if c, ok := index.(*ssa.Const); ok && c.Value != nil && c.Value.Kind() == constant.Int {
		return "[" + c.Value.ExactString() + "]"
	}
	return every
}

// element is the node of an element of a slice that the call site built.
func (g *Graph) element(slice ssa.Value, i int) (int, bool) {
	s, ok := slice.(*ssa.Slice)
	if !ok {
		return 0, false
	}
	alloc, ok := s.X.(*ssa.Alloc)
	if !ok {
		return 0, false
	}
	n, ok := g.memory[place{alloc, "[" + strconv.Itoa(i) + "]"}]
	return n, ok
}

// content are the nodes of a value and of what it leads to.
func (g *Graph) content(v ssa.Value) []int {
	out := []int{g.value(v)}
	for _, p := range g.places(v) {
		if p.part == every {
			out = append(out, g.part(p.root, whole))
		} else {
			out = append(out, g.part(p.root, p.part))
		}
		for _, inner := range g.pointers[p.root] {
			for _, q := range g.places(inner) {
				out = append(out, g.part(q.root, whole))
			}
		}
	}
	return out
}

// takes makes to depend on a value and, where it is a reference, on what it leads to.
func (g *Graph) takes(to int, v ssa.Value) {
	if v == nil {
		return
	}
	g.edge(to, g.value(v))
	if !refers(v.Type()) {
		return
	}
	for _, p := range g.places(v) {
		name := p.part
		if name == every {
			name = whole
		}
		if n := g.part(p.root, name); n != to {
			g.edge(to, n)
		}
	}
}

// refers tells a type through which memory is reached.
func refers(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Basic, *types.Signature:
		return false
	}
	return true
}

// instruction adds what one instruction does.
func (g *Graph) instruction(instr ssa.Instruction) {
	switch instr := instr.(type) {
	case ssa.CallInstruction:
		g.call(instr)
	case *ssa.Store:
		g.store(instr.Addr, instr.Val)
	case *ssa.MapUpdate:
		g.store(instr.Map, instr.Value)
		g.store(instr.Map, instr.Key)
	case *ssa.Send:
		g.store(instr.Chan, instr.X)
	case *ssa.UnOp:
		if instr.Op == token.MUL {
			n := g.value(instr)
			if v, ok := instr.X.(*ssa.Alloc); ok && isVariable(v) {
				g.assigned(n, v, instr)
				return
			}
			for _, p := range g.places(instr.X) {
				name := p.part
				if name == every {
					name = whole
				}
				g.edge(n, g.part(p.root, name))
			}
			return
		}
		g.takes(g.value(instr), instr.X)
	case *ssa.Phi:
		g.phi(instr)
	case *ssa.Return:
		n := g.returns(instr.Parent())
		for _, r := range instr.Results {
			g.takes(n, r)
		}
	case *ssa.FieldAddr, *ssa.IndexAddr, *ssa.MakeClosure, *ssa.Alloc: // addresses
	case ssa.Value:
		n := g.value(instr)
		var ops [8]*ssa.Value
		for _, op := range instr.(ssa.Instruction).Operands(ops[:0]) {
			if *op != nil {
				g.takes(n, *op)
			}
		}
	}
}

// isVariable tells a variable of its function alone, as a named result is one where something is deferred.
func isVariable(v *ssa.Alloc) bool {
	if refers(v.Type().Underlying().(*types.Pointer).Elem()) {
		return false
	}
	for _, ref := range *v.Referrers() {
		switch ref.(type) {
		case *ssa.Store, *ssa.UnOp, *ssa.DebugRef:
		default:
			return false
		}
	}
	return true
}

// assigned makes n depend on what may have been assigned to a variable before it is looked at.
func (g *Graph) assigned(n int, v *ssa.Alloc, load ssa.Instruction) {
	for _, ref := range *v.Referrers() {
		if st, ok := ref.(*ssa.Store); ok && g.reach(st, load) {
			g.takes(n, st.Val)
		}
	}
}

func (g *Graph) returns(fn *ssa.Function) int {
	n, ok := g.returned[fn]
	if !ok {
		n = g.node()
		g.returned[fn] = n
	}
	return n
}

// phi takes from its edges; a bool also from the conditions that chose among them: a && b.
func (g *Graph) phi(v *ssa.Phi) {
	n := g.value(v)
	for _, e := range v.Edges {
		g.takes(n, e)
	}
	if b, ok := v.Type().Underlying().(*types.Basic); !ok || b.Info()&types.IsBoolean == 0 {
		return
	}
	for _, pred := range v.Block().Preds {
		if cond := ifCond(pred); cond != nil {
			g.takes(n, cond)
		}
	}
}

func ifCond(b *ssa.BasicBlock) ssa.Value {
	if len(b.Instrs) > 0 {
		if i, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); ok {
			return i.Cond
		}
	}
	return nil
}

// store puts v where addr leads. Where v is a pointer, what it leads to can be reached from there.
func (g *Graph) store(addr, v ssa.Value) {
	pointer := refers(v.Type()) && !g.world.Handle(v.Type())
	for _, p := range g.places(addr) {
		n := g.part(p.root, p.part)
		g.edge(n, g.value(v))
		if !pointer {
			continue
		}
		for _, q := range g.places(v) {
			name := q.part
			if name == every {
				name = whole
			}
			if m := g.part(q.root, name); m != n {
				g.edge(n, m)
			}
		}
		if isPointer(v) {
			g.pointers[p.root] = append(g.pointers[p.root], v)
		}
	}
}

// isPointer tells a value through which something can be written.
func isPointer(v ssa.Value) bool {
	if mi, ok := v.(*ssa.MakeInterface); ok {
		return isPointer(mi.X)
	}
	switch v.Type().Underlying().(type) {
	case *types.Pointer, *types.Map, *types.Slice:
		return true
	}
	return false
}
