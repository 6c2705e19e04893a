package effects

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/summary"
)

// How a function says that it failed: by the error that it returns, or by the status that it answers.

// FailsBehind tells where a path that ends with the function may fail behind an acquire: at the return of an error, or
// at the answer of a status from 400 to 599 where an error was seen. own are the events whose error does not count.
func (f *Function) FailsBehind(p Path, acquire Event, own []Event) (at token.Pos, fails bool) {
	fn := f.flow.of.Fn
	if !p.Ends || p.Panicked || p.Exit != summary.Returns || p.block >= len(fn.Blocks) || acquire.Block >= len(fn.Blocks) {
		return token.NoPos, false
	}
	if p.Fails || f.returnsErrorBehind(p, acquire, own) {
		return p.Out, true
	}
	out := fn.Blocks[p.block]
	seen := fn.Signature.Results().Len() == 0 && p.Answer != summary.IsTrue // the path has perhaps seen an error
	for _, b := range fn.Blocks {
		if at := refusal(b); at.IsValid() && (b.Dominates(out) || seen && reaches(b, out)) && onError(b, fn.Blocks[acquire.Block], acquire.Pos) {
			return at, true
		}
	}
	return token.NoPos, false
}

// returnsErrorBehind tells that the error returned, of which nothing is known, is that of something that happened behind
// the acquire, or of a call there that was given a context.
func (f *Function) returnsErrorBehind(p Path, acquire Event, own []Event) bool {
	fn := f.flow.of.Fn
	last := len(p.Results) - 1
	if last < 0 || p.Results[last].Is != summary.Unknown || !isErrorType(fn.Signature.Results().At(last).Type()) {
		return false
	}
	out := fn.Blocks[p.block]
	ret, ok := out.Instrs[len(out.Instrs)-1].(*ssa.Return)
	if !ok || last >= len(ret.Results) {
		return false
	}
	happens := map[token.Pos]bool{}
	behind := false
	for _, e := range p.Events {
		if behind && e.Pos != acquire.Pos && !e.Deferred {
			happens[e.Pos] = true
		}
		behind = behind || e.Kind == summary.Acquire && e.Pos == acquire.Pos
	}
	for _, e := range own {
		happens[e.Pos] = false
	}
	s := sources{seen: map[ssa.Value]bool{}, is: func(call *ssa.Call) bool {
		known, ok := happens[call.Pos()]
		if ok || call.Pos() == acquire.Pos {
			return known
		}
		return givenContext(call.Common()) && fn.Blocks[acquire.Block].Dominates(call.Block()) && (call.Block().Index != acquire.Block || call.Pos() > acquire.Pos)
	}}
	return s.from(ret.Results[last])
}

// CallsBehind tells that the function calls something behind an acquire that is given a context and of which the paths
// say nothing: it may be work.
func (f *Function) CallsBehind(acquire Event) bool {
	fn := f.flow.of.Fn
	if acquire.Block >= len(fn.Blocks) {
		return false
	}
	known := map[token.Pos]bool{}
	for _, p := range f.Paths {
		for _, e := range p.Events {
			known[e.Pos] = true
		}
	}
	for _, b := range fn.Blocks {
		if b.Index == acquire.Block || !fn.Blocks[acquire.Block].Dominates(b) {
			continue
		}
		for _, instr := range b.Instrs {
			if call, ok := instr.(*ssa.Call); ok && !known[call.Pos()] && givenContext(call.Common()) {
				return true
			}
		}
	}
	return false
}

func isErrorType(t types.Type) bool {
	return types.Identical(t, types.Universe.Lookup("error").Type())
}

func givenContext(call *ssa.CallCommon) bool {
	params := call.Signature().Params()
	return params.Len() > 0 && types.TypeString(params.At(0).Type(), nil) == "context.Context"
}

// sources looks for the calls that an error may come from.
type sources struct {
	seen map[ssa.Value]bool
	is   func(*ssa.Call) bool
}

func (s sources) from(v ssa.Value) bool {
	if v == nil || s.seen[v] {
		return false
	}
	s.seen[v] = true
	switch v := v.(type) {
	case *ssa.Call:
		return s.is(v) || s.wraps(v.Common())
	case *ssa.UnOp:
		return s.from(v.X)
	case *ssa.Alloc:
		return s.stored(v)
	case *ssa.FieldAddr:
		return s.from(v.X)
	case *ssa.Field:
		return s.from(v.X)
	case *ssa.Extract:
		return s.from(v.Tuple)
	case *ssa.Phi:
		return slices.ContainsFunc(v.Edges, s.from)
	case *ssa.MakeInterface:
		return s.from(v.X)
	case *ssa.ChangeInterface:
		return s.from(v.X)
	case *ssa.Slice:
		return s.from(v.X)
	}
	return false
}

