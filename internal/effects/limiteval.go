package effects

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/ssair"
	"github.com/locklint/locklint/internal/summary"
)

// The limit behind a value is followed to where the value is made: a new client, a constructor, what the callers give.

// An env says what the parameters of a function stand for, where it is known who calls it.
type env struct {
	fn   *ssa.Function
	args []ssa.Value
	up   *env
}

// eval is the limit at path behind a value; skip tells that there is no value, as with nil.
func (l *limits) eval(v ssa.Value, path []string, in env, depth int) (t limitText, skip bool) {
	if depth > maxLimitDepth {
		return limitText{}, false
	}
	depth++
	switch v := v.(type) {
	case *ssa.Const:
		return l.constant(v, path)
	case *ssa.Alloc:
		return l.alloc(v, path, in, depth), false
	case *ssa.MakeInterface:
		return l.eval(v.X, path, in, depth)
	case *ssa.ChangeInterface:
		return l.eval(v.X, path, in, depth)
	case *ssa.ChangeType:
		return l.eval(v.X, path, in, depth)
	case *ssa.Convert:
		return l.eval(v.X, path, in, depth)
	case *ssa.Global:
		return l.of(v.Object(), path), false
	case *ssa.FieldAddr:
		return l.of(ssair.FieldOf(v), path), false
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return l.load(v.X, path, in, depth)
		}
	case *ssa.Phi:
		var j join
		for _, e := range v.Edges {
			j.add(l.eval(e, path, in, depth))
		}
		return j.result(), !j.some
	case *ssa.Call:
		return l.call(v, 0, path, in, depth), false
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok {
			return l.call(call, v.Index, path, in, depth), false
		}
	case *ssa.Parameter:
		return l.parameter(v, path, in, depth), false
	}
	return limitText{}, false
}

func (l *limits) constant(v *ssa.Const, path []string) (limitText, bool) {
	switch {
	case len(path) == 0 && v.Value != nil && v.Value.Kind() == constant.Int:
		return limitText{v.Value.ExactString(), true}, false
	case len(path) == 0:
		return limitText{}, false
	case v.IsNil() && path[0] == "ResponseHeaderTimeout": // no transport: the default one
		return limitText{"0", true}, false
	case v.IsNil():
		return limitText{}, true
	}
	return l.zero(v.Type(), path)
}

// zero is the limit at a path behind the zero value of a struct.
func (l *limits) zero(t types.Type, path []string) (limitText, bool) {
	for i, name := range path {
		s, ok := t.Underlying().(*types.Struct)
		if !ok {
			// no transport stands for the default one; any other client that is nil cannot be used
			return limitText{"0", true}, path[i] != "ResponseHeaderTimeout"
		}
		f := structField(s, name)
		if f == nil {
			return limitText{}, false
		}
		t = f.Type()
	}
	return limitText{"0", true}, false
}

func structField(s *types.Struct, name string) *types.Var {
	for f := range s.Fields() {
		if f.Name() == name {
			return f
		}
	}
	return nil
}

// load is what an address holds.
func (l *limits) load(addr ssa.Value, path []string, in env, depth int) (limitText, bool) {
	switch a := addr.(type) {
	case *ssa.FieldAddr:
		if of, ok := a.X.(*ssa.Alloc); ok && ownStruct(of) {
			return l.alloc(of, append([]string{ssair.FieldOf(a).Name()}, path...), in, depth), false
		}
		return l.eval(a, path, in, depth)
	case *ssa.Global:
		return l.eval(a, path, in, depth)
	case *ssa.Alloc:
		if _, isStruct := pointee(a.Type()).Underlying().(*types.Struct); isStruct {
			return l.alloc(a, path, in, depth), false
		}
		var j join
		for _, ref := range *a.Referrers() {
			switch ref := ref.(type) {
			case *ssa.Store:
				if ref.Addr != a {
					return limitText{}, false
				}
				j.add(l.eval(ref.Val, path, in, depth))
			case *ssa.UnOp, *ssa.DebugRef:
			default:
				return limitText{}, false
			}
		}
		return j.result(), !j.some
	}
	return limitText{}, false
}

