package section

import (
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/summary"
	"github.com/locklint/locklint/internal/value"
)

// A Life is what is known of how long the context of a call lives.
type Life uint8

// The lives. Those from Cancelled on have ended when the call is made.
const (
	UnknownLife Life = iota
	Detached         // nobody ends it but its own time limit
	Surrounding      // of the function around: that function knows more
	Configured       // of a web framework, which ends it only where the program has told it so
	Caller           // ends when the caller's does
	Cancelled        // the function that ends it was called
	Ended            // the path has seen it end
)

// Done tells that the context has ended for certain.
func (l Life) Done() bool { return l >= Cancelled }

// groupCtx is where an errgroup keeps its context, and groupContext the function that makes both.
const (
	groupCtx     = "!ctx"
	groupContext = "golang.org/x/sync/errgroup.WithContext"
)

// contexts does what functions that derive or end a context do, and tells whether the call is one.
func (w *walker) contexts(c *config, site callSite, name string) bool {
	switch name {
	case groupContext:
		ctx := summary.New(summary.Derived, 0, "errgroup", firstOf(site.args), resultOf(site.local, 1))
		if ctx != nil {
			w.result(c, site.local, 1, ctx)
			c.set(resultOf(site.local, 0).Dot(groupCtx), ctx)
		}
		return true
	case "(*golang.org/x/sync/errgroup.Group).Wait":
		if g := firstOf(site.args); g != nil {
			if ctx, ok := c.content(g.Dot(groupCtx)); ok {
				w.end(c, ctx, cancelledBy, site.pos)
			}
		}
		return false
	}
	if i, ok := value.Keeping(name); ok {
		for k, a := range site.args {
			if t := argType(site.common, k); t != nil && isContext(t) {
				w.result(c, site.local, i, summary.New(summary.Derived, 0, value.Kept, a))
				return true
			}
		}
	}
	if value.Cancels(name) {
		r, _ := value.Std(name, site.args, resultOf(site.local, 0), func(*summary.Expr) []*summary.Expr { return nil })
		if ctx := firstOf(site.args); ctx != nil && strings.HasPrefix(name, "context.WithCancel") && sharesCancel(site.instr) {
			r.X = summary.New(summary.Derived, 0, value.Shared, ctx, resultOf(site.local, 0))
			w.result(c, site.local, 0, r.X)
			w.result(c, site.local, 1, summary.New(summary.Call, 0, value.CancelFunc, r.X))
			return true
		}
		w.result(c, site.local, 1, summary.New(summary.Call, 0, value.CancelFunc, r.X))
	}
	return false
}

func firstOf(args []*summary.Expr) *summary.Expr {
	if len(args) == 0 {
		return nil
	}
	return args[0]
}

// argType is the type of argument i of a call, the receiver counted.
func argType(call *ssa.CallCommon, i int) types.Type {
	if call.IsInvoke() {
		if i == 0 {
			return call.Value.Type()
		}
		i--
	}
	if i < len(call.Args) {
		return call.Args[i].Type()
	}
	return nil
}

// isContext tells the type context.Context.
func isContext(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Name() == "Context" && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "context"
}

// What made a context end, in the marks that a path keeps.
const (
	cancelledBy = "cancelled" // its cancel function, or what it belongs to
	seenBy      = "seen done" // the path has received from its channel
)

// end notes that a context has ended, and where.
func (w *walker) end(c *config, ctx *summary.Expr, how string, at token.Pos) {
	w.learn(c, summary.New(summary.Call, 0, value.CtxErr, ctx), summary.NotNil)
	w.learn(c, summary.New(summary.Call, int(at), how, ctx), summary.IsTrue)
}

// ended tells where a path knows a context to have ended in a way.
func (c *config) ended(ctx *summary.Expr, how string) (token.Pos, bool) {
	mark := summary.New(summary.Call, 0, how, ctx)
	if mark == nil {
		return token.NoPos, false
	}
	t, ok := c.truths.lookup(mark.String())
	if !ok {
		return token.NoPos, false
	}
	return token.Pos(t.X.Index), true
}

// ends is the context that a function value ends, or nil.
func ends(fn *summary.Expr) *summary.Expr {
	if fn != nil && fn.Op == summary.Call && fn.Name == value.CancelFunc {
		return fn.Args[0]
	}
	return nil
}

// received learns from a receive on a channel: on that of a context, that it has ended.
func (w *walker) received(c *config, ch *summary.Expr, at token.Pos) {
	if ch != nil && ch.Op == summary.Call && ch.Name == value.DoneChan {
		w.end(c, ch.Args[0], seenBy, at)
	}
}

// chosen learns from the comparison of a select's index which of its channels was received from.
func (w *walker) chosen(c *config, v *ssa.BinOp) {
	e, ok := v.X.(*ssa.Extract)
	if !ok || v.Op != token.EQL || e.Index != 0 {
		return
	}
	sel, ok := e.Tuple.(*ssa.Select)
	k, isConst := v.Y.(*ssa.Const)
	if !ok || !isConst || k.Value == nil {
		return
	}
	if i, exact := constant.Int64Val(k.Value); exact && i >= 0 && int(i) < len(sel.States) && sel.States[i].Dir == types.RecvOnly {
		w.received(c, w.eval(c, sel.States[i].Chan), sel.States[i].Pos)
	}
}

// life is what the path knows of a context, and where it ended.
func (w *walker) life(c *config, ctx *summary.Expr) (Life, token.Pos) {
	at := token.NoPos
	life := lifeOf(w.fn.Fn, ctx, func(x *summary.Expr) Life {
		if pos, ok := c.ended(x, cancelledBy); ok {
			at = pos
			return Cancelled
		}
		if pos, ok := c.ended(x, seenBy); ok {
			at = pos
			return Ended
		}
		if c.truths.get(ctxErr(x)).Is == summary.NotNil {
			return Ended
		}
		return UnknownLife
	})
	return life, at
}

func ctxErr(ctx *summary.Expr) string {
	return summary.New(summary.Call, 0, value.CtxErr, ctx).String()
}

// LifeOf is what is known of a context that fn speaks of when it has returned.
func LifeOf(fn *ssa.Function, ctx *summary.Expr) Life {
	return lifeOf(fn, ctx, func(*summary.Expr) Life { return UnknownLife })
}

// lifeOf follows a context to where it comes from; over tells of one that is over.
func lifeOf(fn *ssa.Function, ctx *summary.Expr, over func(*summary.Expr) Life) Life {
	for x := ctx; x != nil; x = x.Args[0] {
		if l := over(x); l != UnknownLife {
			return l
		}
		switch {
		case x.Op == summary.Derived && x.Name == value.Detached, value.Background(x):
			return Detached
		case x.Op == summary.Derived, x.Op == summary.WithValue:
			continue
		case x.Op == summary.Field && x.Name == value.RequestCtx:
			return Caller
		case x.Op == summary.Field && x.Name == value.ConfiguredCtx:
			return Configured
		case x.Op == summary.Free, x.Op == summary.Deref && x.Args[0].Op == summary.Free:
			return Surrounding
		case x.Op == summary.Param && x.Index < len(fn.Params):
			return LifeOfType(fn.Params[x.Index].Type())
		}
		break
	}
	return UnknownLife
}

// LifeOfType is what is known of a context that the caller gives, by its type.
func LifeOfType(t types.Type) Life {
	switch of := value.RequestType(t); {
	case isContext(t), of == value.RequestCtx:
		return Caller
	case of == value.ConfiguredCtx:
		return Configured
	}
	return UnknownLife
}
