package catalog

import (
	"go/types"
	"iter"
	"maps"
	"slices"
	"strings"
	"sync"
)

// A Catalog is a set of entries, found by the identity of what they describe. It does not change.
type Catalog struct {
	packages []string
	outbound []string          // packages of which only calls of other programs are described
	own      []string          // packages that only the user describes; what they do besides is worked out from their source
	parts    map[string][]part // by import path; of two that describe the same thing the last one is right
	errors   func() map[name]Meaning
}

// A part are the tables of a library, or of what the user says. They are made when somebody looks something up in a package that they
// describe: under go vet each package is a process of its own, and has to do with few of the libraries, or with none.
type part func() *tables

// tables are entries, by what they describe.
type tables struct {
	entries   map[name]*Entry
	types     map[name]*TypeEntry
	tellsLoss map[string]bool   // packages with a LossSignal
	carriesTx map[string]bool   // packages that look for transactions in contexts
	options   map[name]bool     // functional options that entries speak of
	limits    map[name][]string // fields of clients that bound their calls
}

// A name is a function, method, type, variable of a package.
type name struct{ pkg, recv, name string }

// Standard is the catalogue of the libraries that locklint knows by itself.
var Standard = sync.OnceValue(func() *Catalog {
	c := &Catalog{parts: map[string][]part{}, errors: lazyErrors(errorEntries)}
	add := func(libs []library, paths *[]string) {
		for _, l := range libs {
			c.add(func() *tables { return tabulate(l.entries(), l.types()) }, l.packages)
			*paths = append(*paths, l.packages...)
		}
	}
	add(described(), &c.packages)
	add(callingOut(), &c.outbound)
	c.sort()
	return c
})

// With is the catalogue of the known libraries and of what the user says. The user is right.
func With(u User) *Catalog {
	if u.IsZero() {
		return Standard()
	}
	std, own := Standard(), New(u.Functions, u.Types, nil)
	c := &Catalog{
		packages: slices.Concat(std.packages, own.packages),
		outbound: slices.Concat(std.outbound, own.outbound),
		own:      slices.DeleteFunc(u.Packages(), std.Covers),
		parts:    maps.Clone(std.parts),
	}
	for path, parts := range own.parts {
		c.parts[path] = slices.Concat(c.parts[path], parts)
	}
	c.errors = lazyErrors(func() []ErrEntry {
		errors := errorEntries()
		for _, e := range u.Errors {
			errors = append(errors, ErrEntry{e.Pkg, e.Name, e.Meaning})
		}
		return errors
	})
	c.sort()
	return c
}

// New makes a catalogue. Of two entries for one function the later one holds.
func New(entries []Entry, types []TypeEntry, errors []ErrEntry) *Catalog {
	c := &Catalog{parts: map[string][]part{}, errors: lazyErrors(func() []ErrEntry { return errors })}
	var all []string
	for i := range entries {
		e := &entries[i]
		all = append(all, e.Pkg)
		if e.Kind == UnknownKind && e.Store == NoStore && slices.Contains([]Role{Outbound, SetTimeout, Carry, Derive, Open}, e.Role) {
			c.outbound = append(c.outbound, e.Pkg)
		} else {
			c.packages = append(c.packages, e.Pkg)
		}
	}
	for i := range types {
		all = append(all, types[i].Pkg)
		c.packages = append(c.packages, types[i].Pkg)
	}
	slices.Sort(all)
	c.add(func() *tables { return tabulate(entries, types) }, slices.Compact(all))
	c.sort()
	return c
}

// add gives the catalogue the tables of some packages.
func (c *Catalog) add(make func() *tables, packages []string) {
	p := part(sync.OnceValue(make))
	for _, path := range packages {
		c.parts[path] = append(c.parts[path], p)
	}
}

// sort puts the lists of packages in order, each package once and in one of them.
func (c *Catalog) sort() {
	for _, list := range []*[]string{&c.packages, &c.outbound} {
		slices.Sort(*list)
		*list = slices.DeleteFunc(slices.Compact(*list), func(path string) bool { return path == entClient }) // no import path
	}
	c.outbound = slices.DeleteFunc(c.outbound, c.Has)
}

func tabulate(entries []Entry, types []TypeEntry) *tables {
	t := &tables{
		entries:   make(map[name]*Entry, len(entries)),
		types:     make(map[name]*TypeEntry, len(types)),
		tellsLoss: map[string]bool{},
		carriesTx: map[string]bool{},
		options:   map[name]bool{},
		limits:    map[name][]string{},
	}
	for i := range entries {
		e := &entries[i]
		recvs := e.Recv
		if len(recvs) == 0 {
			recvs = []string{""}
		}
		for _, r := range recvs {
			t.entries[name{e.Pkg, r, e.Name}] = e
		}
		t.addLimits(e)
		if e.Role == LossSignal {
			t.tellsLoss[e.Pkg] = true
		}
		if !e.Within.IsZero() {
			t.carriesTx[e.Pkg] = true
		}
		for _, p := range e.places() {
			if p.Kind == AtOption {
				t.options[name{pkg: e.Pkg, name: p.Name}] = true
			}
		}
	}
	for i := range types {
		t.types[name{pkg: types[i].Pkg, name: types[i].Name}] = &types[i]
	}
	return t
}

