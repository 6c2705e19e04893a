// Package value says where an SSA value came from, as a comparable expression: an access path from a
// parameter, a free variable or a package variable, a constant, a key template, a context derived
// from another.
package value

import (
	"go/constant"
	"go/token"
	"go/types"
	"strconv"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/keys"
	"github.com/locklint/locklint/internal/summary"
)

// A State answers for what depends on the path: results of calls, loads and phis.
type State interface {
	// Bound is what the path has computed for a call, load or phi.
	Bound(v ssa.Value) (*summary.Expr, bool)
	// Content is what an address holds.
	Content(addr *summary.Expr) (*summary.Expr, bool)
	// Local is the expression of a value of which nothing else is known.
	Local(v ssa.Value) *summary.Expr
	// Name is the name of a function value.
	Name(fn *ssa.Function) string
	// Catalog knows which embedded fields of library types are the same handle.
	Catalog() *catalog.Catalog
}

// Of is the expression of v.
func Of(st State, v ssa.Value) *summary.Expr {
	if x, ok := st.Bound(v); ok {
		return x
	}
	switch v := v.(type) {
	case *ssa.Parameter:
		for i, p := range v.Parent().Params {
			if p == v {
				return summary.ParamOf(i)
			}
		}
	case *ssa.FreeVar:
		for i, p := range v.Parent().FreeVars {
			if p == v {
				return summary.FreeOf(i)
			}
		}
	case *ssa.Const:
		return ofConst(v)
	case *ssa.Global:
		return summary.GlobalOf(v.String())
	case *ssa.Function:
		return summary.New(summary.Func, 0, st.Name(v))
	case *ssa.Builtin:
		return nil
	default:
		return ofInstr(st, v)
	}
	return nil
}

func ofConst(v *ssa.Const) *summary.Expr {
	switch {
	case v.Value != nil && v.Value.Kind() == constant.String:
		return summary.ConstOf(constant.StringVal(v.Value))
	case v.Value != nil:
		return summary.ConstOf(v.Value.ExactString())
	case v.IsNil():
		return summary.NilExpr
	}
	return summary.ConstOf("zero " + types.TypeString(v.Type(), nil)) // of a struct or array
}

func ofInstr(st State, v ssa.Value) *summary.Expr {
	switch v := v.(type) {
	case *ssa.MakeClosure:
		args := make([]*summary.Expr, len(v.Bindings))
		for i, b := range v.Bindings {
			args[i] = Of(st, b)
		}
		return summary.New(summary.Func, 0, st.Name(v.Fn.(*ssa.Function)), args...)
	case *ssa.FieldAddr:
		return selected(st, v.X, v.X.Type(), v.Field)
	case *ssa.Field:
		return selected(st, v.X, v.X.Type(), v.Field)
	case *ssa.IndexAddr:
		return element(st, v.X, v.Index)
	case *ssa.Index:
		return element(st, v.X, v.Index)
	case *ssa.Lookup:
		if v.CommaOk {
			return st.Local(v)
		}
		return element(st, v.X, v.Index)
	case *ssa.Slice:
		return sliced(st, v)
	case *ssa.Extract:
		return extract(st, v)
	case *ssa.ChangeType:
		return Of(st, v.X)
	case *ssa.ChangeInterface:
		return Of(st, v.X)
	case *ssa.Convert:
		return Of(st, v.X)
	case *ssa.MakeInterface:
		return Of(st, v.X)
	case *ssa.TypeAssert:
		if !v.CommaOk {
			return Of(st, v.X)
		}
	case *ssa.BinOp:
		return binary(st, v)
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return Load(st, v)
		}
	case *ssa.Call:
		if v.Call.Signature().Results().Len() == 1 {
			return st.Local(v).Dot("#0")
		}
	}
	return st.Local(v)
}

// extract is one result of a tuple. The second of x.(T) is true where x is not nil, as far as can be
// known; the second of a map lookup is unknown.
func extract(st State, v *ssa.Extract) *summary.Expr {
	switch t := v.Tuple.(type) {
	case *ssa.TypeAssert:
		if v.Index == 0 {
			return Of(st, t.X)
		}
		return summary.New(summary.Call, 0, "is", Of(st, t.X), summary.ConstOf(types.TypeString(t.AssertedType, nil)))
	case *ssa.Lookup:
		if v.Index == 0 {
			return element(st, t.X, t.Index)
		}
	case *ssa.Next: // a range over a map
		if r, ok := t.Iter.(*ssa.Range); ok && v.Index == 2 {
			if m := Of(st, r.X); m != nil {
				return m.At(st.Local(t).Dot("#1"))
			}
		}
	}
	return st.Local(v.Tuple).Dot("#" + strconv.Itoa(v.Index))
}

func selected(st State, x ssa.Value, t types.Type, field int) *summary.Expr {
	base := Of(st, x)
	if base == nil {
		return nil
	}
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	f := s.Field(field)
	if st.Catalog().Transparent(t, f) {
		return base
	}
	return base.Dot(f.Name())
}

func element(st State, x, index ssa.Value) *summary.Expr {
	base := Of(st, x)
	if base == nil {
		return nil
	}
	return base.At(Of(st, index))
}

// Load is what the address of a load holds at this moment.
func Load(st State, v *ssa.UnOp) *summary.Expr {
	addr := Of(st, v.X)
	if addr == nil {
		return nil
	}
	if x, ok := st.Content(addr); ok {
		return x
	}
	if f, ok := v.X.(*ssa.FieldAddr); ok && summary.Equal(addr, Of(st, f.X)) {
		return addr // a field that is the same handle
	}
	if addr.Op == summary.Elem {
		if x, ok := st.Content(addr.Args[0].At(nil)); ok {
			return x
		}
	}
	switch v.Type().Underlying().(type) {
	case *types.Struct, *types.Array:
		return addr
	}
	switch addr.Op {
	case summary.Field, summary.Elem, summary.Global:
		return addr // the path of a variable stands for its content
	}
	return addr.Load()
}

func binary(st State, v *ssa.BinOp) *summary.Expr {
	x, y := Of(st, v.X), Of(st, v.Y)
	if b, ok := v.Type().Underlying().(*types.Basic); ok && b.Info()&types.IsString != 0 && v.Op == token.ADD {
		return keys.Concat(x, y).BuiltAt(v.Pos())
	}
	if x == nil || y == nil {
		return st.Local(v)
	}
	return summary.New(summary.Call, 0, v.Op.String(), x, y).BuiltAt(v.Pos())
}

// sliced is a part of x: of a text another text, of anything else as good as the whole.
func sliced(st State, v *ssa.Slice) *summary.Expr {
	x := Of(st, v.X)
	if v.Low == nil && v.High == nil || !isText(v.X.Type()) {
		return x
	}
	bound := func(b ssa.Value) *summary.Expr {
		if b == nil {
			return summary.NilExpr
		}
		return Of(st, b)
	}
	if low, high := bound(v.Low), bound(v.High); x != nil && low != nil && high != nil {
		return summary.New(summary.Call, 0, keys.Part, x, low, high).BuiltAt(v.Pos())
	}
	return st.Local(v)
}

// isText tells a string, or bytes.
func isText(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&types.IsString != 0
	case *types.Pointer:
		a, ok := u.Elem().Underlying().(*types.Array)
		return ok && isByte(a.Elem())
	case *types.Slice:
		return isByte(u.Elem())
	}
	return false
}

func isByte(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Kind() == types.Byte
}
