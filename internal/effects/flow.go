package effects

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/astutil"
	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/finding"
	"github.com/locklint/locklint/internal/section"
	"github.com/locklint/locklint/internal/summary"
)

// A flow answers what stands before what in a function.
type flow struct {
	of     *section.Function
	places map[token.Pos]place // of calls, sends and receives; made when somebody asks
}

type place struct{ block, index int }

func heldOf(all []section.Held) []Held {
	var out []Held
	for _, h := range all {
		out = append(out, Held{Event: Event{h.Event}, Away: h.Away})
	}
	return out
}

// Followed tells that all paths of the function are followed.
func (f *Function) Followed() bool { return !f.flow.of.Capped }

// Own tells that a place stands in the function, or in a literal in it.
func (f *Function) Own(pos token.Pos) bool {
	n := f.flow.of.Fn.Syntax()
	return n != nil && n.Pos() <= pos && pos < n.End()
}

// Round tells that the path is a round of a loop that did not begin with the lock.
func (f *Function) Round(p Path, l summary.Lock) bool {
	return p.loop >= 0 && !slices.ContainsFunc(f.flow.of.Entered[p.loop], l.Same)
}

// InRound tells that an event happens in the loop of which the path is a round, and that the loop goes on after it.
func (f *Function) InRound(p Path, e Event) bool {
	blocks := f.flow.of.Fn.Blocks
	if p.loop < 0 || p.loop >= len(blocks) || e.Block >= len(blocks) || !blocks[p.loop].Dominates(blocks[e.Block]) {
		return false
	}
	seen := make([]bool, len(blocks))
	var goesOn func(b *ssa.BasicBlock) bool
	goesOn = func(b *ssa.BasicBlock) bool {
		if seen[b.Index] {
			return false
		}
		seen[b.Index] = true
		return slices.ContainsFunc(b.Succs, func(s *ssa.BasicBlock) bool { return s.Index == p.loop || goesOn(s) })
	}
	return goesOn(blocks[e.Block])
}

// OnlyThrough tells that one comes to the path's way out only through the event.
func (f *Function) OnlyThrough(p Path, e Event) bool {
	blocks := f.flow.of.Fn.Blocks
	return p.block < len(blocks) && e.Block < len(blocks) && blocks[e.Block].Dominates(blocks[p.block])
}

// Behind tells that one comes to a release, or to the defer that registers it, only through an acquire.
func (f *Function) Behind(release, acquire Event) bool {
	at, ok := f.at(release.Pos)
	if !ok {
		if release.Deferred {
			return false
		}
		at.block = release.Block
	}
	blocks := f.flow.of.Fn.Blocks
	return at.block < len(blocks) && acquire.Block < len(blocks) && blocks[acquire.Block].Dominates(blocks[at.block])
}

// Tested tells that somebody looks at what an acquire returns, if it returns anything.
func (f *Function) Tested(acquire Event) bool {
	at, ok := f.at(acquire.Pos)
	if !ok {
		return false
	}
	call, ok := f.flow.of.Fn.Blocks[at.block].Instrs[at.index].(*ssa.Call)
	if !ok {
		return true
	}
	results := call.Call.Signature().Results()
	if results.Len() < 2 {
		return results.Len() == 0 || len(*call.Referrers()) > 0
	}
	return slices.ContainsFunc(*call.Referrers(), func(ref ssa.Instruction) bool {
		e, ok := ref.(*ssa.Extract)
		return ok && e.Index == results.Len()-1 && len(*e.Referrers()) > 0
	})
}

// Executed tells that a call, perhaps a deferred one, was executed on the path.
func (f *Function) Executed(p Path, call Event) bool {
	at, ok := f.at(call.Pos)
	if !ok {
		at.block = call.Block
		ok = !call.Deferred
	}
	blocks := f.flow.of.Fn.Blocks
	return ok && p.block < len(blocks) && at.block < len(blocks) && blocks[at.block].Dominates(blocks[p.block])
}

// Registered tells that a deferred call stands in the function itself, not in a literal in it.
func (f *Function) Registered(deferred Event) bool {
	_, ok := f.at(deferred.Pos)
	return ok
}

// Without tells that the way out can be reached without taking the lock at a place.
func (f *Function) Without(out, acquire token.Pos) bool {
	return slices.ContainsFunc(f.flow.of.Ends, func(e section.End) bool { return e.Out == out && !slices.Contains(e.Took, acquire) })
}

// RegisteredBefore tells that a deferred call is registered before it can be known whether the acquire worked.
func (f *Function) RegisteredBefore(deferred, acquire Event) bool {
	d, ok := f.at(deferred.Pos)
	a, ok2 := f.at(acquire.Pos)
	if !ok || !ok2 {
		return false
	}
	if d.block == a.block {
		return true
	}
	blocks := f.flow.of.Fn.Blocks
	return blocks[d.block].Dominates(blocks[a.block])
}

