package section

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/sqltext"
	"github.com/locklint/locklint/internal/summary"
)

// A generated client says in the names of its types and functions what others say in text: the table, the conditions,
// what is added to a column.

// entityTable is the table of the entity that the receiver of a call builds for.
func entityTable(recv ssa.Value) string {
	if f, ok := recv.(*ssa.FieldAddr); ok { // a method of an embedded part of the builder
		recv = f.X
	}
	if entity := catalog.EntityOf(recv.Type()); entity != "" {
		return plural(snake(entity))
	}
	return ""
}

// keepsHandle notes in the data that a call returns the handle that they keep.
func (l libraryCall) keepsHandle() {
	v, ok := l.site.instr.(*ssa.Call)
	if !ok || v.Call.Signature().Results().Len() == 0 {
		return
	}
	field := l.handleField(v.Call.Signature().Results().At(0).Type())
	if handle := l.handle(); field != "" && handle != nil {
		l.c.set(resultOf(l.site.local, 0).Dot(field), handle)
	}
}

// kept is the handle that x leads to: that in data which came through one, or x itself.
func (l libraryCall) kept(x *summary.Expr) *summary.Expr {
	t := l.handleType()
	if t == nil || x == nil {
		return x
	}
	if field := l.handleField(t); field != "" {
		return l.c.fold(x.Dot(field))
	}
	return x
}

// handleField is the field of data in which they keep their handle; "" where there is none, or the whole is the handle.
func (l libraryCall) handleField(t types.Type) string {
	e := l.world.Catalog().TypeOf(t)
	if e == nil || slices.Contains(e.Same, e.HandleField) {
		return ""
	}
	return e.HandleField
}

// predicated adds what the conditions of a generated client say of a write. A builder that was made for one row fails
// where the conditions do not hold of it.
func (l libraryCall) predicated(t summary.Traits, links []link) summary.Traits {
	recv := receiverOf(l.site.common)
	if recv == nil || catalog.EntityOf(recv.Type()) == "" {
		return t
	}
	var conds []sqltext.Cond
	var one summary.Traits
	for _, k := range links {
		v := valueAt(k.call, k.off, k.entry.Cond)
		if v == nil {
			continue
		}
		alloc, ok := variadic(v)
		if !ok {
			conds, one = append(conds, sqltext.Cond{Column: "id", Op: "="}), summary.Counted
			continue
		}
		for _, p := range stored(alloc) {
			conds = append(conds, predicate(p)...)
		}
	}
	if adds(links) {
		t |= summary.Relative
	}
	if conditional(conds) {
		t |= summary.Guarded | one
	}
	return t
}

// stored are the elements of a list of arguments.
func stored(alloc *ssa.Alloc) []ssa.Value {
	var out []ssa.Value
	for _, ref := range *alloc.Referrers() {
		at, ok := ref.(*ssa.IndexAddr)
		if !ok {
			continue
		}
		for _, r := range *at.Referrers() {
			if st, ok := r.(*ssa.Store); ok {
				out = append(out, st.Val)
			}
		}
	}
	return out
}

// predicate is a generated condition, or those of which it is the conjunction.
func predicate(v ssa.Value) []sqltext.Cond {
	call, ok := v.(*ssa.Call)
	if !ok || call.Call.StaticCallee() == nil {
		return nil
	}
	fn, args := call.Call.StaticCallee(), call.Call.Args
	obj, _ := fn.Object().(*types.Func)
	if field, op, ok := catalog.Predicate(obj); ok {
		return []sqltext.Cond{{Column: snake(field), Op: op}}
	}
	if fn.Name() != "And" || len(args) != 1 {
		return nil
	}
	alloc, ok := variadic(args[0])
	if !ok {
		return nil
	}
	var out []sqltext.Cond
	for _, p := range stored(alloc) {
		out = append(out, predicate(p)...)
	}
	return out
}

// adds tells that builders add to what the store has (AddQty), and set nothing else but when they did so (SetPaidAt).
func adds(links []link) bool {
	any := false
	for _, k := range links {
		switch {
		case k.entry.Atomic:
			any = true
		case !k.entry.Value.IsZero() && !timeColumn(snake(strings.TrimPrefix(calledName(k.call), "Set"))):
			return false
		}
	}
	return any
}

// clauseText is what a builder adds by itself to the text: a row lock, an upsert.
func clauseText(e *catalog.Entry) summary.Traits {
	if e.Role != catalog.Derive || e.SQL.Kind != catalog.AtConstant {
		return 0
	}
	switch e.SQL.Name {
	case "FOR UPDATE", "FOR SHARE":
		return summary.RowLock
	case "ON CONFLICT":
		return summary.Upsert
	case "DO UPDATE":
		return summary.Overwrites
	}
	return 0
}
