package effects

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/section"
	"github.com/locklint/locklint/internal/ssair"
	"github.com/locklint/locklint/internal/summary"
)

// exportFact tells the importers of this package what fn does.
func (w *world) exportFact(fn *ssa.Function, f *section.Function) {
	obj, ok := fn.Object().(*types.Func)
	if !ok || fn.Parent() != nil || !obj.Exported() && obj.Signature().Recv() == nil {
		return
	}
	s := f.Summary()
	if !worthTelling(s) && !tellsError(obj, s) {
		return
	}
	w.addLiterals(s)
	if obj.Signature().Recv() != nil && !ssair.Foreign(w.pass) {
		w.tellMethod(obj, s)
		return
	}
	w.pass.ExportObjectFact(obj, s)
}

// tellsError tells that a caller learns whether the function fails.
func tellsError(obj *types.Func, s *summary.Summary) bool {
	results := obj.Signature().Results()
	n := results.Len()
	if n == 0 || !types.Implements(results.At(n-1).Type(), types.Universe.Lookup("error").Type().Underlying().(*types.Interface)) {
		return false
	}
	last := summary.ResultOf(n - 1)
	return slices.ContainsFunc(s.Cases, func(c summary.Case) bool {
		return slices.ContainsFunc(c.Post, func(p summary.Cond) bool { return p.Is == summary.NotNil && summary.Equal(p.X, last) })
	})
}

// worthTelling tells that a caller can do something with the summary.
func worthTelling(s *summary.Summary) bool {
	if s.HasEvents() {
		return true
	}
	telling := false
	for i, c := range s.Cases {
		if c.Exit != summary.Returns || len(c.Pre) > 0 && len(s.Cases) == 1 {
			telling = true // Check(err), Must: the way on says that there was no error
		}
		s.Cases[i].Stores = slices.DeleteFunc(c.Stores, func(st summary.Store) bool { return !st.Addr.Has(summary.Result) && !summary.IsSetting(st.Addr) })
		for _, r := range c.Results {
			telling = telling || r != nil && r.Op != summary.Const && r.Op != summary.Nil
		}
		telling = telling || slices.ContainsFunc(s.Cases[i].Stores, func(st summary.Store) bool { return st.Addr.Has(summary.Result) })
	}
	return telling
}

// addLiterals adds what the function literals do that the summary speaks of.
func (w *world) addLiterals(s *summary.Summary) {
	seen := map[string]bool{}
	var cases func([]summary.Case)
	visit := func(x *summary.Expr) {
		x.Walk(func(e *summary.Expr) bool {
			if e.Op != summary.Func || seen[e.Name] || len(s.Literals) >= maxLiterals {
				return true
			}
			seen[e.Name] = true
			if body, ok := w.Named(e.Name); ok {
				plain := section.Plain(body)
				if does := (&summary.Summary{Cases: plain}); does.HasEvents() || does.Sets() {
					s.Literals = append(s.Literals, summary.Literal{Name: e.Name, Cases: plain})
					cases(plain)
				}
			}
			return true
		})
	}
	cases = func(all []summary.Case) {
		for _, c := range all {
			for _, r := range c.Results {
				visit(r)
			}
			for _, st := range c.Stores {
				visit(st.X)
			}
			for _, e := range c.Events {
				visit(e.Func)
				for _, a := range e.Args {
					visit(a)
				}
			}
		}
	}
	cases(s.Cases)
}

// maxLiterals bounds how many function literals travel with one summary.
const maxLiterals = 8
