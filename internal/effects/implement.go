package effects

import (
	"go/types"
	"slices"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/section"
	"github.com/locklint/locklint/internal/summary"
)

// maxImplementations bounds how many types stand in for an interface.
const maxImplementations = 6

// Implementations joins what the implementations in sight do: those of this package and of the packages
// that it imports. One that does nothing does not hide one that locks.
func (w *world) Implementations(m *types.Func) (cases []section.Case, all bool) {
	cases, ok := w.joined[m]
	if !ok {
		cases = w.join(m)
	}
	return cases, !w.tooMany[m]
}

func (w *world) join(m *types.Func) []section.Case {
	w.joined[m] = nil // a call of the interface from inside of an implementation
	var does []implementation
	var locking, going int
	all := w.methods(m)
	for _, impl := range all {
		cases := w.effectsOf(impl)
		if !happens(cases) && !leadsOn(impl, cases) {
			continue
		}
		count := &locking
		if onlyGoesOut(cases) { // must not take the place of one that locks
			count = &going
		}
		if *count++; *count > maxImplementations {
			w.tooMany[m] = w.tooMany[m] || count == &locking
			continue
		}
		if len(all) > 1 {
			cases = assumeBehind(impl, cases)
		}
		does = append(does, implementation{impl.Signature().Recv().Type(), cases})
	}
	out := apart(does)
	if onlyGoesOut(out) && (w.Behind(m) != nil || presumed(m) != nil) {
		out = nil
		return out
	}
	if out == nil {
		out = w.importedMethod(m)
	}
	w.joined[m] = out
	return out
}

// An implementation is what a type does behind a method of an interface.
type implementation struct {
	recv  types.Type
	cases []section.Case
}

// apart joins what implementations do. Which of them stands behind a value is the same for all calls of its methods:
// what one acquires, another does not release.
func apart(does []implementation) []section.Case {
	var out []section.Case
	told := len(does) > 1 && tellsApart(does)
	for i, d := range does {
		var which []summary.Cond
		if told {
			which = standsBehind(does, i)
		}
		for _, c := range d.cases {
			c.Pre = append(slices.Clip(c.Pre), which...)
			out = append(out, c)
		}
	}
	return out
}

// standsBehind are the conditions that one of the implementations stands behind the receiver, and none of the others.
func standsBehind(does []implementation, which int) []summary.Cond {
	var out []summary.Cond
	for i, d := range does {
		x := summary.New(summary.Call, 0, summary.ImplementedBy+types.TypeString(d.recv, nil), summary.ParamOf(0))
		out = append(out, summary.Cond{X: x, Is: truthOf(i == which)})
	}
	return out
}

// tellsApart tells that the receivers say which type it is: not where one type embeds another and has its methods.
func tellsApart(does []implementation) bool {
	for i, d := range does {
		for _, other := range does[:i] {
			if types.Identical(d.recv, other.recv) {
				return false
			}
		}
	}
	return true
}

func truthOf(is bool) summary.Truth {
	if is {
		return summary.IsTrue
	}
	return summary.IsFalse
}

// onlyGoesOut tells that the cases call other programs or wait, and do nothing else.
func onlyGoesOut(cases []section.Case) bool {
	for _, c := range cases {
		for _, e := range c.Events {
			if e.Out == nil {
				return false
			}
		}
	}
	return len(cases) > 0
}

// assumeBehind says of calls of other programs that they are made if it is this implementation that is called.
func assumeBehind(impl *types.Func, cases []section.Case) []section.Case {
	out := slices.Clone(cases)
	for i := range out {
		out[i].Events = slices.Clone(out[i].Events)
		for j := range out[i].Events {
			if e := &out[i].Events[j]; e.Out != nil && e.Assume == "" {
				e.Assume = "that " + typeName(impl.Signature().Recv().Type()) + " stands behind the interface"
			}
		}
	}
	return out
}

// Presumed is what the shape of the interface says.
func (w *world) Presumed(m *types.Func) []section.Case { return presumed(m) }

// Behind finds the library type that implements the interface of m: *sql.DB and *sql.Tx behind the DBTX of
// a generated query package. The handle is the interface value, so it does not matter which of them it is.
func (w *world) Behind(m *types.Func) *catalog.Entry {
	if e, ok := w.behind[m]; ok {
		return e
	}
	e := w.findBehind(m)
	w.behind[m] = e
	return e
}

func (w *world) findBehind(m *types.Func) *catalog.Entry {
	iface := interfaceOf(m)
	if iface == nil || m.Pkg() == nil {
		return nil
	}
	for _, pkg := range append(m.Pkg().Imports(), w.pass.Pkg.Imports()...) {
		if !w.Catalog().Has(pkg.Path()) && !catalog.IsGenerated(pkg) {
			continue
		}
		for _, name := range pkg.Scope().Names() {
			tn, ok := pkg.Scope().Lookup(name).(*types.TypeName)
			if !ok || w.Catalog().TypeOf(tn.Type()) == nil {
				continue
			}
			t := tn.Type()
			if !types.IsInterface(t) {
				t = types.NewPointer(t)
			}
			if !types.Implements(t, iface) {
				continue
			}
			obj, _, _ := types.LookupFieldOrMethod(t, true, pkg, m.Name())
			if f, ok := obj.(*types.Func); ok {
				if e := w.Catalog().Lookup(f); e != nil {
					return e
				}
			}
		}
	}
	return nil
}

