// Package depend says, for one declared function and the literals in it, whether what a call writes depends on
// what another call read: on its answer (data), or on a branch over its answer (control).
//
// The data side is one graph without order: over SSA values and over memory, which is named by the value through
// which it is reached and the first field. A call takes from its arguments and gives to its results and to what
// pointers among its arguments lead to, but not to handles and contexts, which lead to everything. The control
// side are post-dominators. Questions are asked by the positions of the calls, which are what events keep.
package depend

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/summary"
)

// A World answers for what the package cannot know of calls.
type World interface {
	// Handle tells a type whose values lead to a store, a lock or a service: no data.
	Handle(t types.Type) bool
	// Library tells a function outside of the project.
	Library(fn *ssa.Function) bool
	// Selects tells a builder of a statement whose arguments, behind the receiver, only say which rows are meant.
	Selects(call *ssa.CallCommon) bool
	// Works tells that the call at a position reads or writes a store.
	Works(pos token.Pos) bool
}

// A Graph is what depends on what in one declared function.
type Graph struct {
	world    World
	fn       *ssa.Function
	values   map[ssa.Value]int
	memory   map[place]int
	fields   map[ssa.Value][]int // of a root, the nodes of its parts
	from     [][]int32           // node → the nodes that its value comes from
	calls    map[token.Pos][]ssa.CallInstruction
	made     map[*ssa.Function]*ssa.MakeClosure
	returned map[*ssa.Function]int
	nodes    map[ssa.CallInstruction]int
	pointers map[ssa.Value][]ssa.Value // pointers that were put into what is reached through a root
	flows    map[*ssa.Function]*flow
	reached  map[string]map[int]bool
	inside   map[token.Pos][]ssa.CallInstruction
	answers  map[token.Pos]*answer
	to       [][]int32 // the other way round, for the nodes of the function itself
	guards   map[*ssa.BasicBlock][]branch
	keys     map[int]bool // nodes of what holds a key: it never changes
}

// A place is memory: what is reached through root, and there the part with that name.
type place struct {
	root ssa.Value
	part string
}

// The parts that are no fields: what is written to all of them, and what is read from all of them.
const (
	every = "*"
	whole = "+"
)

// New makes the graph of a declared function.
func New(fn *ssa.Function, world World) *Graph {
	g := &Graph{
		world: world, fn: fn,
		values: map[ssa.Value]int{}, memory: map[place]int{}, fields: map[ssa.Value][]int{},
		calls: map[token.Pos][]ssa.CallInstruction{}, made: map[*ssa.Function]*ssa.MakeClosure{},
		returned: map[*ssa.Function]int{}, nodes: map[ssa.CallInstruction]int{},
		pointers: map[ssa.Value][]ssa.Value{}, flows: map[*ssa.Function]*flow{},
		reached: map[string]map[int]bool{}, inside: map[token.Pos][]ssa.CallInstruction{}, keys: map[int]bool{},
		answers: map[token.Pos]*answer{}, guards: map[*ssa.BasicBlock][]branch{},
	}
	g.bind(fn)
	g.build(fn)
	return g
}

// bind notes where the literals are made, so that their captured variables are those of the function.
func (g *Graph) bind(fn *ssa.Function) {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if mc, ok := instr.(*ssa.MakeClosure); ok {
				g.made[mc.Fn.(*ssa.Function)] = mc
			}
		}
	}
	for _, lit := range fn.AnonFuncs {
		g.bind(lit)
	}
}

func (g *Graph) build(fn *ssa.Function) {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			g.instruction(instr)
		}
	}
	for _, lit := range fn.AnonFuncs {
		g.build(lit)
	}
}

// Data tells that one of the uses of the call at write takes something from the answer of the call at read.
func (g *Graph) Data(read, write token.Pos, uses []summary.Use) bool {
	a := g.answer(read)
	for _, call := range g.at(write) {
		if g.follows(a.calls, call) && slices.ContainsFunc(g.used(call, uses), a.reaches) {
			return true
		}
	}
	return false
}

// An answer is what the calls at a position answered, and all that takes something from it.
type answer struct {
	graph *Graph
	calls []ssa.CallInstruction
	taken []bool // by node
}

// answer goes forward from the calls at a position.
func (g *Graph) answer(pos token.Pos) *answer {
	if known := g.answers[pos]; known != nil {
		return known
	}
	a := &answer{graph: g, calls: g.at(pos)}
	g.answers[pos] = a
	if g.to == nil {
		g.to = make([][]int32, len(g.from))
		for n, all := range g.from {
			for _, p := range all {
				g.to[p] = append(g.to[p], int32(n))
			}
		}
	}
	a.taken = make([]bool, len(g.to))
	var queue []int
	for _, c := range a.calls {
		queue = append(queue, g.nodes[c])
	}
	for len(queue) > 0 {
		n := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		if a.taken[n] {
			continue
		}
		a.taken[n] = true
		for _, next := range g.to[n] {
			queue = append(queue, int(next))
		}
	}
	return a
}

// reaches tells that a node takes something from the answer. Nodes that were made when a question was asked take from
// older ones.
func (a *answer) reaches(n int) bool {
	if n < len(a.taken) {
		return a.taken[n]
	}
	return slices.ContainsFunc(a.graph.from[n], func(p int32) bool { return a.reaches(int(p)) })
}

