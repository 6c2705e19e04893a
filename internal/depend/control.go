package depend

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A flow has the post-dominators of one function: after[b] has bit a where every way on from b comes to a.
type flow struct {
	after   [][]uint64
	reaches [][]uint64
}

func has(set []uint64, i int) bool { return set[i/64]&(1<<(i%64)) != 0 }

func put(set []uint64, i int) { set[i/64] |= 1 << (i % 64) }

func (g *Graph) flow(fn *ssa.Function) *flow {
	f := g.flows[fn]
	if f == nil {
		f = newFlow(fn)
		g.flows[fn] = f
	}
	return f
}

func newFlow(fn *ssa.Function) *flow {
	n := len(fn.Blocks)
	words := (n + 63) / 64
	f := &flow{after: make([][]uint64, n), reaches: make([][]uint64, n)}
	for i := range n {
		f.after[i], f.reaches[i] = make([]uint64, words), make([]uint64, words)
		if len(fn.Blocks[i].Succs) > 0 {
			for w := range f.after[i] {
				f.after[i][w] = ^uint64(0)
			}
		}
		put(f.after[i], i)
	}
	for changed := true; changed; {
		changed = false
		for i := n - 1; i >= 0; i-- {
			changed = f.update(fn.Blocks[i]) || changed
		}
	}
	return f
}

// update computes the sets of a block anew and tells whether they changed.
func (f *flow) update(b *ssa.BasicBlock) bool {
	if len(b.Succs) == 0 {
		return false
	}
	after := slices.Clone(f.after[b.Succs[0].Index])
	reaches := slices.Clone(f.reaches[b.Index])
	for _, s := range b.Succs {
		put(reaches, s.Index)
		for w := range after {
			after[w] &= f.after[s.Index][w]
			reaches[w] |= f.reaches[s.Index][w]
		}
	}
	put(after, b.Index)
	changed := !slices.Equal(after, f.after[b.Index]) || !slices.Equal(reaches, f.reaches[b.Index])
	f.after[b.Index], f.reaches[b.Index] = after, reaches
	return changed
}

// Control tells that it depends on the answer of the call at read whether the call at write is made. That the read
// failed decides nothing, and neither does over how many rows a loop goes.
func (g *Graph) Control(read, write token.Pos) bool {
	a := g.answer(read)
	for _, w := range g.at(write) {
		if g.follows(a.calls, w) && g.decided(w, a) {
			return true
		}
	}
	return false
}

// Decides tells that the function, which reads at read, returns an error of its own because of what it read.
func (g *Graph) Decides(read token.Pos) bool {
	a := g.answer(read)
	if len(a.calls) == 0 {
		return false
	}
	for _, b := range g.fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok || len(ret.Results) == 0 {
			continue
		}
		last := ret.Results[len(ret.Results)-1]
		if c, ok := last.(*ssa.Const); ok && c.IsNil() || !isError(last.Type()) {
			continue
		}
		for _, br := range g.branches(b) {
			err, nilWay := errorTest(br)
			switch {
			case !a.of(br.cond) || g.loops(br):
			case err != nil && br.taken == nilWay && !g.isOutcome(last):
				return true // it was found, and that is the error
			case err == nil && !isErrorCall(br.cond):
				return true
			}
		}
	}
	return false
}

// isOutcome tells an error that a call returned: it may be nil.
func (g *Graph) isOutcome(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Extract, *ssa.Phi, *ssa.UnOp:
		return true
	case *ssa.Call:
		fn := v.Call.StaticCallee()
		return fn == nil || !g.world.Library(fn)
	}
	return false
}

func isErrorCall(cond ssa.Value) bool {
	call, ok := cond.(*ssa.Call)
	return ok && testsError(call)
}

// decided tells that an answer decides whether an instruction is executed.
func (g *Graph) decided(instr ssa.Instruction, a *answer) bool {
	for instr != nil {
		for _, br := range g.branches(instr.Block()) {
			if g.decision(br, instr.Block(), a) {
				return true
			}
		}
		instr = g.runner(instr.Parent())
	}
	return false
}

// runner is the instruction that runs a literal, or makes it, in the function around it.
func (g *Graph) runner(fn *ssa.Function) ssa.Instruction {
	mc := g.made[fn]
	if mc == nil {
		return g.literalUse(fn)
	}
	for _, ref := range *mc.Referrers() {
		if call, ok := ref.(ssa.CallInstruction); ok {
			return call
		}
	}
	return mc
}

// literalUse is the call that is given, or makes, a literal that captures nothing.
func (g *Graph) literalUse(fn *ssa.Function) ssa.Instruction {
	parent := fn.Parent()
	if parent == nil || fn == g.fn {
		return nil
	}
	for _, b := range parent.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if ok && (call.Common().Value == fn || slices.Contains(call.Common().Args, ssa.Value(fn))) {
				return call
			}
		}
	}
	return nil
}

// A branch is an If, and the way that leads to what is asked about.
type branch struct {
	block *ssa.BasicBlock
	cond  ssa.Value
	taken int // the successor from which it is certain that it is executed
}

// branches are the Ifs on which it depends whether a block is executed, those of those too.
func (g *Graph) branches(target *ssa.BasicBlock) []branch {
	if known, ok := g.guards[target]; ok {
		return known
	}
	out := g.findBranches(target)
	g.guards[target] = out
	return out
}

