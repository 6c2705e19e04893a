package effects

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/section"
)

// smallFunction is the number of instructions up to which a function is followed for what its results
// are (a key, a transaction from a context, a closure), although nothing happens in it.
const smallFunction = 80

// follow tells whether there is anything to learn from following the flow of fn.
func (w *world) follow(fn *ssa.Function) bool {
	n := 0
	for _, b := range fn.Blocks {
		n += len(b.Instrs)
	}
	return n <= smallFunction || w.relevant(fn)
}

// generated tells a function of generated code that the catalogue describes, or that stands behind one: what a project
// adds to such a package by hand, or by a template of its own, is followed.
func (w *world) generated(fn *ssa.Function) bool {
	if !catalog.IsGenerated(w.pass.Pkg) {
		return false
	}
	obj, ok := declaredAround(fn).Object().(*types.Func)
	if !ok || !w.catalog.StandsBehind(obj) {
		return false
	}
	return slices.ContainsFunc(w.pass.Files, func(f *ast.File) bool {
		return f.FileStart <= obj.Pos() && obj.Pos() < f.FileEnd && ast.IsGenerated(f)
	})
}

// relevant tells that a call in fn does something to locks, transactions or stores, or runs a function
// value that might.
func (w *world) relevant(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case ssa.CallInstruction:
				if w.callMatters(instr.Common()) {
					return true
				}
			case *ssa.Send:
				if w.ChanLock(instr.Chan) != section.NoLock {
					return true
				}
			}
		}
	}
	return false
}

func (w *world) callMatters(call *ssa.CallCommon) bool {
	if call.IsInvoke() {
		if e := w.Catalog().Lookup(call.Method); e != nil {
			return eventful(e.Role)
		}
		cases, _ := w.Implementations(call.Method)
		return cases != nil || w.Behind(call.Method) != nil || presumed(call.Method) != nil
	}
	fn := call.StaticCallee()
	if fn == nil {
		return isGiven(call.Value)
	}
	obj := w.Object(fn)
	if obj != nil {
		if e := w.Catalog().Lookup(obj); e != nil {
			return eventful(e.Role)
		}
		if obj.Name() == "Sleep" && obj.FullName() == "time.Sleep" {
			return true
		}
	}
	if f := w.Function(fn); f != nil {
		return hasEvents(f.Cases)
	}
	if obj != nil {
		s := w.Summary(obj)
		return s != nil && s.HasEvents()
	}
	return false
}

// isGiven tells a function value that is a parameter or a captured variable, or may be one.
func isGiven(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Parameter, *ssa.FreeVar, *ssa.Phi, *ssa.MakeClosure, *ssa.Call, *ssa.Extract:
		return true
	case *ssa.TypeAssert:
		return isGiven(v.X)
	case *ssa.Lookup: // a table of functions
		return true
	case *ssa.UnOp:
		switch v.X.(type) {
		case *ssa.FreeVar, *ssa.Alloc:
			return true
		}
	}
	return false
}

func hasEvents(cases []section.Case) bool {
	for _, c := range cases {
		if len(c.Events)+len(c.Keys) > 0 {
			return true
		}
	}
	return false
}

// eventful tells a role of which something may be told.
func eventful(r catalog.Role) bool {
	switch r {
	case catalog.NoRole, catalog.Scan, catalog.Derive, catalog.Accessor, catalog.Text, catalog.Open, catalog.Close, catalog.Next,
		catalog.SetTimeout, catalog.Carry, catalog.Word, catalog.SetTTL:
		return false
	}
	return true
}
