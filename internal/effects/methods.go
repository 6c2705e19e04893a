package effects

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/ssair"
	"github.com/locklint/locklint/internal/summary"
)

// Methods is the package fact: what methods do, those of this package and those that an importer of it comes upon without
// naming their package, as the method of a result is. A fact about each method would be handed on by go vet to
// everything above, whoever can call it: of a thousand packages in layers each read and wrote three thousand of
// them. Methods of other modules have a fact each all the same: what stands between is not analysed, and cannot hand on.
type Methods struct{ Entries []MethodEntry }

// A MethodEntry is what one method does, or what those do that stand behind one of an interface.
type MethodEntry struct {
	Method string         // path.Type.Method
	Does   summary.Packed // most are handed on to the importers, and nobody looks
}

func (e MethodEntry) String() string { return e.Method + ": " + e.Does.Unpack().String() }

func byMethod(a, b MethodEntry) int { return strings.Compare(a.Method, b.Method) }

// AFact makes it a fact about its package.
func (*Methods) AFact() {}

func (m *Methods) String() string {
	var names []string
	for _, e := range m.Entries {
		names = append(names, e.String())
	}
	return strings.Join(names, "; ")
}

// methodID names a method of a type that is declared at package level; else it is "".
func methodID(obj *types.Func) string {
	recv := obj.Signature().Recv()
	if recv == nil {
		return ""
	}
	tn := named(recv.Type())
	if tn == nil || tn.Pkg() == nil || tn.Parent() != tn.Pkg().Scope() {
		return ""
	}
	return methodKey(tn.Type(), obj.Name())
}

// tellMethod keeps what a method of this package does for its importers, if they can name it.
func (w *world) tellMethod(obj *types.Func, s *summary.Summary) {
	id := methodID(obj)
	if _, err := w.paths.For(obj); err == nil && id != "" {
		w.ownMethods = append(w.ownMethods, MethodEntry{id, s.Pack()})
	}
}

// importedMethods are what the imports tell of methods.
func (w *world) importedMethods() map[string]summary.Packed {
	if w.methodsOf == nil {
		w.methodsOf = map[string]summary.Packed{}
		for _, imp := range w.pass.Pkg.Imports() {
			var fact Methods
			if w.pass.ImportPackageFact(imp, &fact) {
				for _, e := range fact.Entries {
					w.methodsOf[e.Method] = e.Does
				}
			}
		}
	}
	return w.methodsOf
}

// exportMethods tells the importers of this package what methods do that they may call.
func (w *world) exportMethods() {
	if ssair.Foreign(w.pass) {
		return
	}
	entries := w.ownMethods
	if far := w.importedMethods(); len(far) > 0 {
		for name := range handedOn(w.pass.Pkg) {
			if does, ok := far[name]; ok {
				entries = append(entries, MethodEntry{name, does})
			}
		}
	}
	if len(entries) > 0 {
		slices.SortFunc(entries, byMethod)
		w.pass.ExportPackageFact(&Methods{Entries: entries})
	}
}

// handedOn are the methods of other packages that an importer of a package can call on what it gets from there.
func handedOn(pkg *types.Package) map[string]bool {
	v := &apiWalk{pkg: pkg, seen: map[*types.Named]bool{}, methods: map[string]bool{}}
	for _, name := range pkg.Scope().Names() {
		obj := pkg.Scope().Lookup(name)
		switch fn, ok := obj.(*types.Func); {
		case !obj.Exported():
		case ok:
			v.call(fn.Signature())
		default:
			v.value(obj.Type())
		}
	}
	return v.methods
}

// An apiWalk goes through the types of the values that the importers of a package get without naming any other package:
// of variables, results, fields, elements.
type apiWalk struct {
	pkg     *types.Package
	seen    map[*types.Named]bool
	methods map[string]bool // by name, of other packages
}

// value goes through what can be got from a value.
func (v *apiWalk) value(t types.Type) {
	switch t := types.Unalias(t).(type) {
	case *types.Pointer:
		v.value(t.Elem())
	case *types.Map:
		v.value(t.Key())
		v.value(t.Elem())
	case interface{ Elem() types.Type }: // slice, array, channel
		v.value(t.Elem())
	case *types.Signature:
		v.call(t)
	case *types.Struct:
		for f := range t.Fields() { // methods and fields of what is embedded are those of the struct
			if f.Exported() || f.Embedded() {
				v.value(f.Type())
			}
		}
	case *types.Interface:
		for m := range t.Methods() {
			v.call(m.Signature())
		}
	case *types.Named:
		v.named(t)
	}
}

func (v *apiWalk) named(t *types.Named) {
	if v.seen[t] {
		return
	}
	v.seen[t] = true
	for arg := range t.TypeArgs().Types() {
		v.value(arg)
	}
	if t != t.Origin() { // whatever depends on an argument leads to it
		v.named(t.Origin())
		return
	}
	pkg := t.Obj().Pkg()
	if pkg == nil || pkg != v.pkg && catalog.IsStd(pkg.Path()) { // leads to no other but by its type arguments
		return
	}
	for m := range t.Methods() {
		if name := methodID(m); pkg != v.pkg && name != "" {
			v.methods[name] = true
		}
		if token.IsExported(m.Name()) {
			v.call(m.Signature())
		}
	}
	v.value(t.Underlying())
}

// call goes through what a call gives. Whoever writes a function for a parameter names the types of its parameters, but
// not in a range over a function.
func (v *apiWalk) call(sig *types.Signature) {
	for res := range sig.Results().Variables() {
		v.value(res.Type())
	}
	if sig.Params().Len() != 1 || sig.Results().Len() != 0 {
		return
	}
	if yield, ok := sig.Params().At(0).Type().Underlying().(*types.Signature); ok {
		for p := range yield.Params().Variables() {
			v.value(p.Type())
		}
	}
}
