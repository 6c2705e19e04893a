package section

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/summary"
)

// The catalogue names the parts of a call by places: a receiver, an argument, a result, an option, or a field of one of
// them. Here they become expressions.

// takesContext tells that the first argument behind the receiver is a context.
func takesContext(call *ssa.CallCommon) bool {
	sig := call.Signature()
	if sig.Params().Len() == 0 {
		return false
	}
	n, ok := types.Unalias(sig.Params().At(0).Type()).(*types.Named)
	return ok && n.Obj().Name() == "Context"
}

// handle is the handle that the call uses.
func (l libraryCall) handle() *summary.Expr {
	if l.on != nil {
		return l.on
	}
	h := l.place(l.entry.Handle)
	for h != nil && h.Op == summary.Field && h.Name == savepoint {
		h = h.Args[0]
	}
	return h
}

// place is the expression at a place of the call.
func (l libraryCall) place(p catalog.Place) *summary.Expr {
	var x *summary.Expr
	switch p.Kind {
	case catalog.AtRecv:
		x = l.arg(0)
	case catalog.AtArg:
		x = l.arg(l.off + p.Index)
	case catalog.AtResult:
		x = resultOf(l.site.local, p.Index)
	case catalog.AtConstant:
		x = summary.ConstOf(p.Name)
	case catalog.AtOption:
		x, _ = l.option(p)
	default:
		return nil
	}
	if p.Field == "" || x == nil {
		return x
	}
	for _, name := range strings.Split(p.Field, ".") {
		x = x.Dot(name)
	}
	return l.c.fold(x)
}

func (l libraryCall) arg(i int) *summary.Expr {
	if i < len(l.site.args) {
		return l.site.args[i]
	}
	return nil
}

// lock is the lock that the call is about. Where it has a handle, the key is what the handle was made with.
func (l libraryCall) lock(kind catalog.LockKind) summary.Lock {
	e := l.entry
	lock := summary.Lock{Kind: kind, Handle: l.place(e.Lock), Key: l.key(e.Key), Shared: e.Shared}
	if lock.Handle != nil && lock.Key == nil {
		if key, ok := l.c.content(lock.Handle.Dot("key")); ok {
			lock.Key = key
		}
	}
	return lock
}

// key is a key at a place; of a slice of keys it is the first.
func (l libraryCall) key(p catalog.Place) *summary.Expr {
	return firstKey(l.c, l.place(p))
}

func firstKey(c *config, x *summary.Expr) *summary.Expr {
	if parts := elements(c, x); len(parts) > 0 {
		return parts[0]
	}
	if x != nil {
		if any, ok := c.content(x.At(nil)); ok { // collected in a loop: each of them is like this one
			return any
		}
	}
	return x
}

// scope is what the type of the handle says.
func (l libraryCall) scope() catalog.Scope {
	if l.inTx {
		return catalog.TxScope
	}
	t := l.handleType()
	if t == nil {
		return catalog.AnyScope
	}
	if e := l.world.Catalog().TypeOf(t); e != nil {
		return e.Scope
	}
	return catalog.AnyScope
}

func (l libraryCall) handleType() types.Type {
	common := l.site.common
	p := l.entry.Handle
	if p.IsZero() {
		p = l.entry.Tx
	}
	i := 0
	if p.Kind == catalog.AtArg {
		i = l.off + p.Index
	}
	if common.IsInvoke() {
		if i == 0 {
			return common.Value.Type()
		}
		i--
	}
	if i < len(common.Args) {
		return common.Args[i].Type()
	}
	return nil
}

// A Span is a piece of source text.
type Span struct{ From, To token.Pos }

// Holds tells that pos is in the piece.
func (s Span) Holds(pos token.Pos) bool { return s.From <= pos && pos < s.To }

// spanOf is the text of a function.
func spanOf(fn *ssa.Function) Span {
	if syntax := fn.Syntax(); syntax != nil {
		return Span{syntax.Pos(), syntax.End()}
	}
	return Span{}
}
