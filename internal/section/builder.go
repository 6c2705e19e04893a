package section

import (
	"go/constant"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/sqltext"
	"github.com/locklint/locklint/internal/summary"
)

// A link is one call of a chain of builders, from the last back to the handle.
type link struct {
	entry *catalog.Entry
	call  *ssa.CallCommon
	off   int
}

// maxChain bounds how long a chain of builders is.
const maxChain = 16

// chain are the builders through which the handle of the call came: Model, Where, Clauses.
func (l libraryCall) chain() []link {
	if len(l.entry.Recv) == 0 {
		return nil
	}
	var out []link
	v := receiverOf(l.site.common)
	for range maxChain {
		call := builderCall(v)
		if call == nil {
			return out
		}
		obj := call.Method
		if fn := call.StaticCallee(); fn != nil {
			obj = l.world.Object(fn)
		}
		e := l.world.Catalog().Lookup(obj)
		if e == nil || len(e.Recv) == 0 {
			return out
		}
		off := 1
		if call.IsInvoke() {
			off = 0
		}
		out = append(out, link{e, call, off})
		v = receiverOf(call)
	}
	l.partial = l.partial || builderCall(v) != nil
	return out
}

func receiverOf(call *ssa.CallCommon) ssa.Value {
	if call.IsInvoke() {
		return call.Value
	}
	if len(call.Args) > 0 {
		return call.Args[0]
	}
	return nil
}

// builderCall is the call that made a value, also where it stood in a variable meanwhile.
func builderCall(v ssa.Value) *ssa.CallCommon {
	for range maxChain {
		switch x := v.(type) {
		case *ssa.Call:
			return &x.Call
		case *ssa.Phi:
			v = x.Edges[len(x.Edges)-1]
		case *ssa.ChangeInterface:
			v = x.X
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.Extract:
			v = x.Tuple
		case *ssa.UnOp:
			alloc, ok := x.X.(*ssa.Alloc)
			if !ok {
				return nil
			}
			v = onlyStore(alloc)
		default:
			return nil
		}
	}
	return nil
}

// onlyStore is the one value that is assigned to a variable, or nil.
func onlyStore(alloc *ssa.Alloc) ssa.Value {
	var out ssa.Value
	for _, ref := range *alloc.Referrers() {
		if st, ok := ref.(*ssa.Store); ok && st.Addr == alloc {
			if out != nil {
				return nil
			}
			out = st.Val
		}
	}
	return out
}

// valueAt is the argument at a place of a call.
func valueAt(call *ssa.CallCommon, off int, p catalog.Place) ssa.Value {
	if call.IsInvoke() {
		off = 0
	}
	if i := off + p.Index; p.Kind == catalog.AtArg && i < len(call.Args) {
		return call.Args[i]
	}
	return nil
}

// table is the table that the call or a builder before it names, by text or by the type of a model.
func (l libraryCall) table(links []link) string {
	off := l.off
	if l.entry.Table == catalog.Recv {
		return entityTable(receiverOf(l.site.common))
	}
	if name := tableOf(valueAt(l.site.common, off, l.entry.Table)); name != "" {
		return name
	}
	for _, k := range links {
		if name := tableOf(valueAt(k.call, k.off, k.entry.Table)); name != "" {
			return name
		}
	}
	return ""
}

func tableOf(v ssa.Value) string {
	if v == nil {
		return ""
	}
	if mi, ok := v.(*ssa.MakeInterface); ok {
		v = mi.X
	}
	if c, ok := v.(*ssa.Const); ok && c.Value != nil && c.Value.Kind() == constant.String {
		return strings.ToLower(constant.StringVal(c.Value))
	}
	if alloc, ok := variadic(v); ok {
		for _, v := range stored(alloc) {
			return tableOf(v)
		}
		return ""
	}
	return tableOfType(v.Type())
}

func variadic(v ssa.Value) (*ssa.Alloc, bool) {
	s, ok := v.(*ssa.Slice)
	if !ok {
		return nil, false
	}
	alloc, ok := s.X.(*ssa.Alloc)
	return alloc, ok && alloc.Comment == "varargs"
}

// tableOfType is the table of a model: its name as ORMs write it, or the type where a method says what it is.
func tableOfType(t types.Type) string {
	for range 4 {
		t = types.Unalias(t)
		switch u := t.(type) {
		case *types.Pointer:
			t = u.Elem()
			continue
		case *types.Slice:
			t = u.Elem()
			continue
		case *types.Named:
			if _, ok := u.Underlying().(*types.Struct); !ok {
				return ""
			}
			if m, _, _ := types.LookupFieldOrMethod(types.NewPointer(u), true, u.Obj().Pkg(), "TableName"); m != nil && u.Obj().Pkg() != nil {
				return u.Obj().Pkg().Name() + "." + u.Obj().Name()
			}
			return plural(snake(u.Obj().Name()))
		}
		return ""
	}
	return ""
}