// Inevitable tells that the second event happens wherever the first one does: a deferred one where it was
// registered before, any other where every way from there to the end goes through it.
func (f *Function) Inevitable(first, second Event) bool {
	blocks := f.flow.of.Fn.Blocks
	from := first.Block
	if p, ok := f.at(first.Pos); ok {
		from = p.block
	}
	if second.Deferred {
		d, ok := f.at(second.Pos)
		return ok && blocks[d.block].Dominates(blocks[from])
	}
	seen := make([]bool, len(blocks))
	var escapes func(b *ssa.BasicBlock) bool
	escapes = func(b *ssa.BasicBlock) bool {
		if b.Index == second.Block || seen[b.Index] {
			return false
		}
		seen[b.Index] = true
		if n := len(b.Instrs); n > 0 {
			if _, returns := b.Instrs[n-1].(*ssa.Return); returns {
				return true
			}
		}
		return slices.ContainsFunc(b.Succs, escapes)
	}
	if from == second.Block {
		return true
	}
	return !slices.ContainsFunc(blocks[from].Succs, escapes)
}

// at is the block and number of the instruction at a place.
func (f *Function) at(pos token.Pos) (place, bool) {
	if f.flow.places == nil {
		f.flow.places = map[token.Pos]place{}
		for _, b := range f.flow.of.Fn.Blocks {
			for i, instr := range b.Instrs {
				switch instr.(type) {
				case ssa.CallInstruction, *ssa.Send, *ssa.UnOp:
					if _, seen := f.flow.places[instr.Pos()]; !seen {
						f.flow.places[instr.Pos()] = place{b.Index, i}
					}
				}
			}
		}
	}
	p, ok := f.flow.places[pos]
	return p, ok
}

// Inner tells that what an event is about was made by a function that was called, which did not give it to its caller.
func (e Event) Inner() bool {
	return !e.Handle.Walk(func(x *summary.Expr) bool { return x.Op != summary.Field || x.Name[0] != '!' })
}

// After tells that the first event stands behind the second in the source.
func (e Event) After(o Event) bool { return e.Pos > o.Pos }

// Place names a lock in a way that is the same in all functions of the package: the path to its handle from
// the type at which it starts, or from a package variable; in the methods of one type, by its key. Empty: it has no
// such name.
func (f *Function) Place(l summary.Lock) string {
	root := l.Handle.Root()
	if root == nil {
		return f.placeOfKey(l)
	}
	name := ""
	switch fn := f.flow.of.Fn; {
	case root.Op == summary.Global:
		return l.Handle.Loose().String()
	case root.Op == summary.Param && root.Index < len(fn.Params):
		name = typeName(fn.Params[root.Index].Type())
	case root.Op == summary.Free && root.Index < len(fn.FreeVars):
		name = typeName(fn.FreeVars[root.Index].Type())
	default:
		return ""
	}
	text := l.Handle.Loose().String()
	return strings.TrimLeft(name, "*") + " " + strings.TrimLeft(strings.Replace(text, root.String(), "", 1), "*")
}

// placeOfKey is the text of the key of a lock that has no handle, and the type whose method locks by it.
func (f *Function) placeOfKey(l summary.Lock) string {
	fn := f.flow.of.Fn
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	recv, text := fn.Signature.Recv(), l.Key.Pattern()
	if l.Handle != nil || recv == nil || strings.Trim(text, "{}") == "" {
		return ""
	}
	return strings.TrimLeft(typeName(recv.Type()), "*") + " key " + text
}

// Called is the name by which the events of a call of this function say that they came through it.
func (f *Function) Called() string { return f.flow.of.Fn.Name() }

// Way is the line of the timeline for a way out.
func (r *Result) Way(p Path) []finding.Step {
	if !p.Out.IsValid() {
		return nil
	}
	at := r.ir.Site(r.fset, p.Out)
	s := finding.Step{Pos: p.Out, End: p.Out + 1, What: "return", Text: "}"}
	if at.Node != nil {
		s.Pos, s.End, s.Text = at.Pos, at.End, finding.Text(r.fset, at.Node)
	}
	switch {
	case p.Panicked:
		s.What = "panic"
	case p.loop >= 0:
		s.What = "next round"
		if branch := r.branchAt(p.Out); branch != nil {
			s.End, s.Text = branch.End(), finding.Text(r.fset, branch)
		}
	}
	if s.Text == "" {
		s.Text = s.What
	}
	return []finding.Step{s}
}

