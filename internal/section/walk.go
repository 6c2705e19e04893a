package section

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/summary"
)

// A walker follows one function.
type walker struct {
	fn        *Function
	world     World
	ids       map[ssa.Instruction]int
	names     []*summary.Expr // by number, see nameOf
	allocs    map[int]bool    // numbers of variables: their addresses are not nil
	blocks    []blockState
	queue     []*ssa.BasicBlock
	queued    []bool
	recorded  map[string]bool
	exits     []*exit
	flow      *Flow                                  // see alike; nil: not looked at yet
	turns     map[*ssa.BasicBlock]int                // see times; 0: no constant says
	firsts    map[*ssa.BasicBlock]*ssa.BasicBlock    // see firstRound; nil: not looked for yet
	loops     []bool                                 // blocks that may be executed again
	rank      []int                                  // when the turn of a block is, see ranks
	onces     int                                    // functions of sync.Once that are being run
	here      int                                    // the block that is being executed
	unwinding bool                                   // deferred calls are being run
	thrown    []thrown                               // what panicked in the call that is being executed
	running   []string                               // function values that are being run, outermost first
	at        func(instr ssa.Instruction, c *config) // see Watch; nil elsewhere
	seen      func(e Event)                          // see Observe; nil elsewhere
	steps     int                                    // instructions executed, on all configs
	copied    int                                    // entries of the configs on which they were
	ends      bool                                   // some way ends the program, or the goroutine
	kept      map[token.Pos]bool                     // places of acquires whose lock is held at an end of the function
	retries   map[*ssa.BasicBlock]bool               // see endless; nil: not looked for yet
	limited   map[string]*summary.Expr               // see limit
	putAround map[string]bool                        // see around; nil: not looked for yet
	dynamics  int                                    // calls of function values
	manyRuns  bool                                   // they are more than paths can be kept apart by
	gaveUp    bool                                   // they turned out to be
	partial   bool                                   // some of what a callee does is not followed
	options   map[*ssa.BasicBlock][]optionLoop       // see opt; nil: not looked for yet
	puts      settings                               // see settings
}

// A blockState has the configs that reach a block.
type blockState struct {
	configs []*config
	byKey   map[string]*config
	visits  int
}

// follow goes through fn. If that leaves too many configs apart it begins again, and what function values were run while
// nothing is held does not part them any more: the function is over the limit all the same, but at a small part of the cost.
func follow(fn *ssa.Function, world World, entry Entry) *walker {
	w := newWalker(fn, world)
	w.run(entry)
	if w.gaveUp {
		w = newWalker(fn, world)
		w.manyRuns, w.fn.Capped = true, true
		w.run(entry)
	}
	return w
}

func newWalker(fn *ssa.Function, world World) *walker {
	w := &walker{
		fn:       &Function{Fn: fn},
		world:    world,
		ids:      map[ssa.Instruction]int{},
		allocs:   map[int]bool{},
		blocks:   make([]blockState, len(fn.Blocks)),
		queued:   make([]bool, len(fn.Blocks)),
		recorded: map[string]bool{},
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if _, ok := instr.(*ssa.Alloc); ok {
				w.allocs[len(w.ids)] = true
			}
			w.ids[instr] = len(w.ids)
			if call, ok := instr.(ssa.CallInstruction); ok && dynamic(call.Common()) {
				w.dynamics++
			}
		}
	}
	w.names = make([]*summary.Expr, len(w.ids))
	w.manyRuns = w.dynamics > maxRuns
	w.loops = loopBlocks(fn)
	w.rank = ranks(fn)
	w.puts = settingsIn(fn)
	return w
}

// run is a worklist over the blocks, in the order of their ranks.
func (w *walker) run(entry Entry) {
	if len(w.fn.Fn.Blocks) == 0 {
		return
	}
	w.reach(w.fn.Fn.Blocks[0], w.start(entry))
	for len(w.queue) > 0 {
		if w.gaveUp = w.fn.Capped && w.dynamics > 0 && !w.manyRuns; w.gaveUp {
			return
		}
		best := 0
		for i, b := range w.queue {
			if w.rank[b.Index] < w.rank[w.queue[best].Index] {
				best = i
			}
		}
		b := w.queue[best]
		w.queue = append(w.queue[:best], w.queue[best+1:]...)
		w.queued[b.Index] = false
		st := &w.blocks[b.Index]
		if st.visits++; st.visits > maxVisits || w.steps > maxSteps || w.copied > maxCopied {
			w.fn.Capped = true
			continue
		}
		var dirty []*config
		for _, c := range st.configs {
			if c.dirty {
				c.dirty = false
				dirty = append(dirty, c)
				w.copied += c.size()
			}
		}
		w.block(b, dirty)
	}
	w.export()
}

func (w *walker) start(entry Entry) *config {
	c := newConfig()
	c.puts = w.puts
	w.startYield(c)
	for _, e := range entry.Held {
		c.held = append(c.held, e.Lock)
		c.live = append(c.live, &e)
	}
	c.live = append(c.live, refs(entry.Before)...)
	return c
}

// reach brings a config to a block.
func (w *walker) reach(b *ssa.BasicBlock, c *config) {
	st := &w.blocks[b.Index]
	key := c.key()
	old := st.byKey[key]
	switch {
	case old != nil:
		if !old.merge(c) {
			return
		}
	case len(st.configs) >= maxConfigs:
		w.fn.Capped = true
		return
	default:
		if st.byKey == nil {
			st.byKey = map[string]*config{}
		}
		st.byKey[key] = c
		st.configs = append(st.configs, c)
	}
	st.byKey[key].dirty = true
	if !w.queued[b.Index] {
		w.queued[b.Index] = true
		w.queue = append(w.queue, b)
	}
}

