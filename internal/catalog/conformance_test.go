package catalog

import (
	"errors"
	"fmt"
	"go/types"
	"slices"
	"strings"
	"testing"
)

// TestConformance checks every entry against the real library.
func TestConformance(t *testing.T) {
	pkgs := loadLibraries(t)
	c := checker{pkgs: pkgs}
	total := 0
	seen := map[name]string{}
	for _, lib := range libraries() {
		n := 0
		for _, e := range lib.entries() {
			for _, fn := range c.functions(t, e) {
				n++
				if err := c.entry(e, fn); err != nil {
					t.Errorf("%s: %v", fn.FullName(), err)
				}
			}
			for _, r := range append(e.Recv, "")[:max(1, len(e.Recv))] {
				key := name{e.Pkg, r, e.Name}
				if seen[key] != "" {
					t.Errorf("%s has two entries", strings.Join([]string{e.Pkg, r, e.Name}, "."))
				}
				seen[key] = lib.name
			}
		}
		for _, e := range lib.types() {
			if err := c.typeEntry(e); err != nil {
				t.Errorf("type %s.%s: %v", e.Pkg, e.Name, err)
			}
		}
		if n == 0 {
			t.Errorf("%s: no entries", lib.name)
		}
		t.Logf("%-14s %4d entries, %2d types checked", lib.name, n, len(lib.types()))
		total += n
	}
	for _, e := range errorEntries() {
		if pkgs[e.Pkg] == nil || pkgs[e.Pkg].Scope().Lookup(e.Name) == nil {
			t.Errorf("error %s.%s: does not exist", e.Pkg, e.Name)
		}
	}
	t.Logf("%-14s %4d entries checked", "all", total)
}

// TestFamilies looks at one package of each family.
func TestFamilies(t *testing.T) {
	pkgs := loadLibraries(t)
	c := checker{pkgs: pkgs}
	for _, f := range families {
		n := 0
		for _, path := range samples {
			if !strings.HasPrefix(path, f.prefix) {
				continue
			}
			for _, fn := range exported(pkgs[path]) {
				e := Standard().Lookup(fn)
				if e == nil {
					continue
				}
				n++
				if err := c.entry(*e, fn); err != nil {
					t.Errorf("%s: %v", fn.FullName(), err)
				}
			}
			if !Standard().Covers(path) || !Standard().CallsOut(path) || Standard().Has(path) {
				t.Errorf("%s is a package that calls out, and nothing else", path)
			}
		}
		if n == 0 {
			t.Errorf("%s: no functions", f.prefix)
		}
		t.Logf("%-40s %3d functions", f.prefix, n)
	}
}

// exported are the exported functions of a package and methods of its types.
func exported(pkg *types.Package) []*types.Func {
	var out []*types.Func
	for _, name := range pkg.Scope().Names() {
		switch obj := pkg.Scope().Lookup(name).(type) {
		case *types.Func:
			out = append(out, obj)
		case *types.TypeName:
			if named, ok := obj.Type().(*types.Named); ok {
				for m := range named.Methods() {
					out = append(out, m)
				}
			}
		}
	}
	return slices.DeleteFunc(out, func(fn *types.Func) bool { return !fn.Exported() })
}

type checker struct{ pkgs map[string]*types.Package }

// functions are the real functions of an entry: one for each of its receivers.
func (c checker) functions(t *testing.T, e Entry) []*types.Func {
	t.Helper()
	pkg := c.pkgs[e.Pkg]
	if pkg == nil {
		t.Errorf("%s: no such package", e.Pkg)
		return nil
	}
	if len(e.Recv) == 0 {
		fn, ok := pkg.Scope().Lookup(e.Name).(*types.Func)
		if !ok {
			t.Errorf("%s.%s: no such function", e.Pkg, e.Name)
			return nil
		}
		return []*types.Func{fn}
	}
	var out []*types.Func
	for _, r := range e.Recv {
		fn := declared(pkg, r, e.Name)
		if other := loaded.other[e.Pkg]; fn == nil && other != nil {
			fn = declared(other, r, e.Name)
		}
		if fn == nil {
			t.Errorf("%s: the type %s does not itself declare a method %s", e.Pkg, r, e.Name)
			continue
		}
		out = append(out, fn)
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
	e = withoutContext(e, sig)
	places := map[string]Place{"Lock": e.Lock, "Key": e.Key, "Token": e.Token, "TTL": e.TTL, "Ctx": e.Ctx, "Handle": e.Handle, "Tx": e.Tx, "SQL": e.SQL,
		"Func": e.Func, "Into": e.Into, "OK": e.OK, "Err": e.Err, "Table": e.Table, "Value": e.Value, "Cond": e.Cond, "Driver": e.Driver, "If": e.If, "Isolation": e.Isolation,
		"Within": e.Within, "Signal": e.Signal, "Unlock": e.Unlock, "Built": e.Built, "Client": e.Client, "Timeout": e.Timeout, "Carrier": e.Carrier}
	for i, p := range e.Returns {
		places[fmt.Sprintf("Returns[%d]", i)] = p
	}
	for i, p := range e.Words {
		places[fmt.Sprintf("Words[%d]", i)] = p
	}
	for what, p := range places {
		if p.IsZero() {
			continue
		}
		typ, err := c.place(e, sig, p)
		if err == nil {
			err = fits(e, what, typ, p)
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", what, err))
		}
	}
	if e.Role == Accessor && len(e.Returns) > sig.Results().Len() {
		errs = append(errs, errors.New("Returns: more than there are results"))
	}
	if slices.Contains([]Role{Derive, Hijack, Open, Text, NewSession, LossSignal}, e.Role) && e.Func.IsZero() && sig.Results().Len() == 0 {
		errs = append(errs, errors.New("the role speaks of Result(0)"))
	}
	return errors.Join(append(errs, c.args(e, sig), c.names(e), c.timeouts(e, sig))...)
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
		return fmt.Errorf("Args: %d of %d parameters", e.Args, n)
	case e.Named:
		return nil
	case e.Role == Command && sig.Variadic() && e.Args == n-2: // the command's name has a parameter of its own
		return nil
	case !sig.Variadic() || e.Args != n-1:
		return fmt.Errorf("Args: parameter %d is not the variadic one", e.Args)
	}
	return nil
}