// interfaceOf is the interface that declares m, if it has methods.
func interfaceOf(m *types.Func) *types.Interface {
	recv := m.Signature().Recv()
	if recv == nil {
		return nil
	}
	iface, ok := recv.Type().Underlying().(*types.Interface)
	if !ok || iface.NumMethods() == 0 {
		return nil
	}
	return iface
}

func happens(cases []section.Case) bool {
	for _, c := range cases {
		for _, e := range c.Events {
			if e.Kind != summary.Read && e.Kind != summary.Write {
				return true
			}
			if e.Handle != nil && e.Handle.Has(summary.Param) {
				return true
			}
		}
	}
	return false
}

// leadsOn tells that a method returns a function, or something that leads to what the receiver or an argument
// holds: a repository on the transaction of a unit of work.
func leadsOn(obj *types.Func, cases []section.Case) bool {
	results := obj.Signature().Results()
	for _, c := range cases {
		for i, r := range c.Results {
			if r != nil && i < results.Len() && (r.Op == summary.Func || r.Has(summary.Param) && mayHandle(results.At(i).Type())) {
				return true
			}
		}
		for _, s := range c.Stores {
			if s.Addr.Has(summary.Result) && s.X.Has(summary.Param) {
				return true
			}
		}
	}
	return false
}

// mayHandle tells a type whose values may be or hold a lock or a transaction.
func mayHandle(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Interface, *types.Signature:
		return true
	case *types.Pointer:
		_, ok := u.Elem().Underlying().(*types.Struct)
		return ok
	}
	return false
}

func (w *world) effectsOf(obj *types.Func) []section.Case {
	if obj.Pkg() == w.pass.Pkg {
		fn := w.ir.Func(obj)
		if fn == nil {
			return nil
		}
		if f := w.Function(fn); f != nil {
			return f.Cases
		}
		return nil
	}
	cases, _ := w.declared(obj)
	return cases
}

// methods are the methods of concrete types that implement the interface method m.
func (w *world) methods(m *types.Func) []*types.Func {
	iface := interfaceOf(m)
	if iface == nil {
		return nil
	}
	var out []*types.Func
	for _, ptr := range w.implementors(iface) {
		obj, _, _ := types.LookupFieldOrMethod(ptr, true, w.pass.Pkg, m.Name())
		if f, ok := obj.(*types.Func); ok && f != m {
			out = append(out, f)
		}
	}
	return out
}

// implementors are pointers to the concrete types that implement an interface. They are looked for once: an interface of very
// many methods is compared with each type method by method.
func (w *world) implementors(iface *types.Interface) []*types.Pointer {
	if out, ok := w.matching[iface]; ok {
		return out
	}
	if w.concrete == nil {
		w.concrete = w.concreteTypes()
	}
	var out []*types.Pointer
	for _, ptr := range w.concrete {
		if types.Implements(ptr, iface) {
			out = append(out, ptr)
		}
	}
	w.matching[iface] = out
	return out
}

// concreteTypes are pointers to the types with methods of this package and of the packages of the project
// that it imports.
func (w *world) concreteTypes() []*types.Pointer {
	out := []*types.Pointer{}
	for _, pkg := range append([]*types.Package{w.pass.Pkg}, w.pass.Pkg.Imports()...) {
		if pkg != w.pass.Pkg && (w.catalog.Covers(pkg.Path()) || catalog.IsStd(pkg.Path())) {
			continue
		}
		generated := catalog.IsGenerated(pkg) // the catalogue says what its types do
		for _, name := range pkg.Scope().Names() {
			tn, ok := pkg.Scope().Lookup(name).(*types.TypeName)
			if !ok || tn.IsAlias() || types.IsInterface(tn.Type()) || w.isTestFile(tn) {
				continue
			}
			n, ok := tn.Type().(*types.Named)
			if !ok || generated && w.catalog.TypeOf(n) != nil || n.TypeParams().Len() > 0 || n.NumMethods() == 0 && !embeds(n) {
				continue
			}
			out = append(out, types.NewPointer(n))
		}
	}
	return out
}

// embeds tells a struct that may have methods of what it embeds.
func embeds(n *types.Named) bool {
	s, ok := n.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for f := range s.Fields() {
		if f.Embedded() {
			return true
		}
	}
	return false
}

func (w *world) isTestFile(obj types.Object) bool {
	return w.isTestName(w.pass.Fset.Position(obj.Pos()).Filename)
}

func (w *world) isTestName(name string) bool {
	return len(name) > 8 && name[len(name)-8:] == "_test.go"
}