// branchAt is the continue at a place, or nil.
func (r *Result) branchAt(pos token.Pos) *ast.BranchStmt {
	for _, file := range r.world.pass.Files {
		if file.FileStart <= pos && pos < file.FileEnd {
			path, _ := astutil.PathEnclosingInterval(file, pos, pos)
			branch, _ := path[0].(*ast.BranchStmt)
			return branch
		}
	}
	return nil
}

// LineOf is the line number of a place.
func (r *Result) LineOf(pos token.Pos) int { return r.fset.Position(pos).Line }

// Judged tells a lock that has to be given back by hand: a process lock, a lease or a session lock.
func Judged(l summary.Lock) bool {
	switch l.Kind {
	case catalog.Process, catalog.Lease, catalog.Session:
		return true
	}
	return false
}

// OnPool tells a session lock that is taken or released through a pool of connections.
func OnPool(e Event) bool { return e.Lock.Kind == catalog.Session && e.Scope == catalog.PoolScope }

// ReleasedByOthers tells that a lock which fn takes at an event, and gives back by release, may be released by
// somebody else: a caller, which gets the lock from fn and gives it back, or a function that gives back what it did
// not take.
//
// Where the path returns an error, only the former counts.
func (r *Result) ReleasedByOthers(fn *Function, p Path, acquire, release Event) bool {
	name, place := fn.Called(), fn.Place(acquire.Lock)
	if p.Fails {
		place = ""
	}
	gives := func(g *Function, e Event) bool {
		return place != "" && g != fn && g.Place(e.Lock) == place && !slices.Contains(release.Via, g.Called()) && len(e.Via) == 0 && !fn.contains(g) && !r.takenAround(g, place)
	}
	for _, g := range r.plain {
		if g == fn {
			continue
		}
		for _, p := range g.Paths {
			for i, e := range p.Events {
				if e.Kind != summary.Release {
					continue
				}
				if a := p.Acquire(i); a >= 0 {
					if via := p.Events[a].Via; len(via) > 0 && via[0] == name && !e.SameCall(p.Events[a]) {
						return true
					}
					continue
				}
				if gives(g, e) {
					return true
				}
			}
		}
	}
	return slices.ContainsFunc(r.funcs, func(g *Function) bool { // a key that is deleted is on no path
		return slices.ContainsFunc(g.Releases, func(e Release) bool { return e.By == nil && gives(g, e.Event) })
	})
}

// takenAround tells that g is a literal in a function that takes the lock of a place itself: it gives back that one, and
// none of others.
func (r *Result) takenAround(g *Function, place string) bool {
	return g.Literal() && slices.ContainsFunc(r.plain, func(f *Function) bool {
		return f.contains(g) && slices.ContainsFunc(f.Paths, func(p Path) bool {
			return slices.ContainsFunc(p.Events, func(e Event) bool { return e.Kind == summary.Acquire && f.Place(e.Lock) == place })
		})
	})
}

// contains tells that g is a literal in f.
func (f *Function) contains(g *Function) bool {
	for fn := g.flow.of.Fn.Parent(); fn != nil; fn = fn.Parent() {
		if fn == f.flow.of.Fn {
			return true
		}
	}
	return false
}

// Deferred tells a literal that is deferred where it stands: what happens in it is told of its parent, at the defer.
func (f *Function) Deferred() bool {
	fn := f.flow.of.Fn
	if fn.Parent() == nil {
		return false
	}
	return defers(fn.Parent(), func(d *ssa.Defer) bool { return d.Call.StaticCallee() == fn })
}

// InCall tells that both events happen inside of one call, of a function that is judged for itself.
func (f *Function) InCall(a, b Event) bool {
	if a.SameCall(b) {
		return true
	}
	fn := f.flow.of.Fn
	return a.Pos == b.Pos && !defers(fn, func(d *ssa.Defer) bool {
		callee := d.Call.StaticCallee()
		return d.Pos() == a.Pos && callee != nil && callee.Parent() == fn
	})
}

func defers(fn *ssa.Function, is func(*ssa.Defer) bool) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if d, ok := instr.(*ssa.Defer); ok && is(d) {
				return true
			}
		}
	}
	return false
}

// InTest tells a place in a test, which may do wrong on purpose.
func (r *Result) InTest(pos token.Pos) bool {
	return r.world.inTest(pos)
}

// Happens tells that something happens on a path at one of the places.
func (r *Result) Happens(at func(token.Pos) bool) bool {
	for _, f := range r.plain {
		for _, p := range f.Paths {
			if slices.ContainsFunc(p.Events, func(e Event) bool { return at(e.Pos) }) {
				return true
			}
		}
	}
	return false
}