// wraps looks at what a call is made on, and at the errors that it is given.
func (s sources) wraps(call *ssa.CallCommon) bool {
	if call.IsInvoke() {
		return s.from(call.Value)
	}
	for i, a := range call.Args {
		_, list := a.(*ssa.Slice)
		if i == 0 && call.Signature().Recv() != nil || isErrorType(a.Type()) || list {
			if s.from(a) {
				return true
			}
		}
	}
	return false
}

// stored looks at what a variable, or a list made for a call, was given.
func (s sources) stored(v *ssa.Alloc) bool {
	for _, ref := range *v.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Store:
			if ref.Addr == v && s.from(ref.Val) {
				return true
			}
		case *ssa.IndexAddr:
			for _, r := range *ref.Referrers() {
				if st, ok := r.(*ssa.Store); ok && st.Addr == ref && s.from(st.Val) {
					return true
				}
			}
		}
	}
	return false
}

// refusal is where a block answers a status that tells a client that it went wrong.
func refusal(b *ssa.BasicBlock) token.Pos {
	for _, instr := range b.Instrs {
		if call, ok := instr.(*ssa.Call); ok && refuses(call.Common(), maxAnswer) {
			return call.Pos()
		}
	}
	return token.NoPos
}

// maxAnswer bounds through how many calls an answer is looked for.
const maxAnswer = 3

// refuses tells a call that is given such a status beside something to answer with, or of a function with one in it.
func refuses(call *ssa.CallCommon, depth int) bool {
	answers, status := call.IsInvoke() && canAnswer(call.Value.Type()), false
	for _, a := range call.Args {
		c, ok := a.(*ssa.Const)
		status = status || ok && isRefusal(c)
		answers = answers || canAnswer(a.Type())
	}
	if !answers || status {
		return answers && status
	}
	fn := call.StaticCallee()
	if fn == nil || depth == 0 {
		return false
	}
	return slices.ContainsFunc(fn.Blocks, func(b *ssa.BasicBlock) bool {
		return slices.ContainsFunc(b.Instrs, func(instr ssa.Instruction) bool {
			inner, ok := instr.(*ssa.Call)
			return ok && refuses(inner.Common(), depth-1)
		})
	})
}

func isRefusal(c *ssa.Const) bool {
	if c.Value == nil || c.Value.Kind() != constant.Int || !types.Identical(c.Type(), types.Typ[types.Int]) {
		return false
	}
	n, ok := constant.Int64Val(c.Value)
	return ok && 400 <= n && n <= 599
}

// canAnswer tells a value through which an HTTP request is answered: a ResponseWriter, or the context of a framework.
func canAnswer(t types.Type) bool {
	return hasMethod(t, []string{"WriteHeader", "AbortWithStatus", "SendStatus", "NoContent", "SetStatusCode"})
}

// onError tells that a block stands on the branch of a test, behind the acquire, on which an error is not nil: an error
// of something else than the acquire.
func onError(b, acquire *ssa.BasicBlock, pos token.Pos) bool {
	for _, t := range b.Parent().Blocks {
		if len(t.Succs) != 2 || !acquire.Dominates(t) {
			continue
		}
		test, ok := t.Instrs[len(t.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		cmp, ok := test.Cond.(*ssa.BinOp)
		if !ok || !isErrorType(cmp.X.Type()) || !isNilConst(cmp.X) && !isNilConst(cmp.Y) {
			continue
		}
		taken := t.Succs[0]
		if cmp.Op == token.EQL {
			taken = t.Succs[1]
		}
		ofAcquire := sources{seen: map[ssa.Value]bool{}, is: func(call *ssa.Call) bool { return call.Pos() == pos }}
		if taken.Dominates(b) && !ofAcquire.from(cmp.X) {
			return true
		}
	}
	return false
}

func isNilConst(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.IsNil()
}

// reaches tells that one can get from a block to another.
func reaches(from, to *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{}
	var walk func(b *ssa.BasicBlock) bool
	walk = func(b *ssa.BasicBlock) bool {
		if b == to {
			return true
		}
		if seen[b] {
			return false
		}
		seen[b] = true
		return slices.ContainsFunc(b.Succs, walk)
	}
	return walk(from)
}