func snake(name string) string {
	var b strings.Builder
	for i, r := range name {
		upper := r >= 'A' && r <= 'Z'
		if upper && i > 0 && !(name[i-1] >= 'A' && name[i-1] <= 'Z') {
			b.WriteByte('_')
		}
		b.WriteRune(r)
	}
	return strings.ToLower(b.String())
}

func plural(name string) string {
	switch {
	case strings.HasSuffix(name, "y") && len(name) > 1 && !strings.ContainsRune("aeiou", rune(name[len(name)-2])):
		return name[:len(name)-1] + "ies"
	case strings.HasSuffix(name, "s"), strings.HasSuffix(name, "x"), strings.HasSuffix(name, "ch"), strings.HasSuffix(name, "sh"):
		return name + "es"
	}
	return name + "s"
}

// clauses are what the arguments of a builder add: a row lock, an upsert.
func (l libraryCall) clauses(call *ssa.CallCommon, e *catalog.Entry) summary.Traits {
	t := clauseText(e)
	if e.Name == "For" || e.Name == "ForUpdate" {
		t |= summary.RowLock
	}
	if !e.Locking {
		return t
	}
	for _, a := range call.Args {
		t |= l.clause(a)
		if alloc, ok := variadic(a); ok {
			for _, v := range stored(alloc) {
				t |= l.clause(v)
			}
		}
	}
	return t
}

func (l libraryCall) clause(v ssa.Value) summary.Traits {
	if mi, ok := v.(*ssa.MakeInterface); ok {
		v = mi.X
	}
	e := l.world.Catalog().TypeOf(v.Type())
	switch {
	case e == nil:
		return 0
	case e.RowLock:
		return summary.RowLock
	case e.Upsert:
		return summary.Upsert
	}
	return 0
}

// conditions are those of a builder or finisher on the rows, where they are text.
func (l libraryCall) conditions(k link) []sqltext.Cond {
	v := valueAt(k.call, k.off, k.entry.Cond)
	if v == nil {
		return nil
	}
	if alloc, ok := variadic(v); ok { // First(&row, "id = ?", id)
		v = nil
		for _, ref := range *alloc.Referrers() {
			if at, ok := ref.(*ssa.IndexAddr); ok && isZero(at.Index) {
				for _, r := range *at.Referrers() {
					if st, ok := r.(*ssa.Store); ok {
						v = st.Val
					}
				}
			}
		}
	}
	if mi, ok := v.(*ssa.MakeInterface); ok {
		v = mi.X
	}
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.String {
		return nil
	}
	for _, st := range sqltext.Parse("DELETE FROM t WHERE " + constant.StringVal(c.Value)) {
		return st.Where
	}
	return nil
}

func isZero(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value != nil && c.Value.ExactString() == "0"
}

// relative tells that what is written is an expression that the store computes: gorm.Expr("qty - ?", n).
func (l libraryCall) relative(links []link) bool {
	if l.isExpression(valueAt(l.site.common, l.off, l.entry.Value)) {
		return true
	}
	for _, k := range links {
		switch k.entry.Name {
		case "Incr", "Decr", "SetExpr":
			return true
		case "Set":
			if v, ok := valueAt(k.call, k.off, k.entry.Value).(*ssa.Const); ok && v.Value != nil && v.Value.Kind() == constant.String {
				for _, st := range sqltext.Parse("UPDATE t SET " + constant.StringVal(v.Value)) {
					if st.Relative {
						return true
					}
				}
			}
		}
		if k.entry.Value.Kind == catalog.AtArg && l.isExpression(valueAt(k.call, k.off, k.entry.Value)) {
			return true
		}
	}
	return false
}

// isExpression looks for an expression of the ORM, also among the values of a map that the caller built.
func (l libraryCall) isExpression(v ssa.Value) bool {
	switch x := v.(type) {
	case *ssa.MakeInterface:
		return l.isExpression(x.X)
	case *ssa.ChangeType:
		return l.isExpression(x.X)
	case *ssa.Call:
		fn := x.Call.StaticCallee()
		if fn == nil {
			return false
		}
		e := l.world.Catalog().Lookup(l.world.Object(fn))
		return e != nil && e.Role == catalog.Text
	case *ssa.MakeMap:
		for _, ref := range *x.Referrers() {
			if up, ok := ref.(*ssa.MapUpdate); ok && up.Map == x && l.isExpression(up.Value) {
				return true
			}
		}
	}
	return false
}
