package driver

import (
	"cmp"
	"errors"
	"fmt"
	"go/types"
	"reflect"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/objectpath"

	"github.com/locklint/locklint/internal/codec"
)

// A factStore holds the facts of all packages that are done, by object, in the form in which the cache
// keeps them: whoever asks for one gets the same whether it was found in this run or in an earlier one. Nothing is
// copied from a package to its importers; what a package may see is decided when it asks.
type factStore struct {
	codec *codec.Codec
	types map[string]reflect.Type // of the facts, by name

	mu    sync.RWMutex
	byPkg map[*types.Package]*published
}

func newFactStore(codec *codec.Codec, analyzers []*analysis.Analyzer) *factStore {
	s := &factStore{codec: codec, types: make(map[string]reflect.Type), byPkg: make(map[*types.Package]*published)}
	for _, a := range analyzers {
		for _, f := range a.FactTypes {
			s.types[typeName(f)] = reflect.TypeOf(f)
		}
	}
	return s
}

// codecOf makes the codec for entries of the cache and for the facts of analyzers.
func codecOf(analyzers []*analysis.Analyzer) *codec.Codec {
	types := []reflect.Type{reflect.TypeFor[entry]()}
	for _, a := range analyzers {
		for _, f := range a.FactTypes {
			types = append(types, reflect.TypeOf(f))
		}
	}
	return codec.Of(types...)
}

func typeName(f analysis.Fact) string {
	t := reflect.TypeOf(f).Elem()
	return t.PkgPath() + "." + t.Name()
}

// A keptFact is a fact that has outlived its package.
type keptFact struct {
	Path string // of the object, "" for the package; see objectpath
	Type string
	Far  bool // others than direct importers see it
	Data []byte
}

// published are the facts of a package that is done.
type published struct {
	objects  []publishedFact
	packages []publishedFact
	index    map[objectKey]int

	mu      sync.Mutex
	decoded []analysis.Fact // those of packages, while there are importers that have not asked: all of them do, and look only
}

type publishedFact struct {
	obj  types.Object
	typ  reflect.Type
	data []byte
}

func (p *published) object(obj types.Object, typ reflect.Type) *publishedFact {
	if i, ok := p.index[objectKey{obj, typ}]; ok {
		return &p.objects[i]
	}
	return nil
}

// ofPackage are the facts about a package itself.
func (s *factStore) ofPackage(pkg *types.Package) []analysis.Fact {
	p := s.of(pkg)
	if p == nil {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.decoded == nil {
		for i := range p.packages {
			f := &p.packages[i]
			if fact := reflect.New(f.typ.Elem()).Interface().(analysis.Fact); s.read(f, fact) {
				p.decoded = append(p.decoded, fact)
			}
		}
	}
	return p.decoded
}

// release lets go of those facts about a package and its objects that only direct importers see, who are all done.
func (s *factStore) release(pkg *types.Package) {
	s.mu.Lock()
	defer s.mu.Unlock()
	near := s.byPkg[pkg]
	if near == nil {
		return
	}
	far := &published{index: make(map[objectKey]int)}
	for _, f := range near.objects {
		if isFar(f.obj) {
			far.index[objectKey{f.obj, f.typ}] = len(far.objects)
			far.objects = append(far.objects, f)
		}
	}
	s.byPkg[pkg] = far
}

// factOf is the fact of a type among those about a package.
func factOf(facts []analysis.Fact, typ reflect.Type) analysis.Fact {
	for _, fact := range facts {
		if reflect.TypeOf(fact) == typ {
			return fact
		}
	}
	return nil
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

func (l *localFacts) pkg(typ reflect.Type) analysis.Fact { return factOf(l.packages, typ) }

func (l *localFacts) setPackage(fact analysis.Fact) {
	l.packages = slices.DeleteFunc(l.packages, func(f analysis.Fact) bool { return reflect.TypeOf(f) == reflect.TypeOf(fact) })
	l.packages = append(l.packages, fact)
}

// kept is what is to be kept of the facts of a package. A fact about an object that no importer can name is gone.
func (s *factStore) kept(local *localFacts) ([]keptFact, error) {
	var kept []keptFact
	var errs []error
	add := func(path string, far bool, fact analysis.Fact) {
		data, err := s.codec.Encode(reflect.ValueOf(fact).Elem().Interface())
		if err != nil {
			errs = append(errs, fmt.Errorf("fact %T: %v", fact, err))
			return
		}
		kept = append(kept, keptFact{path, typeName(fact), far, data})
	}
	var enc objectpath.Encoder
	for _, f := range local.objects {
		if path, err := enc.For(f.Object); err == nil {
			add(string(path), isFar(f.Object), f.Fact)
		}
	}
	for _, fact := range local.packages {
		add("", false, fact)
	}
	slices.SortFunc(kept, func(a, b keptFact) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), strings.Compare(a.Type, b.Type))
	})
	return kept, errors.Join(errs...)
}

