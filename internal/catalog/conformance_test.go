package catalog

import (
	"go/types"
	"slices"
	"strings"
	"testing"
)

// TestConformance checks every entry against the real library.
func TestConformance(t *testing.T) {
	pkgs := loadLibraries(t)
	c := checker{pkgs: pkgs, versions: true}
	total := 0
	seen := map[name]string{}
	for _, lib := range libraries() {
		n := 0
		if lib.name == "ent client" {
			continue // see TestGenerated
		}
		for _, e := range lib.entries() {
			for _, fn := range c.real(t, e) {
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
	c := checker{pkgs: pkgs, versions: true}
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

// functions are the real functions of an entry: one for each of its receivers.
func (c checker) real(t *testing.T, e Entry) []*types.Func {
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