// timeouts checks what bounds a call of another program.
func (c checker) timeouts(e Entry, sig *types.Signature) error {
	if e.Role == Outbound && e.Protocol == "" || e.Role == SetTimeout && (e.Handle.IsZero() || e.Timeout.IsZero()) || e.Role == Carry && e.Ctx.IsZero() {
		return errors.New("the role needs more fields")
	}
	for _, f := range e.TimeoutFields {
		typ, err := c.place(e, sig, e.Client.Dot(f))
		if err != nil {
			return fmt.Errorf("TimeoutFields: %w", err)
		}
		if s := typ.String(); s != "time.Duration" && s != "time.Time" {
			return fmt.Errorf("TimeoutFields: %s is a %s", f, s)
		}
	}
	return nil
}

// names checks the names of the library that an entry mentions.
func (c checker) names(e Entry) error {
	for _, n := range append(e.Outcome, e.Busy) {
		pkg, base := e.Pkg, n
		if i := strings.LastIndex(n, "."); i >= 0 {
			pkg, base = n[:i], n[i+1:]
		}
		if n != "" && (c.pkgs[pkg] == nil || c.pkgs[pkg].Scope().Lookup(base) == nil) {
			return fmt.Errorf("error %s: does not exist", n)
		}
	}
	return nil
}

// place is the type of what lies at p in a call; nil where p is a virtual field.
func (c checker) place(e Entry, sig *types.Signature, p Place) (types.Type, error) {
	var typ types.Type
	params := sig.Params()
	switch p.Kind {
	case AtRecv:
		if sig.Recv() == nil {
			return nil, errors.New("a function has no receiver")
		}
		typ = sig.Recv().Type()
	case AtArg, AtPointee, AtArgOf:
		if p.Index >= params.Len() {
			return nil, fmt.Errorf("argument %d of %d", p.Index, params.Len())
		}
		typ = params.At(p.Index).Type()
	case AtResult:
		if p.Index >= sig.Results().Len() {
			return nil, fmt.Errorf("result %d of %d", p.Index, sig.Results().Len())
		}
		typ = sig.Results().At(p.Index).Type()
	case AtOption:
		option, ok := c.pkgs[e.Pkg].Scope().Lookup(p.Name).(*types.Func)
		if !ok || !sig.Variadic() {
			return nil, fmt.Errorf("option %s: no such function, or no options", p.Name)
		}
		if p.Param >= option.Signature().Params().Len() {
			return nil, fmt.Errorf("option %s: parameter %d", p.Name, p.Param)
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
		obj, _, _ := types.LookupFieldOrMethod(typ, true, nil, f)
		v, ok := obj.(*types.Var)
		if !ok {
			return nil, fmt.Errorf("%v has no field %s", typ, f)
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

func (c checker) typeEntry(e TypeEntry) error {
	if c.pkgs[e.Pkg] == nil {
		return errors.New("no such package")
	}
	obj, ok := c.pkgs[e.Pkg].Scope().Lookup(e.Name).(*types.TypeName)
	if !ok {
		return errors.New("no such type")
	}
	for _, f := range append(e.Same, e.ErrField, e.RowsField) {
		if f == "" {
			continue
		}
		v, ok := structField(obj.Type(), f)
		if !ok {
			return fmt.Errorf("no field %s", f)
		}
		if slices.Contains(e.Same, f) && !v.Embedded() {
			return fmt.Errorf("%s is not embedded", f)
		}
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