// ownStruct tells a struct of the function, whose fields nobody else can assign to.
func ownStruct(v *ssa.Alloc) bool {
	for _, ref := range *v.Referrers() {
		switch ref := ref.(type) {
		case *ssa.FieldAddr, *ssa.UnOp, *ssa.DebugRef:
		case *ssa.Store:
			if ref.Addr != v {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// alloc is the limit in a new value: what the function assigns to its fields, or none.
func (l *limits) alloc(v *ssa.Alloc, path []string, in env, depth int) limitText {
	if len(path) == 0 || slices.Contains(l.changed[v], path[0]) {
		return limitText{}
	}
	var j join
	for _, ref := range *v.Referrers() {
		switch ref := ref.(type) {
		case *ssa.FieldAddr:
			if ssair.FieldOf(ref).Name() == path[0] {
				l.field(&j, ref, path[1:], in, depth)
			}
		case *ssa.Store:
			if ref.Addr == v {
				j.add(l.eval(ref.Val, path, in, depth))
			}
		case ssa.CallInstruction:
			if l.mayChange(ref.Common()) {
				return limitText{}
			}
		}
	}
	if !j.some {
		j.add(l.zero(pointee(v.Type()), path))
	}
	return j.result()
}

// mayChange tells a call of a function of another package of which nothing is known.
func (l *limits) mayChange(call *ssa.CallCommon) bool {
	fn := call.StaticCallee()
	if fn == nil || len(fn.Blocks) > 0 {
		return fn == nil && !call.IsInvoke()
	}
	obj := l.w.Object(fn)
	return obj == nil || obj.Pkg() == nil || !catalog.IsStd(obj.Pkg().Path()) && l.w.Catalog().Lookup(obj) == nil && l.w.Summary(obj) == nil
}

// field adds what is assigned through the address of a field.
func (l *limits) field(j *join, addr *ssa.FieldAddr, path []string, in env, depth int) {
	for _, ref := range *addr.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Store:
			if ref.Addr == addr {
				j.add(l.eval(ref.Val, path, in, depth))
			}
		case *ssa.FieldAddr:
			if len(path) > 0 && ssair.FieldOf(ref).Name() == path[0] {
				l.field(j, ref, path[1:], in, depth)
			}
		}
	}
}

// call is the limit in the result of a call.
func (l *limits) call(v *ssa.Call, result int, path []string, in env, depth int) limitText {
	fn := v.Call.StaticCallee()
	if fn == nil {
		return limitText{}
	}
	if len(fn.Blocks) == 0 {
		return l.foreign(v, fn, result, path, in, depth)
	}
	var j join
	up := in
	for _, b := range fn.Blocks {
		if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && result < len(ret.Results) {
			j.add(l.eval(ret.Results[result], path, env{fn, v.Call.Args, &up}, depth))
		}
	}
	return j.result()
}

// foreign is the limit in the result of a function of another package.
func (l *limits) foreign(v *ssa.Call, fn *ssa.Function, result int, path []string, in env, depth int) limitText {
	obj := l.w.Object(fn)
	if obj == nil {
		return limitText{}
	}
	s := l.w.Summary(obj)
	if s == nil {
		return limitText{}
	}
	var j join
	for _, c := range s.Cases {
		if result < len(c.Results) && c.Results[result] != nil && c.Results[result].Op == summary.Nil {
			continue
		}
		at := summary.ResultOf(result)
		for _, name := range path {
			at = at.Dot(name)
		}
		t := limitText{}
		for _, st := range c.Stores {
			switch {
			case st.X.Op == summary.Nil && summary.Equal(st.Addr, at.Base()): // no transport
				t = limitText{"0", true}
			case !summary.Equal(st.Addr, at):
			case st.X.Op == summary.Const:
				t = limitText{st.X.Name, true}
			case st.X.Op == summary.Param && st.X.Index < len(v.Call.Args):
				t, _ = l.eval(v.Call.Args[st.X.Index], nil, in, depth)
			}
		}
		j.add(t, false)
	}
	return j.result()
}

// parameter is the limit behind what the callers give, if all of them are known.
func (l *limits) parameter(v *ssa.Parameter, path []string, in env, depth int) limitText {
	fn := v.Parent()
	index := -1
	for i, p := range fn.Params {
		if p == v {
			index = i
		}
	}
	if in.fn == fn && index < len(in.args) {
		t, _ := l.eval(in.args[index], path, *in.up, depth)
		return t
	}
	obj, _ := fn.Object().(*types.Func)
	if obj == nil || obj.Exported() || l.taken[fn] || fn.Signature.Recv() != nil {
		return limitText{}
	}
	var j join
	for _, call := range l.calls[fn] {
		j.add(l.eval(call.Args[index], path, env{}, depth))
	}
	return j.result()
}