// lazyErrors are the meanings of errors, made when somebody asks.
func lazyErrors(entries func() []ErrEntry) func() map[name]Meaning {
	return sync.OnceValue(func() map[name]Meaning {
		out := map[name]Meaning{}
		for _, e := range entries() {
			out[name{pkg: e.Pkg, name: e.Name}] = e.Meaning
		}
		return out
	})
}

// tablesOf are the tables that speak of a package, the one first that is right.
func (c *Catalog) tablesOf(pkg string) iter.Seq[*tables] {
	return func(yield func(*tables) bool) {
		for _, p := range slices.Backward(c.parts[pkg]) {
			if !yield(p()) {
				return
			}
		}
	}
}

func (c *Catalog) entry(n name) *Entry {
	for t := range c.tablesOf(n.pkg) {
		if e := t.entries[n]; e != nil {
			return e
		}
	}
	return nil
}

func (c *Catalog) typeEntry(n name) *TypeEntry {
	for t := range c.tablesOf(n.pkg) {
		if e := t.types[n]; e != nil {
			return e
		}
	}
	return nil
}

// Lookup is what the catalogue says of fn, nil if nothing. A method is found by the type or interface that
// declares it, also where it is called through another that embeds it.
func (c *Catalog) Lookup(fn *types.Func) *Entry {
	if fn == nil || fn.Pkg() == nil {
		return nil
	}
	fn = fn.Origin()
	n := name{pkg: unvendored(fn.Pkg().Path()), name: fn.Name()}
	if recv := fn.Signature().Recv(); recv != nil {
		named := namedType(recv.Type())
		if named == nil {
			return nil // a method of an interface without a name
		}
		n.recv = named.Obj().Name()
	}
	if e := c.entry(n); e != nil {
		return e
	}
	if e := c.generated(fn); e != nil {
		return e
	}
	if f := familyOf(n.pkg); f != nil && fn.Exported() && f.shape(n.recv, fn.Signature()) {
		return &f.entry
	}
	return nil
}

// TypeOf is what the catalogue says of a type, or of what it points to; nil if nothing.
func (c *Catalog) TypeOf(typ types.Type) *TypeEntry {
	named := namedType(typ)
	if named == nil || named.Obj().Pkg() == nil {
		return nil
	}
	if e := c.typeEntry(name{pkg: unvendored(named.Obj().Pkg().Path()), name: named.Obj().Name()}); e != nil {
		return e
	}
	if mould, _ := mouldOf(named); mould != "" {
		return c.typeEntry(name{pkg: entClient, name: mould})
	}
	return nil
}

// ErrorOf is what a variable, constant or type of a library means as an error.
func (c *Catalog) ErrorOf(obj types.Object) Meaning {
	if obj == nil || obj.Pkg() == nil {
		return NoMeaning
	}
	return c.errors()[name{pkg: unvendored(obj.Pkg().Path()), name: obj.Name()}]
}

// Has tells that the package is one that the catalogue describes for its locks, transactions or stores.
func (c *Catalog) Has(pkgPath string) bool {
	_, ok := slices.BinarySearch(c.packages, unvendored(pkgPath))
	return ok
}

// OfUser tells that only the user describes the package. Unlike a library it is analysed, since the user may have
// described one function of it.
func (c *Catalog) OfUser(pkgPath string) bool {
	_, ok := slices.BinarySearch(c.own, unvendored(pkgPath))
	return ok
}

// CallsOut tells that the catalogue describes calls of other programs in the package, and nothing else.
func (c *Catalog) CallsOut(pkgPath string) bool {
	path := unvendored(pkgPath)
	_, ok := slices.BinarySearch(c.outbound, path)
	return ok || !c.Has(path) && familyOf(path) != nil
}

// Packages are the import paths that the catalogue describes, sorted.
func (c *Catalog) Packages() []string {
	out := slices.Concat(c.packages, c.outbound)
	slices.Sort(out)
	return out
}

// Transparent tells that the field of the library's struct type t (or of what t points to) is the same handle as the
// whole: *sqlx.Tx and its embedded *sql.Tx, a transaction of ent and the client of an entity in it. redislock.Lock and
// its *Client are two things.
func (c *Catalog) Transparent(t types.Type, field *types.Var) bool {
	e := c.TypeOf(t)
	if e == nil || len(e.Same) == 0 {
		return false
	}
	if field.Embedded() && slices.Contains(e.Same, field.Name()) {
		return true
	}
	mould, entity := mouldOf(namedType(field.Type()))
	return entity != "" && slices.Contains(e.Same, mould)
}

// namedType is t, or what t points to, without type arguments; nil if it has no name.
func namedType(t types.Type) *types.Named {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	if n, ok := t.(*types.Named); ok {
		return n.Origin()
	}
	return nil
}

// unvendored is the path under which others import a package that lies in a vendor directory.
func unvendored(path string) string {
	if i := strings.LastIndex(path, "/vendor/"); i >= 0 {
		return path[i+len("/vendor/"):]
	}
	return strings.TrimPrefix(path, "vendor/")
}