// of tells that a value takes something from the answer.
func (a *answer) of(v ssa.Value) bool { return slices.ContainsFunc(a.graph.content(v), a.reaches) }

// DataBeside is Data, but for what never changes: the value must not come through a variable or field that holds a key
// alone.
func (g *Graph) DataBeside(read, write token.Pos, uses []summary.Use) bool {
	if !g.Data(read, write, uses) {
		return false
	}
	reads := g.at(read)
	targets := map[int]bool{}
	for _, r := range reads {
		targets[g.nodes[r]] = true
	}
	for _, call := range g.at(write) {
		if g.follows(reads, call) && g.search(g.used(call, uses), func(n int) bool { return targets[n] }, g.keys) {
			return true
		}
	}
	return false
}

// sources are the nodes from which the uses of the call at a position take something.
func (g *Graph) sources(pos token.Pos, uses []summary.Use) map[int]bool {
	key := fmt.Sprint(pos, uses)
	if known := g.reached[key]; known != nil {
		return known
	}
	reached := map[int]bool{}
	for _, call := range g.at(pos) {
		g.search(g.used(call, uses), func(n int) bool { reached[n] = true; return false }, nil)
	}
	g.reached[key] = reached
	return reached
}

// Inputs are the parameters of the function from which the uses of the call at pos take something: of a struct the
// fields, where it is known which.
func (g *Graph) Inputs(pos token.Pos, uses []summary.Use) []summary.Use {
	var out []summary.Use
	reached := g.sources(pos, uses)
	for i, p := range g.fn.Params {
		if n, seen := g.values[p]; !seen || !reached[n] || g.world.Handle(p.Type()) {
			continue
		}
		fields := g.fieldsReached(pos, uses, p, reached)
		if len(fields) == 0 {
			out = append(out, summary.Use{Arg: i})
		}
		for _, f := range fields {
			out = append(out, summary.Use{Arg: i, Field: f})
		}
	}
	return out
}

// fieldsReached are the fields of a parameter from which the uses take something, if they take nothing from it as a
// whole.
func (g *Graph) fieldsReached(pos token.Pos, uses []summary.Use, p *ssa.Parameter, reached map[int]bool) []string {
	t := p.Type().Underlying()
	if ptr, ok := t.(*types.Pointer); ok {
		t = ptr.Elem().Underlying()
	}
	s, ok := t.(*types.Struct)
	if !ok {
		return nil
	}
	roots := []ssa.Value{p}
	for _, ref := range *p.Referrers() {
		if st, ok := ref.(*ssa.Store); ok && st.Val == p {
			if alloc, ok := st.Addr.(*ssa.Alloc); ok {
				roots = append(roots, alloc)
			}
		}
	}
	var out []string
	parts := map[int]bool{}
	for f := range s.Fields() {
		for _, r := range roots {
			if n, ok := g.memory[place{r, f.Name()}]; ok && reached[n] {
				parts[n] = true
				if !slices.Contains(out, f.Name()) {
					out = append(out, f.Name())
				}
			}
		}
	}
	param := g.values[p]
	for _, call := range g.at(pos) { // not through the fields
		if g.search(g.used(call, uses), func(n int) bool { return n == param }, parts) {
			return nil
		}
	}
	return out
}

// Anything stands for all the arguments that are data.
var Anything = []summary.Use{{Arg: -1}}

// used are the nodes of what a call is given in its uses.
func (g *Graph) used(call ssa.CallInstruction, uses []summary.Use) []int {
	args := arguments(call.Common())
	var out []int
	if len(uses) == 1 && uses[0].Arg < 0 {
		uses = nil
		for i, a := range args {
			if !g.world.Handle(a.Type()) {
				uses = append(uses, summary.Use{Arg: i})
			}
		}
	}
	for _, u := range uses {
		if u.Arg >= len(args) {
			continue
		}
		if u.Elem > 0 {
			if part, ok := g.element(args[u.Arg], u.Elem-1); ok {
				out = append(out, part)
				continue
			}
		}
		if u.Field != "" {
			if part := g.fieldOf(args[u.Arg], u.Field); len(part) > 0 {
				out = append(out, part...)
				continue
			}
		}
		out = append(out, g.content(args[u.Arg])...)
	}
	return out
}

// fieldOf are the nodes of a field of a struct that an argument is or leads to, if that stands in memory.
func (g *Graph) fieldOf(arg ssa.Value, field string) []int {
	var out []int
	for _, p := range g.places(arg) {
		if p.part != every {
			return nil
		}
		out = append(out, g.part(p.root, field))
	}
	return out
}

// arguments are the arguments of a call, receiver first.
func arguments(call *ssa.CallCommon) []ssa.Value {
	if call.IsInvoke() {
		return append([]ssa.Value{call.Value}, call.Args...)
	}
	return call.Args
}

// search goes back from the nodes, not through some, and tells whether it comes to one that is asked for.
func (g *Graph) search(start []int, found func(n int) bool, not map[int]bool) bool {
	seen := make(map[int]bool, len(start))
	queue := append([]int(nil), start...)
	for len(queue) > 0 {
		n := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		if seen[n] || not[n] {
			continue
		}
		seen[n] = true
		if found(n) {
			return true
		}
		for _, p := range g.from[n] {
			if !seen[int(p)] {
				queue = append(queue, int(p))
			}
		}
	}
	return false
}
