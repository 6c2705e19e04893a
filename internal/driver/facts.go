package driver

import (
	"fmt"
	"go/types"
	"reflect"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/objectpath"
)

// A factStore holds the facts of all packages that are done, by object. Nothing is copied from a
// package to its importers, and nothing is encoded; what a package may see of it is decided when it
// asks.
type factStore struct {
	mu    sync.RWMutex
	byPkg map[*types.Package]*localFacts
}

func newFactStore() *factStore {
	return &factStore{byPkg: make(map[*types.Package]*localFacts)}
}

// localFacts are the facts about one package and its objects, in the order of export.
type localFacts struct {
	objects  []analysis.ObjectFact
	packages []analysis.Fact
	index    map[objectKey]int
}

type objectKey struct {
	obj types.Object
	typ reflect.Type
}

func (l *localFacts) object(obj types.Object, typ reflect.Type) analysis.Fact {
	if i, ok := l.index[objectKey{obj, typ}]; ok {
		return l.objects[i].Fact
	}
	return nil
}

func (l *localFacts) setObject(obj types.Object, fact analysis.Fact) {
	key := objectKey{obj, reflect.TypeOf(fact)}
	if i, ok := l.index[key]; ok {
		l.objects[i].Fact = fact
		return
	}
	if l.index == nil {
		l.index = make(map[objectKey]int)
	}
	l.index[key] = len(l.objects)
	l.objects = append(l.objects, analysis.ObjectFact{Object: obj, Fact: fact})
}

func (l *localFacts) pkg(typ reflect.Type) analysis.Fact {
	for _, fact := range l.packages {
		if reflect.TypeOf(fact) == typ {
			return fact
		}
	}
	return nil
}

func (l *localFacts) setPackage(fact analysis.Fact) {
	l.packages = slices.DeleteFunc(l.packages, func(f analysis.Fact) bool { return reflect.TypeOf(f) == reflect.TypeOf(fact) })
	l.packages = append(l.packages, fact)
}

