package effects

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/luatext"
	"github.com/locklint/locklint/internal/ssair"
	"github.com/locklint/locklint/internal/summary"
)

// A wrapper may renew a lease only where nobody gave it a life: its parameter is a switch, and who gives one turns the
// renewal off.

// RenewsWithout is the parameter of a function, or a field of one, without which it renews leases.
func (w *world) RenewsWithout(fn *ssa.Function) (x *summary.Expr, isTime bool) {
	var without switched
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if !w.startsRenewal(instr) {
				continue
			}
			by := notPositive(b)
			if by.x == nil || without.x != nil && !summary.Equal(by.x, without.x) {
				return nil, false
			}
			without = by
		}
	}
	return without.x, without.isTime
}

// maxInterval bounds through how many negations, conversions and fields a switch is followed.
const maxInterval = 5

// switched is what a switch looks at, and whether it is a time.Duration.
type switched struct {
	x      *summary.Expr
	isTime bool
}

// startsRenewal tells an instruction that renews leases, or calls, starts or hands on what does.
func (w *world) startsRenewal(instr ssa.Instruction) bool {
	if call, ok := instr.(ssa.CallInstruction); ok && call.Common().IsInvoke() {
		if e := w.Catalog().Lookup(call.Common().Method); e != nil && renewing(e) {
			return true
		}
	}
	if call, ok := instr.(ssa.CallInstruction); ok && w.scriptRenews(call.Common()) {
		return true
	}
	for _, op := range instr.Operands(nil) {
		if f, ok := (*op).(*ssa.Function); ok && w.Renews(f) {
			return true
		}
	}
	return false
}

// scriptRenews tells that a call runs a script that renews a key.
func (w *world) scriptRenews(call *ssa.CallCommon) bool {
	obj := call.Method
	if fn := call.StaticCallee(); fn != nil {
		obj = w.target(fn)
	}
	if obj == nil {
		return false
	}
	if e := w.Catalog().Lookup(obj); e == nil || e.Role != catalog.Script {
		return false
	}
	return slices.ContainsFunc(append([]ssa.Value{call.Value}, call.Args...), w.renewsText)
}

// renewsText tells the text of a script that renews a key, or a package variable that was made of one.
func (w *world) renewsText(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Const:
		return v.Value != nil && v.Value.Kind() == constant.String && luatext.Classify(constant.StringVal(v.Value)) == luatext.CompareAndExpire
	case *ssa.UnOp:
		g, ok := v.X.(*ssa.Global)
		return ok && g.Pkg == w.ir.SSA && w.madeOfRenewal(w.startsAs(g))
	}
	return false
}

func (w *world) madeOfRenewal(v ssa.Value) bool {
	call, ok := v.(*ssa.Call)
	return ok && slices.ContainsFunc(call.Call.Args, w.renewsText) || !ok && w.renewsText(v)
}

// notPositive is the parameter, or field of one, that is not positive wherever a block is executed, if there is one.
func notPositive(b *ssa.BasicBlock) switched {
	for at := b; at.Idom() != nil; at = at.Idom() {
		before := at.Idom()
		test, ok := before.Instrs[len(before.Instrs)-1].(*ssa.If)
		if !ok || len(at.Preds) != 1 || before.Succs[0] == before.Succs[1] {
			continue
		}
		if by := notPositiveWhere(test.Cond, before.Succs[0] == at, 0); by.x != nil {
			return by
		}
	}
	return switched{}
}

// notPositiveWhere is what is not positive where a condition is so.
func notPositiveWhere(cond ssa.Value, is bool, depth int) switched {
	if depth > maxInterval {
		return switched{}
	}
	switch v := cond.(type) {
	case *ssa.UnOp:
		if v.Op == token.NOT {
			return notPositiveWhere(v.X, !is, depth+1)
		}
	case *ssa.BinOp:
		limit, ok := v.Y.(*ssa.Const)
		if !ok || limit.Value == nil || limit.Value.Kind() != constant.Int {
			return switched{}
		}
		n, _ := constant.Int64Val(limit.Value)
		op := v.Op
		if !is {
			op = map[token.Token]token.Token{token.GTR: token.LEQ, token.GEQ: token.LSS, token.NEQ: token.EQL}[op]
		}
		if op == token.EQL && n <= 0 || op == token.LEQ && n <= 0 || op == token.LSS && n <= 1 {
			return switched{givenPath(v.X, 0), types.TypeString(v.X.Type(), nil) == "time.Duration"}
		}
	case *ssa.Phi: // a flag that is set in one branch
		for i, e := range v.Edges {
			if e == cond { // a loop that leaves it as it is
				continue
			}
			k, ok := e.(*ssa.Const)
			switch {
			case !ok || k.Value == nil || k.Value.Kind() != constant.Bool:
				return switched{}
			case constant.BoolVal(k.Value) == is:
				return notPositive(v.Block().Preds[i])
			}
		}
	}
	return switched{}
}

// givenPath is the parameter, or field of one, that a number is, in whatever unit.
func givenPath(v ssa.Value, depth int) *summary.Expr {
	if depth > maxInterval {
		return nil
	}
	switch v := v.(type) {
	case *ssa.Parameter:
		return summary.ParamOf(slices.Index(v.Parent().Params, v))
	case *ssa.Convert:
		return givenPath(v.X, depth+1)
	case *ssa.ChangeType:
		return givenPath(v.X, depth+1)
	case *ssa.Field:
		return givenPath(v.X, depth+1).Dot(v.X.Type().Underlying().(*types.Struct).Field(v.Field).Name())
	case *ssa.FieldAddr:
		return givenPath(v.X, depth+1).Dot(ssair.FieldOf(v).Name())
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return givenPath(v.X, depth+1)
		}
	case *ssa.Alloc: // of a parameter that a literal captures, or whose fields are looked at
		for _, ref := range *v.Referrers() {
			if st, ok := ref.(*ssa.Store); ok && st.Addr == v {
				if p, ok := st.Val.(*ssa.Parameter); ok {
					return givenPath(p, depth+1)
				}
			}
		}
	}
	return nil
}
