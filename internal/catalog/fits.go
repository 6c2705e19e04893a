package catalog

import (
	"errors"
	"fmt"
	"go/types"
	"slices"
	"strings"

	"github.com/locklint/locklint/internal/document"
)

// place is the type of what lies at p in a call; nil where p is a virtual field.
func (c checker) place(pkg *types.Package, sig *types.Signature, p Place) (types.Type, error) {
	var typ types.Type
	switch p.Kind {
	case AtRecv:
		if sig.Recv() == nil {
			return nil, errors.New("a function has no receiver")
		}
		typ = sig.Recv().Type()
	case AtArg, AtPointee, AtArgOf:
		if p.Index >= sig.Params().Len() {
			return nil, outOfRange(p, "argument", sig.Params().Len())
		}
		typ = sig.Params().At(p.Index).Type()
	case AtResult:
		if p.Index >= sig.Results().Len() {
			return nil, outOfRange(p, "result", sig.Results().Len())
		}
		typ = sig.Results().At(p.Index).Type()
	case AtOption:
		option, ok := pkg.Scope().Lookup(p.Name).(*types.Func)
		if !ok {
			return nil, fmt.Errorf("%s has no function %q%s", pkg.Path(), p.Name, document.Nearest(p.Name, exportedNames(pkg, isFunc)))
		}
		if !sig.Variadic() {
			return nil, errors.New("the function takes no options")
		}
		if p.Param >= option.Signature().Params().Len() {
			return nil, outOfRange(Arg(p.Param), "argument of "+p.Name, option.Signature().Params().Len())
		}
		typ = option.Signature().Params().At(p.Param).Type()
	}
	if p.Kind == AtArgOf {
		fn, ok := typ.Underlying().(*types.Signature)
		if !ok || p.Param >= fn.Params().Len() {
			return nil, fmt.Errorf("%v is no function with a parameter %d", typ, p.Param)
		}
		typ = fn.Params().At(p.Param).Type()
	}
	return field(typ, p)
}

// outOfRange says what there is instead of the place.
func outOfRange(p Place, what string, n int) error {
	p.Field, p.Param = "", 0
	if p.Kind == AtArgOf {
		p.Kind = AtArg
	}
	if n == 0 {
		return fmt.Errorf("there is no %s %v, there are none", what, p)
	}
	last := p
	last.Index = n - 1
	return fmt.Errorf("there is no %s %v, the last is %v", what, p, last)
}

// field follows p.Field, which may begin with a virtual field.
func field(typ types.Type, p Place) (types.Type, error) {
	if p.Field == "" {
		return typ, nil
	}
	if slices.Contains([]string{"ok", "err", "rows", "key"}, p.Field) {
		if _, basic := typ.Underlying().(*types.Basic); basic || types.Identical(typ, types.Universe.Lookup("error").Type()) {
			return nil, fmt.Errorf("a %v has no virtual field", typ)
		}
		return nil, nil
	}
	for _, f := range strings.Split(p.Field, ".") {
		if s, ok := typ.Underlying().(*types.Slice); ok { // an optional argument
			typ = s.Elem()
		}
		if n, ok := types.Unalias(typ).(*types.Named); ok && types.IsInterface(typ) && typeName(typ) == "RoundTripper" {
			typ = n.Obj().Pkg().Scope().Lookup("Transport").Type() // the one of which anything is known
		}
		obj, _, _ := types.LookupFieldOrMethod(typ, true, nil, f)
		v, ok := obj.(*types.Var)
		if !ok {
			return nil, fmt.Errorf("%v has no field %q%s", typ, f, document.Nearest(f, fieldNames(typ)))
		}
		typ = v.Type()
	}
	return typ, nil
}

// fits checks that the type is one that the field of the entry can be about.
func fits(e Entry, what string, typ types.Type, p Place) error {
	if typ == nil {
		return nil
	}
	under := typ.Underlying()
	basic := func(info types.BasicInfo) bool { b, ok := under.(*types.Basic); return ok && b.Info()&info != 0 }
	text, ok := typ.String(), true
	switch what {
	case "Err":
		ok = text == "error"
	case "OK":
		ok = basic(types.IsBoolean)
	case "Ctx", "Within":
		ok = strings.HasSuffix(text, "mongo.SessionContext") || text == "context.Context"
	case "Signal":
		_, ok = under.(*types.Chan)
		ok = ok || text == "context.Context"
	case "Unlock":
		_, ok = under.(*types.Signature)
	case "Timeout":
		ok = text == "time.Duration" || text == "time.Time" && e.Role == SetTimeout || e.TTLUnit != 0 && basic(types.IsInteger)
	case "TTL":
		ok = text == "time.Duration" || e.TTLUnit != 0 && basic(types.IsInteger)
	case "Func":
		_, ok = under.(*types.Signature)
		if s, isSlice := under.(*types.Slice); isSlice {
			_, ok = s.Elem().Underlying().(*types.Signature)
		}
	case "Into":
		_, pointer := under.(*types.Pointer)
		_, slice := under.(*types.Slice)
		_, asMap := under.(*types.Map)
		ok = p.Kind != AtPointee || pointer || slice || asMap || types.IsInterface(under)
	}
	if !ok {
		return fmt.Errorf("%s does not fit", text)
	}
	return nil
}

func structField(t types.Type, name string) (*types.Var, bool) {
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return nil, false
	}
	for f := range s.Fields() {
		if f.Name() == name {
			return f, true
		}
	}
	return nil, false
}

// fieldNames are the exported fields of a struct, or of what t points to.
func fieldNames(t types.Type) []string {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	var out []string
	for f := range s.Fields() {
		if f.Exported() {
			out = append(out, f.Name())
		}
	}
	return out
}
