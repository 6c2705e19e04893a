package section

import (
	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/summary"
)

// A State is what is so when a config comes to an instruction.
type State struct {
	Held   []Event         // the acquires of the locks that are held; those on entry are the entry's
	Open   []Event         // the begins of the transactions that are open
	Callee *summary.Expr   // of a call of a function value: which, if that is known
	Args   []*summary.Expr // of a call
	Runs   bool            // a deferred call, when it is run
}

// Inside are the cases of a function value in terms of the function that calls it.
func (s State) Inside(cases []Case) []Case {
	pick := func(from []*summary.Expr, i int) (*summary.Expr, bool) {
		if i < len(from) {
			return from[i], true
		}
		return nil, true
	}
	out := make([]Case, len(cases))
	for i, c := range cases {
		out[i] = c.mapped(func(e *summary.Expr) (*summary.Expr, bool) {
			switch e.Op {
			case summary.Free:
				return pick(s.Callee.Args, e.Index)
			case summary.Param:
				return pick(s.Args, e.Index)
			}
			return nil, false
		})
	}
	return out
}

// mapped rebuilds a case with other expressions.
func (k Case) mapped(f func(*summary.Expr) (*summary.Expr, bool)) Case {
	conds := func(from []summary.Cond) []summary.Cond {
		var out []summary.Cond
		for _, c := range from {
			if x := c.X.Map(f); x != nil {
				out = append(out, summary.Cond{X: x, Is: c.Is})
			}
		}
		return out
	}
	out := Case{Pre: conds(k.Pre), Post: conds(k.Post), Exit: k.Exit}
	for _, e := range k.Events {
		e.Event = e.Event.Map(func(x *summary.Expr) (*summary.Expr, bool) { return x.Map(f), true })
		out.Events = append(out.Events, e)
	}
	for _, r := range k.Results {
		out.Results = append(out.Results, r.Map(f))
	}
	for _, s := range k.Stores {
		if addr, x := s.Addr.Map(f), s.X.Map(f); addr != nil && x != nil {
			out.Stores = append(out.Stores, summary.Store{Addr: addr, X: x})
		}
	}
	for _, e := range k.Keys {
		e.Event = e.Event.Map(func(x *summary.Expr) (*summary.Expr, bool) { return x.Map(f), true })
		out.Keys = append(out.Keys, e)
	}
	return out
}

// Observe is Analyze that then tells, once for each config that comes to an instruction when nothing changes
// any more, what is so there, and what happens from there on in its block.
func Observe(fn *ssa.Function, world World, entry Entry, at func(instr ssa.Instruction, s State), happens func(Event)) *Function {
	w := follow(fn, world, entry)
	w.seen = happens
	seen := func(instr ssa.Instruction, c *config, runs bool) {
		s := State{Held: c.acquires(), Open: c.begins(), Runs: runs}
		if call, ok := instr.(ssa.CallInstruction); ok {
			s.Callee, s.Args = w.callee(c, call.Common())
		}
		at(instr, s)
	}
	w.at = func(instr ssa.Instruction, c *config) {
		if _, deferred := instr.(*ssa.Defer); deferred {
			seen(instr, c, true)
		}
	}
	for _, b := range fn.Blocks {
		var states []*config
		for _, c := range w.blocks[b.Index].configs {
			states = append(states, c.clone())
		}
		for _, instr := range b.Instrs {
			for _, c := range states {
				seen(instr, c, false)
			}
			if !leaves(instr) {
				states = w.step(instr, states)
			}
		}
	}
	return w.fn
}

// leaves tells an instruction that is executed on the way to another block, or out of the function.
func leaves(instr ssa.Instruction) bool {
	switch instr.(type) {
	case *ssa.Phi, *ssa.DebugRef, *ssa.If, *ssa.Jump, *ssa.Return, *ssa.Panic:
		return true
	}
	return false
}

// acquires are the events by which the locks came that are held.
func (c *config) acquires() []Event {
	var out []Event
	for _, l := range c.held {
		e := Event{Event: summary.Event{Kind: summary.Acquire, Lock: l}}
		for _, o := range c.live {
			if o.Kind == summary.Acquire && o.Lock.Same(l) {
				e = *o
			}
		}
		out = append(out, e)
	}
	return out
}

// begins are the events by which the transactions came that are open.
func (c *config) begins() []Event {
	var out []Event
	for _, tx := range c.open {
		e := Event{Event: summary.Event{Kind: summary.Begin, Handle: tx}}
		for _, o := range c.live {
			if o.Kind == summary.Begin && summary.Equal(o.Handle, tx) {
				e = *o
			}
		}
		out = append(out, e)
	}
	return out
}