// publish makes the facts of a package visible to its importers. They do not change any more.
func (s *factStore) publish(pkg *types.Package, local *localFacts) {
	if len(local.objects)+len(local.packages) == 0 {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.byPkg[pkg] = local
}

// of returns the facts of a package that is done, or nil.
func (s *factStore) of(pkg *types.Package) *localFacts {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.byPkg[pkg]
}

// transfer gives the facts of a package to a copy of it that was compiled for a test elsewhere: the
// same source, but other objects.
func (s *factStore) transfer(from, to *types.Package) {
	facts := s.of(from)
	if facts == nil || to == nil {
		return
	}
	local := &localFacts{packages: facts.packages}
	var enc objectpath.Encoder
	for _, f := range facts.objects {
		path, err := enc.For(f.Object)
		if err != nil {
			continue // no importer can name it
		}
		if obj, err := objectpath.Object(to, path); err == nil {
			local.setObject(obj, f.Fact)
		}
	}
	s.publish(to, local)
}

// A factView is what one package sees of the facts: its own, and of others no more than it would
// under the pickiest of drivers. An analyzer sees facts of its own types only, as in
// go/analysis/checker; and as under go vet, facts about functions and variables of a package and about the package itself
// travel to its direct importers, those about types, methods and fields to all.
type factView struct {
	store  *factStore
	pkg    *types.Package
	local  *localFacts
	direct map[*types.Package]bool
}

func (s *factStore) view(pkg *types.Package, local *localFacts) *factView {
	v := &factView{store: s, pkg: pkg, local: local, direct: make(map[*types.Package]bool)}
	for _, imp := range pkg.Imports() {
		v.direct[imp] = true
	}
	return v
}

func (v *factView) visible(obj types.Object) bool {
	if v.direct[obj.Pkg()] {
		return true
	}
	if _, ok := obj.(*types.TypeName); ok {
		return true
	}
	return obj.Parent() != obj.Pkg().Scope()
}

func (v *factView) importObject(a *analysis.Analyzer, obj types.Object, ptr analysis.Fact) bool {
	switch {
	case obj == nil:
		panic("nil object")
	case !declares(a, ptr):
		return false
	case obj.Pkg() == v.pkg:
		return assign(ptr, v.local.object(obj, reflect.TypeOf(ptr)))
	case obj.Pkg() == nil || !v.visible(obj):
		return false
	}
	if facts := v.store.of(obj.Pkg()); facts != nil {
		return assign(ptr, facts.object(obj, reflect.TypeOf(ptr)))
	}
	return false
}

func (v *factView) exportObject(a *analysis.Analyzer, obj types.Object, fact analysis.Fact) {
	if !declares(a, fact) {
		panic(fmt.Sprintf("analyzer %s does not declare the fact type %T", a.Name, fact))
	}
	if obj.Pkg() != v.pkg {
		panic(fmt.Sprintf("in package %s: cannot set fact %T on %s of another package", v.pkg.Path(), fact, obj))
	}
	v.local.setObject(obj, fact)
}

func (v *factView) importPackage(a *analysis.Analyzer, pkg *types.Package, ptr analysis.Fact) bool {
	switch {
	case pkg == nil:
		panic("nil package")
	case !declares(a, ptr):
		return false
	case pkg == v.pkg:
		return assign(ptr, v.local.pkg(reflect.TypeOf(ptr)))
	case !v.direct[pkg]:
		return false
	}
	if facts := v.store.of(pkg); facts != nil {
		return assign(ptr, facts.pkg(reflect.TypeOf(ptr)))
	}
	return false
}

func (v *factView) exportPackage(a *analysis.Analyzer, fact analysis.Fact) {
	if !declares(a, fact) {
		panic(fmt.Sprintf("analyzer %s does not declare the fact type %T", a.Name, fact))
	}
	v.local.setPackage(fact)
}

// assign copies a stored fact to where the analyzer wants it.
func assign(ptr, fact analysis.Fact) bool {
	if fact == nil {
		return false
	}
	reflect.ValueOf(ptr).Elem().Set(reflect.ValueOf(fact).Elem())
	return true
}

func (v *factView) allObjects(a *analysis.Analyzer) []analysis.ObjectFact {
	var all []analysis.ObjectFact
	for _, pkg := range v.reachable() {
		facts := v.factsOf(pkg)
		if facts == nil {
			continue
		}
		for _, f := range facts.objects {
			if declares(a, f.Fact) && (pkg == v.pkg || v.visible(f.Object)) {
				all = append(all, f)
			}
		}
	}
	return all
}

func (v *factView) allPackages(a *analysis.Analyzer) []analysis.PackageFact {
	var all []analysis.PackageFact
	for _, pkg := range append(sortedImports(v.pkg), v.pkg) {
		facts := v.factsOf(pkg)
		if facts == nil {
			continue
		}
		for _, f := range facts.packages {
			if declares(a, f) {
				all = append(all, analysis.PackageFact{Package: pkg, Fact: f})
			}
		}
	}
	return all
}

func (v *factView) factsOf(pkg *types.Package) *localFacts {
	if pkg == v.pkg {
		return v.local
	}
	return v.store.of(pkg)
}

// reachable returns the package and all that it imports, also indirectly, dependencies first.
func (v *factView) reachable() []*types.Package {
	var order []*types.Package
	seen := make(map[*types.Package]bool)
	var visit func(pkg *types.Package)
	visit = func(pkg *types.Package) {
		if seen[pkg] {
			return
		}
		seen[pkg] = true
		for _, imp := range sortedImports(pkg) {
			visit(imp)
		}
		order = append(order, pkg)
	}
	visit(v.pkg)
	return order
}

func sortedImports(pkg *types.Package) []*types.Package {
	return slices.SortedFunc(slices.Values(pkg.Imports()), func(a, b *types.Package) int { return strings.Compare(a.Path(), b.Path()) })
}

func declares(a *analysis.Analyzer, fact analysis.Fact) bool {
	return slices.ContainsFunc(a.FactTypes, func(f analysis.Fact) bool { return reflect.TypeOf(f) == reflect.TypeOf(fact) })
}