// block executes the instructions of a block on each of the configs that reach it.
func (w *walker) block(b *ssa.BasicBlock, reached []*config) {
	states := make([]*config, len(reached))
	for i, c := range reached {
		states[i] = c.clone()
	}
	defer func(outer int) { w.here = outer }(w.here)
	w.here = b.Index
	w.steps += len(states) * len(b.Instrs)
	for _, instr := range b.Instrs {
		switch instr := instr.(type) {
		case *ssa.Phi, *ssa.DebugRef: // bound on the edge
		case *ssa.If:
			for _, c := range states {
				w.branch(b, c, instr.Cond)
			}
		case *ssa.Jump:
			for _, c := range states {
				w.edge(b, b.Succs[0], c)
			}
		case *ssa.Return:
			for _, c := range states {
				w.returns(c, instr)
			}
		case *ssa.Panic:
			for _, c := range states {
				w.panics(c, instr.Pos())
			}
		default:
			states = w.step(instr, states)
			if len(states) == 0 {
				return
			}
		}
	}
}

// step executes one instruction on all configs.
func (w *walker) step(instr ssa.Instruction, states []*config) []*config {
	if _, later := instr.(*ssa.Defer); w.at != nil && !later {
		for _, c := range states {
			w.at(instr, c)
		}
	}
	if !mayFork(instr) {
		for _, c := range states {
			w.exec(instr, c)
		}
		return states
	}
	var out []*config
	for _, c := range states {
		out = append(out, w.exec(instr, c)...)
	}
	return w.join(out)
}

// mayFork tells an instruction that may leave more or fewer configs than it found.
func mayFork(instr ssa.Instruction) bool {
	switch instr.(type) {
	case *ssa.Call, *ssa.RunDefers, *ssa.Select:
		return true
	}
	return false
}

// join makes one of all configs that have become alike.
func (w *walker) join(states []*config) []*config {
	if len(states) < 2 {
		return states
	}
	joined := w.joinUpTo(states, len(states))
	if len(joined) > maxConfigs {
		return w.compact(joined)
	}
	return joined
}

func (w *walker) joinUpTo(states []*config, most int) []*config {
	byKey := make(map[string]*config, len(states))
	joined := states[:0]
	for _, c := range states {
		key := c.key()
		if old := byKey[key]; old != nil {
			old.merge(c)
			continue
		}
		if len(joined) >= most {
			w.fn.Capped = true
			continue
		}
		byKey[key] = c
		joined = append(joined, c)
	}
	return joined
}

// edge goes from block b to block to, and gives the phis there their values.
func (w *walker) edge(b, to *ssa.BasicBlock, c *config) {
	if misused(to) {
		return
	}
	c = c.clone()
	pred := 0
	for i, p := range to.Preds {
		if p == b {
			pred = i
		}
	}
	w.round(b, to, c)
	w.opt(to, c)
	loop := w.loops[to.Index]
	values := map[*ssa.Phi]*summary.Expr{}
	for _, instr := range to.Instrs {
		phi, ok := instr.(*ssa.Phi)
		if !ok {
			break
		}
		x := w.eval(c, phi.Edges[pred])
		if isBoolean(phi.Type()) {
			w.heed(c, phi.Edges[pred])
		}
		if t := w.known(c, phi.Edges[pred]); t == summary.IsTrue || t == summary.IsFalse {
			x = boolExpr(t)
		}
		c.chooses(phi, x)
		values[phi] = x
	}
	for phi, x := range values {
		local := w.local(phi)
		t := w.truth(c, x)
		if loop && !isPath(x) && t != summary.IsTrue && t != summary.IsFalse && t != summary.IsNil {
			x = local // may be built of itself
		}
		if loop {
			c.forget(local)
		}
		c.binds.set(phi, x)
		w.learn(c, local, t)
	}
	w.noteRound(c, b, to)
	if body := w.firstRound(b, to); body != nil {
		w.edge(to, body, c)
		return
	}
	w.reach(to, c)
}

// branch follows both ways out of an If that are possible.
func (w *walker) branch(b *ssa.BasicBlock, c *config, cond ssa.Value) {
	w.heed(c, cond)
	if slice, index := rangeLoop(b, cond); slice != nil {
		w.rangeBranch(b, c, slice, index)
		return
	}
	for i, want := range []summary.Truth{summary.IsTrue, summary.IsFalse} {
		next := c.clone()
		if w.assume(next, cond, want) {
			w.edge(b, b.Succs[i], next)
		}
	}
}

// local is the expression of a value of which nothing else is known.
func (w *walker) local(v ssa.Value) *summary.Expr {
	if instr, ok := v.(ssa.Instruction); ok {
		return w.nameOf(instr)
	}
	return nil
}

func boolExpr(t summary.Truth) *summary.Expr {
	if t == summary.IsTrue {
		return summary.ConstOf("true")
	}
	return summary.ConstOf("false")
}

// zeroOf is the zero value of a variable of a type, where it matters.
func zeroOf(t types.Type) *summary.Expr {
	switch u := t.Underlying().(type) {
	case *types.Pointer, *types.Interface, *types.Signature, *types.Slice, *types.Map, *types.Chan:
		return summary.NilExpr
	case *types.Basic:
		if u.Info()&types.IsBoolean != 0 {
			return summary.ConstOf("false")
		}
	}
	return nil
}
