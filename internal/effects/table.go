package effects

import (
	"go/types"
	"slices"
	"strings"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/section"
	"github.com/locklint/locklint/internal/summary"
)

// A Table is the package fact: what implementations of interfaces do, in this package and in those that it
// imports. Facts on unexported types stay at home, and those on package-level objects reach direct
// importers only; so the tables of the imports are joined into each package's own.
//
// The keys that the packages take, of which a deletion elsewhere may be the release, travel the same way, and so do the
// functions inside of which a deletion is told.
type Table struct {
	Entries []MethodEntry // of methods of interfaces
	Drivers Drivers       // the SQL databases in sight
	Taken   []TakenKey
	Told    []string // full names; of a method of an interface: pkg.Interface.Method
}

// AFact makes a table a fact about its package.
func (*Table) AFact() {}

func (t *Table) String() string {
	var names []string
	for _, e := range t.Entries {
		names = append(names, e.String())
	}
	if t.Drivers.Embedded {
		names = append(names, "embedded database")
	}
	if t.Drivers.Shared {
		names = append(names, "shared database")
	}
	for _, k := range t.Taken {
		names = append(names, "takes "+k.Pattern)
	}
	for _, name := range t.Told {
		names = append(names, "told: "+name)
	}
	return strings.Join(names, "; ")
}

// maxTable bounds the entries of a table.
const maxTable = 256

// methodKey names a method of a type, or "" where the type has no name.
func methodKey(t types.Type, method string) string {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return ""
	}
	return n.Obj().Pkg().Path() + "." + n.Obj().Name() + "." + method
}

// importedMethod is what the packages imported know of the implementations of m.
func (w *world) importedMethod(m *types.Func) []section.Case {
	recv := m.Signature().Recv()
	if recv == nil {
		return nil
	}
	key := methodKey(recv.Type(), m.Name())
	if cases, ok := w.tables[key]; ok {
		return cases
	}
	var out []section.Case
	for _, e := range w.importedEntries() {
		if e.Method != key {
			continue
		}
		does := e.Does.Unpack()
		out = append(out, section.Foreign(does.Cases)...)
		for _, lit := range does.Literals {
			w.literals[lit.Name] = section.Foreign(lit.Cases)
		}
	}
	w.tables[key] = out
	return out
}

// importedTables are those of the imports.
func (w *world) importedTables() []Table {
	if w.imports == nil {
		w.imports = []Table{}
		for _, imp := range w.pass.Pkg.Imports() {
			var t Table
			if w.pass.ImportPackageFact(imp, &t) {
				w.imports = append(w.imports, t)
			}
		}
	}
	return w.imports
}

// importedEntries are the entries of the tables of all imports, each method once for each way to it.
func (w *world) importedEntries() []MethodEntry {
	if w.foreign != nil {
		return w.foreign
	}
	w.foreign = []MethodEntry{}
	known := map[string][]summary.Packed{} // by method
	for _, t := range w.importedTables() {
		for _, e := range t.Entries {
			if !slices.ContainsFunc(known[e.Method], e.Does.Same) {
				known[e.Method] = append(known[e.Method], e.Does)
				w.foreign = append(w.foreign, e)
			}
		}
	}
	return w.foreign
}

// exportTable tells the importers what the types of this package do behind interfaces, and inside of which functions the
// deletion of a key is told.
func (w *world) exportTable(told []string) {
	entries, taken, drivers := append(w.ownEntries(), w.importedEntries()...), w.takenKeys(), w.drivers()
	told = w.withBehind(told)
	if len(entries)+len(taken)+len(told) == 0 && drivers == (Drivers{}) {
		return
	}
	slices.SortStableFunc(entries, byMethod)
	if n := maxTable; len(entries) > n {
		for n > 0 && entries[n-1].Method == entries[n].Method { // of a method all is told, or nothing: a part would be taken for all
			n--
		}
		entries = entries[:n]
	}
	w.pass.ExportPackageFact(&Table{Entries: entries, Drivers: drivers, Taken: taken, Told: told})
}

// ownEntries are those of the types of this package whose methods do something.
func (w *world) ownEntries() []MethodEntry {
	var doers []*types.TypeName
	seen := map[*types.TypeName]bool{}
	for _, fn := range w.ir.Funcs {
		tn := receiver(fn)
		f := w.memo[fn].fnOrNil()
		obj, _ := fn.Object().(*types.Func)
		if tn == nil || f == nil || obj == nil || seen[tn] || w.isTestFile(tn) || !happens(f.Cases) && !leadsOn(obj, f.Cases) {
			continue
		}
		seen[tn] = true
		doers = append(doers, tn)
	}
	var out []MethodEntry
	for _, iface := range w.interfaces(len(doers) > 0) {
		for _, tn := range doers {
			out = append(out, w.entriesOf(iface, tn)...)
		}
	}
	return out
}

// interfaces are the named interfaces of this package and of the packages of the project that it imports.
func (w *world) interfaces(wanted bool) []*types.TypeName {
	if !wanted {
		return nil
	}
	var out []*types.TypeName
	for _, pkg := range append([]*types.Package{w.pass.Pkg}, w.pass.Pkg.Imports()...) {
		if pkg != w.pass.Pkg && (w.catalog.Has(pkg.Path()) && !w.catalog.OfUser(pkg.Path()) || catalog.IsStd(pkg.Path())) {
			continue
		}
		for _, name := range pkg.Scope().Names() {
			if tn, ok := pkg.Scope().Lookup(name).(*types.TypeName); ok && types.IsInterface(tn.Type()) {
				out = append(out, tn)
			}
		}
	}
	return out
}

func (w *world) entriesOf(iface, tn *types.TypeName) []MethodEntry {
	it, ok := iface.Type().Underlying().(*types.Interface)
	if !ok || it.NumMethods() == 0 || !it.IsMethodSet() {
		return nil
	}
	if n, ok := tn.Type().(*types.Named); !ok || n.TypeParams().Len() > 0 {
		return nil
	}
	ptr := types.NewPointer(tn.Type())
	if !types.Implements(ptr, it) {
		return nil
	}
	var out []MethodEntry
	for i := range it.NumMethods() {
		m := it.Method(i)
		obj, _, _ := types.LookupFieldOrMethod(ptr, true, w.pass.Pkg, m.Name())
		f, ok := obj.(*types.Func)
		key := methodKey(iface.Type(), m.Name())
		if !ok || key == "" {
			continue
		}
		cases := w.effectsOf(f)
		if !happens(cases) && !leadsOn(f, cases) {
			continue
		}
		s := (&summary.Summary{Cases: section.Plain(cases)}).Bounded()
		w.addLiterals(s)
		out = append(out, MethodEntry{Method: key, Does: s.Pack()})
		w.standing = append(w.standing, standing{key, f})
	}
	return out
}
