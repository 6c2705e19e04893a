package effects

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/summary"
)

// StandsHere tells that it is this function that knows what an event of a lock statement is about: the statement
// stands in it, or in a function of another kind that was given the handle by this one.
func (r *Result) StandsHere(_ *Function, e Event) bool { return len(e.Via) == 0 || e.Resolved() }

// Resolved tells that what the handle stands for was found out in this function.
func (e Event) Resolved() bool { return e.ScopeHere }

// ThroughPool tells that a session lock is taken or released through a pool of connections. Of gorm's handle the
// type does not say so: one that stands in a field into which nobody in the package puts a transaction is taken for
// the root handle, which is an assumption. What stands behind an interface may be a connection as well.
func (r *Result) ThroughPool(f *Function, e Event) (assume string, ok bool) {
	switch {
	case e.Scope == catalog.PoolScope:
		return "", true
	case e.Scope != catalog.AnyScope || len(e.Via) > 0:
		return "", false
	}
	conn := e.Lock.Conn
	if conn == nil || conn.Op != summary.Field || conn.Args[0].Op != summary.Param || f.liveTx[conn.String()] {
		return "", false
	}
	fn := f.flow.of.Fn
	if conn.Args[0].Index >= len(fn.Params) {
		return "", false
	}
	owner := named(fn.Params[conn.Args[0].Index].Type())
	if owner == nil || holdsInterface(owner, conn.Name) || !r.world.rootField(owner, conn.Name) {
		return "", false
	}
	return "that " + f.path(conn) + " is the root handle", true
}

// rootField tells that a field of a type is given a value only by functions that make the type, and never one that
// is called a transaction: a method that makes a copy of its receiver may put a transaction there.
func (w *world) rootField(owner *types.TypeName, field string) bool {
	given := false
	for _, fn := range w.ir.Funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				st, ok := instr.(*ssa.Store)
				if !ok {
					continue
				}
				addr, ok := st.Addr.(*ssa.FieldAddr)
				if !ok || named(addr.X.Type()) != owner || fieldName(addr) != field {
					continue
				}
				if fn.Parent() != nil || receiver(fn) != nil || !plainHandle(st.Val) {
					return false
				}
				given = true
			}
		}
	}
	return given || !ast.IsExported(field) // other packages cannot set it
}

func holdsInterface(owner *types.TypeName, field string) bool {
	obj, _, _ := types.LookupFieldOrMethod(owner.Type(), true, owner.Pkg(), field)
	return obj != nil && types.IsInterface(obj.Type())
}

func fieldName(addr *ssa.FieldAddr) string {
	s, ok := addr.X.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Struct)
	if !ok {
		return ""
	}
	return s.Field(addr.Field).Name()
}

// plainHandle tells a handle that is a parameter or what a call returned, and not the parameter of a closure that
// runs in a transaction.
func plainHandle(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Parameter:
		name := strings.ToLower(v.Name())
		return !strings.Contains(name, "tx") && !strings.Contains(name, "trans")
	case *ssa.UnOp, *ssa.Extract, *ssa.Call:
		return true
	}
	return false
}