func (g *Graph) findBranches(target *ssa.BasicBlock) []branch {
	f := g.flow(target.Parent())
	var out []branch
	seen := make([]bool, len(target.Parent().Blocks))
	queue := []*ssa.BasicBlock{target}
	seen[target.Index] = true
	for len(queue) > 0 {
		b := queue[0]
		queue = queue[1:]
		for _, a := range b.Parent().Blocks {
			cond := ifCond(a)
			if cond == nil || a != b && has(f.after[a.Index], b.Index) {
				continue
			}
			for i, s := range a.Succs {
				if !has(f.after[s.Index], b.Index) {
					continue
				}
				out = append(out, branch{a, cond, i})
				if !seen[a.Index] {
					seen[a.Index] = true
					queue = append(queue, a)
				}
			}
		}
	}
	return out
}

// decision tells that a branch is one over an answer.
func (g *Graph) decision(br branch, target *ssa.BasicBlock, a *answer) bool {
	if !a.of(br.cond) || g.loops(br) {
		return false
	}
	if err, nilWay := errorTest(br); err != nil {
		if br.taken != nilWay { // not found: write
			return !g.leads(br.block.Succs[nilWay], target)
		}
		return g.verdict(err, a)
	}
	if is, ok := br.cond.(*ssa.Call); ok && testsError(is) {
		return !g.alsoWithout(br, target, is.Call.Args[0])
	}
	return true
}

// loops tells a branch that ends a loop: over how many it goes.
func (g *Graph) loops(br branch) bool {
	f := g.flow(br.block.Parent())
	s := br.block.Succs[br.taken]
	other := br.block.Succs[1-br.taken]
	return s != br.block && has(f.reaches[s.Index], br.block.Index) && !has(f.reaches[other.Index], br.block.Index) && g.header(br.block)
}

// header tells a block to which an edge leads back.
func (g *Graph) header(b *ssa.BasicBlock) bool {
	for _, p := range b.Preds {
		if b.Dominates(p) {
			return true
		}
	}
	return false
}

// errorTest reads err != nil: the error, and the successor for nil.
func errorTest(br branch) (err ssa.Value, nilWay int) {
	cmp, ok := br.cond.(*ssa.BinOp)
	if !ok || cmp.Op != token.EQL && cmp.Op != token.NEQ {
		return nil, 0
	}
	x, y := cmp.X, cmp.Y
	if c, ok := x.(*ssa.Const); ok && c.IsNil() {
		x, y = y, x
	}
	if c, ok := y.(*ssa.Const); !ok || !c.IsNil() || !isError(x.Type()) {
		return nil, 0
	}
	if cmp.Op == token.NEQ {
		return x, 1
	}
	return x, 0
}

// testsError tells errors.Is and errors.As.
func testsError(call *ssa.Call) bool {
	fn := call.Call.StaticCallee()
	return fn != nil && fn.Pkg != nil && fn.Pkg.Pkg.Path() == "errors" && (fn.Name() == "Is" || fn.Name() == "As")
}

// alsoWithout tells that the target is executed too where there is no error at all, so that the kind of the error
// does not decide.
func (g *Graph) alsoWithout(br branch, target *ssa.BasicBlock, err ssa.Value) bool {
	for _, b := range target.Parent().Blocks {
		cond := ifCond(b)
		if cond == nil || !b.Dominates(br.block) {
			continue
		}
		tested, nilWay := errorTest(branch{b, cond, 0})
		if tested != nil && sameError(tested, err) {
			return g.leads(b.Succs[nilWay], target)
		}
	}
	return false
}

// sameError tells two reads of one error variable.
func sameError(a, b ssa.Value) bool {
	if a == b {
		return true
	}
	x, ok1 := a.(*ssa.UnOp)
	y, ok2 := b.(*ssa.UnOp)
	return ok1 && ok2 && x.X == y.X
}

// verdict tells an error by which a function of the project judges what it was given of the answer: its one result.
// The error of the read itself, of a statement or of a library says only that something failed.
func (g *Graph) verdict(err ssa.Value, from *answer) bool {
	call, ok := err.(*ssa.Call)
	if !ok || slices.Contains(from.calls, ssa.CallInstruction(call)) {
		return false
	}
	fn := call.Call.StaticCallee()
	if fn == nil || !onlyError(fn.Signature) || g.world.Library(fn) || g.world.Works(call.Pos()) {
		return false
	}
	for _, a := range call.Call.Args {
		if !g.world.Handle(a.Type()) && from.of(a) {
			return true
		}
	}
	return false
}

// follows tells that a call may come after one of others.
func (g *Graph) follows(first []ssa.CallInstruction, later ssa.CallInstruction) bool {
	return slices.ContainsFunc(first, func(c ssa.CallInstruction) bool { return g.before(c, later) })
}

// before tells that control can come from a to b. Inside of literals that counts where they are run.
func (g *Graph) before(a, b ssa.Instruction) bool {
	for x := a; x != nil; x = g.runner(x.Parent()) {
		for y := b; y != nil; y = g.runner(y.Parent()) {
			if x.Parent() == y.Parent() {
				return g.reach(x, y)
			}
		}
	}
	return false
}

func (g *Graph) reach(a, b ssa.Instruction) bool {
	if a == b {
		return true
	}
	if a.Block() == b.Block() {
		for _, instr := range a.Block().Instrs {
			if instr == a {
				return true
			}
			if instr == b {
				break
			}
		}
	}
	return has(g.flow(a.Parent()).reaches[a.Block().Index], b.Block().Index)
}

// leads tells that control can come from the beginning of one block to another.
func (g *Graph) leads(from, to *ssa.BasicBlock) bool {
	return from == to || has(g.flow(from.Parent()).reaches[from.Index], to.Index)
}
