package catalog

import (
	"errors"
	"fmt"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/locklint/locklint/internal/document"
)

// A Mistake is an entry of a user that does not fit the package it speaks of.
type Mistake struct {
	At   string // where the user wrote it
	Text string
}

// Mistakes are the entries that speak of the package and do not fit it. Packages is what is known of others, whose
// errors an entry may name.
func (u User) Mistakes(pkg *types.Package, packages map[string]*types.Package) []Mistake {
	c := checker{pkgs: packages}
	var out []Mistake
	add := func(at, format string, args ...any) { out = append(out, Mistake{at, fmt.Sprintf(format, args...)}) }
	for _, e := range u.Functions {
		if e.Pkg != pkg.Path() {
			continue
		}
		fns, err := c.functions(pkg, e)
		if err != nil {
			add(e.At, "%v", err)
		}
		for _, fn := range fns {
			if err := c.entry(e, fn); err != nil {
				add(e.At, "%s: %s", fn.FullName(), strings.ReplaceAll(err.Error(), "\n", "; "))
			}
		}
	}
	for _, e := range u.Types {
		if e.Pkg != pkg.Path() {
			continue
		}
		if err := c.typeEntry(e); err != nil {
			add(e.At, "type %s.%s: %v", e.Pkg, e.Name, err)
		}
	}
	for _, e := range u.Errors {
		if e.Pkg == pkg.Path() && pkg.Scope().Lookup(e.Name) == nil {
			add(e.At, "%s has no %q%s", e.Pkg, e.Name, document.Nearest(e.Name, exportedNames(pkg, isAny)))
		}
	}
	return out
}

// A checker compares entries with the packages they speak of.
type checker struct {
	pkgs     map[string]*types.Package
	versions bool // a package may be older than contexts, or lack an error that others have
}

// functions are the real functions of an entry: one for each of its receivers.
func (c checker) functions(pkg *types.Package, e Entry) ([]*types.Func, error) {
	if len(e.Recv) == 0 {
		fn, ok := pkg.Scope().Lookup(e.Name).(*types.Func)
		if !ok {
			return nil, fmt.Errorf("%s has no function %q%s", e.Pkg, e.Name, document.Nearest(e.Name, exportedNames(pkg, isFunc)))
		}
		return []*types.Func{fn}, nil
	}
	var out []*types.Func
	for _, r := range e.Recv {
		if fn := declared(pkg, r, e.Name); fn != nil {
			out = append(out, fn)
			continue
		}
		tn, _ := pkg.Scope().Lookup(r).(*types.TypeName)
		switch {
		case tn != nil:
			return out, fmt.Errorf("the type %s.%s does not itself declare a method %q%s", e.Pkg, r, e.Name, document.Nearest(e.Name, methodNames(tn)))
		case token.IsExported(r): // of another package's hidden types nothing is known
			return out, fmt.Errorf("%s has no type %q%s", e.Pkg, r, document.Nearest(r, exportedNames(pkg, isType)))
		}
	}
	return out, nil
}

func isAny(types.Object) bool { return true }

func isVariable(obj types.Object) bool { return !isFunc(obj) }

func isFunc(obj types.Object) bool { _, ok := obj.(*types.Func); return ok }

func isType(obj types.Object) bool { _, ok := obj.(*types.TypeName); return ok }

// exportedNames are the names of a package that others can use.
func exportedNames(pkg *types.Package, wanted func(types.Object) bool) []string {
	return slices.DeleteFunc(pkg.Scope().Names(), func(name string) bool {
		return !token.IsExported(name) || !wanted(pkg.Scope().Lookup(name))
	})
}

func methodNames(tn *types.TypeName) []string {
	var out []string
	named, _ := types.Unalias(tn.Type()).(*types.Named)
	if named == nil {
		return nil
	}
	if i, ok := named.Underlying().(*types.Interface); ok {
		for m := range i.ExplicitMethods() {
			out = append(out, m.Name())
		}
	}
	for m := range named.Methods() {
		out = append(out, m.Name())
	}
	return out
}

// declared is the method that the named type or interface itself declares, not one that it embeds.
func declared(pkg *types.Package, recv, method string) *types.Func {
	obj, _ := pkg.Scope().Lookup(recv).(*types.TypeName)
	if obj == nil {
		return nil
	}
	named, _ := types.Unalias(obj.Type()).(*types.Named)
	if named == nil {
		return nil
	}
	if i, ok := named.Underlying().(*types.Interface); ok {
		for m := range i.ExplicitMethods() {
			if m.Name() == method {
				return m
			}
		}
	}
	for m := range named.Methods() {
		if m.Name() == method {
			return m
		}
	}
	return nil
}