// install makes facts that were kept visible as those of a package: of the same one, or of a copy of it that was
// compiled for a test elsewhere.
func (s *factStore) install(pkg *types.Package, facts []keptFact) {
	if len(facts) == 0 {
		return
	}
	p := &published{index: make(map[objectKey]int, len(facts))}
	for _, f := range facts {
		typ := s.types[f.Type]
		if typ == nil {
			continue
		}
		if f.Path == "" {
			p.packages = append(p.packages, publishedFact{nil, typ, f.Data})
			continue
		}
		if obj, err := objectpath.Object(pkg, objectpath.Path(f.Path)); err == nil {
			p.index[objectKey{obj, typ}] = len(p.objects)
			p.objects = append(p.objects, publishedFact{obj, typ, f.Data})
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.byPkg[pkg] = p
}

// drop forgets the facts of a package, which nobody will ask for.
func (s *factStore) drop(pkg *types.Package) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.byPkg, pkg)
}

// of returns the facts of a package that is done, or nil.
func (s *factStore) of(pkg *types.Package) *published {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.byPkg[pkg]
}

// read copies a fact to where an analyzer wants it. One that knows of itself that it is none, whatever its bytes are, counts as not there.
func (s *factStore) read(f *publishedFact, ptr analysis.Fact) bool {
	if f == nil || s.codec.Decode(f.data, ptr) != nil {
		return false
	}
	fact, ok := ptr.(interface{ Whole() bool })
	return !ok || fact.Whole()
}

// isFar tells an object whose facts are seen by others than the direct importers of its package.
func isFar(obj types.Object) bool {
	if _, ok := obj.(*types.TypeName); ok {
		return true
	}
	return obj.Parent() != obj.Pkg().Scope()
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

func (v *factView) visible(obj types.Object) bool { return v.direct[obj.Pkg()] || isFar(obj) }

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
		return v.store.read(facts.object(obj, reflect.TypeOf(ptr)), ptr)
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
	return assign(ptr, factOf(v.store.ofPackage(pkg), reflect.TypeOf(ptr)))
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
		facts := v.store.of(pkg)
		if facts == nil {
			continue
		}
		for i, f := range facts.objects {
			if fact := newFact(a, f.typ); fact != nil && v.visible(f.obj) && v.store.read(&facts.objects[i], fact) {
				all = append(all, analysis.ObjectFact{Object: f.obj, Fact: fact})
			}
		}
	}
	for _, f := range v.local.objects {
		if declares(a, f.Fact) {
			all = append(all, f)
		}
	}
	return all
}

func (v *factView) allPackages(a *analysis.Analyzer) []analysis.PackageFact {
	var all []analysis.PackageFact
	for _, pkg := range sortedImports(v.pkg) {
		for _, f := range v.store.ofPackage(pkg) {
			if declares(a, f) {
				all = append(all, analysis.PackageFact{Package: pkg, Fact: f})
			}
		}
	}
	for _, f := range v.local.packages {
		if declares(a, f) {
			all = append(all, analysis.PackageFact{Package: v.pkg, Fact: f})
		}
	}
	return all
}

// newFact makes a fact of a type that the analyzer declares; of others, none.
func newFact(a *analysis.Analyzer, typ reflect.Type) analysis.Fact {
	if fact := reflect.New(typ.Elem()).Interface().(analysis.Fact); declares(a, fact) {
		return fact
	}
	return nil
}

// reachable returns all that the package imports, also indirectly, dependencies first.
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
	for _, imp := range sortedImports(v.pkg) {
		visit(imp)
	}
	return order
}

func sortedImports(pkg *types.Package) []*types.Package {
	return slices.SortedFunc(slices.Values(pkg.Imports()), func(a, b *types.Package) int { return strings.Compare(a.Path(), b.Path()) })
}

func declares(a *analysis.Analyzer, fact analysis.Fact) bool {
	return slices.ContainsFunc(a.FactTypes, func(f analysis.Fact) bool { return reflect.TypeOf(f) == reflect.TypeOf(fact) })
}
