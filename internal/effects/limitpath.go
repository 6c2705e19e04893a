package effects

import (
	"go/types"
	"strings"

	"github.com/locklint/locklint/internal/summary"
)

// A path to a limit leads through fields and perhaps a package variable: at each of them it may be known.

// A waypoint is a field or variable on a path and the names of the fields behind it.
type waypoint struct {
	v    types.Object
	rest []string
}

// slots are the fields and the package variable that a path leads through.
func (w *world) slots(root types.Type, path *summary.Expr) []waypoint {
	var steps []*summary.Expr
	x := path
	for x.Base() != nil {
		steps = append([]*summary.Expr{x}, steps...)
		x = x.Base()
	}
	var out []waypoint
	t := root
	if x.Op == summary.Global {
		obj := w.variable(x.Name)
		if obj == nil {
			return nil
		}
		t = obj.Type()
		out = append(out, waypoint{obj, names(steps)})
	}
	for i, s := range steps {
		if t == nil {
			return out
		}
		switch s.Op {
		case summary.Field:
			obj, _, _ := types.LookupFieldOrMethod(t, true, w.pass.Pkg, s.Name)
			f, ok := obj.(*types.Var)
			if !ok {
				return out
			}
			t = f.Type()
			if i < len(steps)-1 {
				out = append(out, waypoint{f, names(steps[i+1:])})
			}
		case summary.Deref:
			t = pointee(t)
		case summary.Elem:
			t = elem(t)
		}
	}
	return out
}

// names are the fields of a path; nil where it is more than fields.
func names(steps []*summary.Expr) []string {
	out := []string{}
	for _, s := range steps {
		if s.Op != summary.Field {
			return nil
		}
		out = append(out, s.Name)
	}
	return out
}

func pointee(t types.Type) types.Type {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return nil
}

func elem(t types.Type) types.Type {
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return u.Elem()
	case *types.Array:
		return u.Elem()
	case *types.Map:
		return u.Elem()
	}
	return nil
}

// variable is the package variable of a full name, of this package or one that it imports.
func (w *world) variable(full string) *types.Var {
	i := strings.LastIndexByte(full, '.')
	if i < 0 {
		return nil
	}
	for _, pkg := range append([]*types.Package{w.pass.Pkg}, w.pass.Pkg.Imports()...) {
		if pkg.Path() == full[:i] {
			v, _ := pkg.Scope().Lookup(full[i+1:]).(*types.Var)
			return v
		}
	}
	return nil
}