func (c checker) entry(e Entry, fn *types.Func) error {
	sig := fn.Signature()
	var errs []error
	if c.versions {
		e = withoutContext(e, sig)
	}
	v := reflect.ValueOf(e)
	for i := range v.NumField() {
		key := strconv.Quote(document.KeyOf(v.Type().Field(i)))
		var places []Place
		switch x := v.Field(i).Interface().(type) {
		case Place:
			places = []Place{x}
		case []Place:
			places = x
		}
		for _, p := range places {
			if p.IsZero() {
				continue
			}
			typ, err := c.place(fn.Pkg(), sig, p)
			if err == nil {
				err = fits(e, v.Type().Field(i).Name, typ, p)
			}
			if err != nil {
				errs = append(errs, fmt.Errorf("%s: %w", key, err))
			}
		}
	}
	if e.Role == Accessor && len(e.Returns) > sig.Results().Len() {
		errs = append(errs, errors.New(`"returns": more than there are results`))
	}
	if slices.Contains([]Role{Derive, Hijack, Open, Text, NewSession, LossSignal}, e.Role) && e.Func.IsZero() && sig.Results().Len() == 0 {
		errs = append(errs, errors.New("the role speaks of result0, but there are no results"))
	}
	return errors.Join(append(errs, c.args(e, sig), c.names(e), c.timeouts(e, fn))...)
}

// withoutContext is the entry for a function from before contexts: everything stands one place further to the left.
func withoutContext(e Entry, sig *types.Signature) Entry {
	if e.Ctx != Arg(0) || sig.Params().Len() > 0 && sig.Params().At(0).Type().String() == "context.Context" {
		return e
	}
	e.Ctx = Place{}
	e.Returns, e.Words = slices.Clone(e.Returns), slices.Clone(e.Words)
	for _, p := range e.places() {
		if p.Kind == AtArg || p.Kind == AtPointee || p.Kind == AtArgOf {
			p.Index--
		}
	}
	e.Args = max(0, e.Args-1)
	return e
}

// args checks where the SQL arguments begin.
func (c checker) args(e Entry, sig *types.Signature) error {
	if e.Args == 0 {
		return nil
	}
	switch n := sig.Params().Len(); {
	case e.Args >= n:
		return fmt.Errorf(`"args": there is no parameter %d, only %d of them`, e.Args, n)
	case e.Named:
		return nil
	case e.Role == Command && sig.Variadic() && e.Args == n-2: // the command's name has a parameter of its own
		return nil
	case !sig.Variadic() || e.Args != n-1:
		return fmt.Errorf(`"args": parameter %d is not the variadic one`, e.Args)
	}
	return nil
}

// timeouts checks what bounds a call of another program.
func (c checker) timeouts(e Entry, fn *types.Func) error {
	if e.Role == Outbound && e.Protocol == "" || e.Role == SetTimeout && (e.Handle.IsZero() || e.Timeout.IsZero()) {
		return errors.New("the role needs more fields")
	}
	if e.Client.Kind == AtArg && typeName(fn.Signature().Params().At(e.Client.Index).Type()) != e.ClientType {
		return fmt.Errorf(`"clientType": it is not the type of parameter %d`, e.Client.Index)
	}
	for _, f := range e.TimeoutFields {
		typ, err := c.limit(e, fn, f)
		if err != nil {
			return fmt.Errorf(`"timeoutFields": %w`, err)
		}
		if s := typ.String(); s != "time.Duration" && s != "time.Time" {
			return fmt.Errorf(`"timeoutFields": %s is a %s`, f, s)
		}
	}
	return nil
}

// limit is the type of a field of the client.
func (c checker) limit(e Entry, fn *types.Func, name string) (types.Type, error) {
	if e.ClientVar == "" {
		return c.place(fn.Pkg(), fn.Signature(), e.Client.Dot(name))
	}
	v, ok := fn.Pkg().Scope().Lookup(e.ClientVar).(*types.Var)
	if !ok {
		return nil, fmt.Errorf("%s has no variable %q", fn.Pkg().Path(), e.ClientVar)
	}
	return field(v.Type(), Place{Field: name})
}

// names checks the names of the library that an entry mentions.
func (c checker) names(e Entry) error {
	for _, n := range append(e.Outcome, e.Busy) {
		pkg, base := e.Pkg, n
		if i := strings.LastIndex(n, "."); i >= 0 {
			pkg, base = n[:i], n[i+1:]
		}
		known := c.pkgs[pkg]
		switch {
		case n == "" || known == nil && !c.versions:
		case known == nil:
			return fmt.Errorf("error %s: no such package", n)
		case known.Scope().Lookup(base) == nil:
			return fmt.Errorf("%s has no error %q%s", pkg, base, document.Nearest(base, exportedNames(known, isVariable)))
		}
	}
	return nil
}

func (c checker) typeEntry(e TypeEntry) error {
	pkg := c.pkgs[e.Pkg]
	if pkg == nil {
		return errors.New("no such package")
	}
	obj, ok := pkg.Scope().Lookup(e.Name).(*types.TypeName)
	if !ok {
		return fmt.Errorf("no such type%s", document.Nearest(e.Name, exportedNames(pkg, isType)))
	}
	for _, f := range append(e.Same, e.ErrField, e.RowsField) {
		if f == "" {
			continue
		}
		v, ok := structField(obj.Type(), f)
		if !ok {
			return fmt.Errorf("no field %q%s", f, document.Nearest(f, fieldNames(obj.Type())))
		}
		if slices.Contains(e.Same, f) && !v.Embedded() {
			return fmt.Errorf("%s is not embedded", f)
		}
	}
	return nil
}
