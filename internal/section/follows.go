package section

import (
	"go/token"
	"slices"
	"strings"
	"time"

	"golang.org/x/tools/go/ssa"
)

// A Flow says which places of a function can follow each other in one round.
type Flow struct {
	blocks map[token.Pos]*ssa.BasicBlock
	ahead  map[*ssa.BasicBlock]map[*ssa.BasicBlock]bool
}

// FlowOf is the flow of fn and of the literals in it.
func FlowOf(fn *ssa.Function) *Flow {
	f := &Flow{blocks: map[token.Pos]*ssa.BasicBlock{}, ahead: map[*ssa.BasicBlock]map[*ssa.BasicBlock]bool{}}
	f.add(fn)
	return f
}

func (f *Flow) add(fn *ssa.Function) {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if instr.Pos().IsValid() {
				f.blocks[instr.Pos()] = b
			}
			if sel, ok := instr.(*ssa.Select); ok {
				for _, st := range sel.States {
					f.blocks[st.Pos] = b
				}
			}
		}
	}
	for _, anon := range fn.AnonFuncs {
		f.add(anon)
	}
}

// Follows tells that what stands at b can happen after what stands at a, on one way through the function.
func (f *Flow) Follows(a, b token.Pos) bool {
	from, to := f.blocks[a], f.blocks[b]
	if from == nil || to == nil {
		return false
	}
	if from == to {
		return true
	}
	if f.ahead[from] == nil {
		f.ahead[from] = map[*ssa.BasicBlock]bool{}
		f.mark(f.ahead[from], from)
	}
	return f.ahead[from][to]
}

func (f *Flow) mark(seen map[*ssa.BasicBlock]bool, b *ssa.BasicBlock) {
	for _, succ := range b.Succs {
		if !seen[succ] && !succ.Dominates(b) {
			seen[succ] = true
			f.mark(seen, succ)
		}
	}
}

// OncePerRound tells that every loop around b is around a too, and that there is one around a: b happens once for each a.
func (f *Flow) OncePerRound(a, b token.Pos) bool {
	from, to := f.blocks[a], f.blocks[b]
	if from == nil || to == nil {
		return true // nobody knows
	}
	around := false
	for _, l := range loopsOf(from.Parent()) {
		around = around || l.body[from]
	}
	for _, l := range loopsOf(to.Parent()) {
		if l.body[to] && !l.body[from] {
			return false
		}
	}
	return around
}

// Heaviest are those of the events, which stand in the order in which they happen, that can happen on one way through
// the function and weigh the most together. Those of different ways stand side by side in a path.
func (f *Flow) Heaviest(events []Event) []Event {
	sums := make([]time.Duration, len(events))
	prev := make([]int, len(events))
	best := -1
	for i, e := range events {
		prev[i] = -1
		for j := range i {
			if f.Follows(events[j].Pos, e.Pos) && sums[j] > sums[i] {
				sums[i], prev[i] = sums[j], j
			}
		}
		if sums[i] += e.Lasts(); best < 0 || sums[i] > sums[best] {
			best = i
		}
	}
	var out []Event
	for i := best; i >= 0; i = prev[i] {
		out = append(out, events[i])
	}
	slices.Reverse(out)
	return out
}

// alike makes one event of the calls of other programs that look alike to a caller: one that happens as often as they
// do on one way through the function.
func (w *walker) alike(events []Event) []Event {
	groups := map[string][]Event{}
	name := func(e Event) string { return e.Event.String() + " in " + strings.Join(e.Via, ">") }
	more := false
	for _, e := range events {
		if e.Out != nil && e.Waits() > 0 {
			groups[name(e)] = append(groups[name(e)], e)
			more = more || len(groups[name(e)]) > 1
		}
	}
	if !more {
		return events
	}
	if w.flow == nil {
		w.flow = FlowOf(w.fn.Fn)
	}
	var out []Event
	for _, e := range events {
		if e.Out == nil || e.Waits() == 0 {
			out = append(out, e)
			continue
		}
		key := name(e)
		group, first := groups[key]
		if !first {
			continue
		}
		delete(groups, key)
		if len(group) > 1 {
			known := *e.Out
			known.Times = 0
			for _, g := range w.flow.Heaviest(group) {
				known.Times += max(1, g.Out.Times)
			}
			e.Out = &known
		}
		out = append(out, e)
	}
	return out
}
