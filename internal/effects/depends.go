package effects

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalog"
	"github.com/locklint/locklint/internal/depend"
	"github.com/locklint/locklint/internal/section"
	"github.com/locklint/locklint/internal/summary"
)

// declaredAround is the declared function in which a literal stands.
func declaredAround(fn *ssa.Function) *ssa.Function {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	return fn
}

// graph is what depends on what in a declared function and its literals, made when somebody asks.
func (w *world) graph(fn *ssa.Function) *depend.Graph {
	fn = declaredAround(fn)
	g := w.graphs[fn]
	if g == nil {
		g = depend.New(fn, &dependWorld{world: w})
		w.graphs[fn] = g
	}
	return g
}

// dependences adds to the cases of a declared function what the writes in them depend on: which parameters are
// written, and whether a read before decides or feeds them. To its callers that is all inside of one call.
func (w *world) dependences(f *section.Function) {
	if f.Fn.Parent() != nil || len(f.Fn.Blocks) == 0 {
		return
	}
	for i := range f.Cases {
		events := f.Cases[i].Events
		if !works(events) {
			continue
		}
		g := w.graph(f.Fn)
		for k := range events {
			e := &events[k]
			switch {
			case e.Kind == summary.Read && e.Traits&summary.Decides == 0 && g.Decides(e.Pos):
				e.Traits |= summary.Decides
			case e.Kind == summary.Write:
				w.dependsOn(g, events[:k], e)
			}
		}
		for k := range events { // now that all are known, in terms of the parameters
			if e := &events[k]; e.Kind == summary.Write {
				e.Value, e.Traits = g.Inputs(e.Pos, written(*e)), e.Traits|summary.ValueKnown
			}
		}
	}
}

func works(events []section.Event) bool {
	for _, e := range events {
		if e.Kind == summary.Write || e.Kind == summary.Read {
			return true
		}
	}
	return false
}

// dependsOn adds to a write whether it depends on a read before it.
func (w *world) dependsOn(g *depend.Graph, before []section.Event, e *section.Event) {
	for _, r := range before {
		if r.Kind != summary.Read || r.Pos == e.Pos || !SameData(Event{r}, Event{*e}) {
			continue
		}
		if g.Data(r.Pos, e.Pos, written(*e)) {
			e.Traits |= summary.OnData
		}
		if r.Traits.Has(summary.Decides) || g.Control(r.Pos, e.Pos) {
			e.Traits |= summary.OnCheck
		}
	}
}

// written are the parts of what the call of a write is given that are written.
func written(e section.Event) []summary.Use {
	if e.Traits.Has(summary.ValueKnown) {
		return e.Value
	}
	return depend.Anything
}

// SameData tells that a read and a write may be of the same rows: their store and, as far as the text shows it, their
// table or key.
func SameData(r, w Event) bool {
	if r.Store != w.Store {
		return false
	}
	if r.Table != "" || w.Table != "" {
		return tableName(r.Table) == tableName(w.Table)
	}
	if a, b := r.Item.Pattern(), w.Item.Pattern(); a != "" && b != "" {
		return a == b
	}
	if r.Item != nil && w.Item != nil {
		return summary.Equal(r.Item, w.Item)
	}
	return true
}

// tableName is a table without its schema.
func tableName(name string) string {
	for i := len(name) - 1; i >= 0; i-- {
		if name[i] == '.' {
			return name[i+1:]
		}
	}
	return name
}

// Depends tells whether a write depends on a read of the same path: what it writes (data), and whether it happens
// (control).
func (f *Function) Depends(r, w Event) (data, control bool) {
	if r.Pos == w.Pos && r.SameCall(w) {
		return w.Traits.Has(summary.OnData), w.Traits.Has(summary.OnCheck)
	}
	g := f.world.graph(f.fn)
	data = g.Data(r.Pos, w.Pos, written(w.Event))
	control = r.Traits.Has(summary.Decides) || g.Control(r.Pos, w.Pos)
	return data, control
}

// Feeds tells that what a write writes is computed from what a read found, and not only from keys, which never change.
func (f *Function) Feeds(r, w Event) bool {
	uses := written(w.Event)
	if w.Kind == summary.Release { // a key is deleted
		uses = depend.Anything
	}
	return f.world.graph(f.fn).DataBeside(r.Pos, w.Pos, uses)
}

// Decides tells that what a read found decides whether a write happens.
func (f *Function) Decides(r, w Event) bool {
	return r.Traits.Has(summary.Decides) || f.world.graph(f.fn).Control(r.Pos, w.Pos)
}

// A dependWorld answers for package depend.
type dependWorld struct {
	world   *world
	handles map[types.Type]bool
}

func (d *dependWorld) Library(fn *ssa.Function) bool {
	obj := d.world.Object(fn)
	if obj == nil || obj.Pkg() == nil {
		return false
	}
	return !d.sameProject(obj.Pkg())
}

// sameProject tells a package whose import path begins like that of this one.
func (d *dependWorld) sameProject(pkg *types.Package) bool {
	own := d.world.pass.Pkg
	if pkg == own {
		return true
	}
	if m := d.world.pass.Module; m != nil && m.Path != "" {
		return pkg.Path() == m.Path || strings.HasPrefix(pkg.Path(), m.Path+"/")
	}
	return !catalog.IsStd(pkg.Path()) && !d.world.Catalog().Has(pkg.Path()) && firstParts(pkg.Path()) == firstParts(own.Path())
}

// firstParts are the host and owner of an import path.
func firstParts(path string) string {
	n := 0
	for i, r := range path {
		if r == '/' {
			if n++; n == 3 {
				return path[:i]
			}
		}
	}
	return path
}

// Selects tells a builder whose arguments only say which rows are meant.
func (d *dependWorld) Selects(call *ssa.CallCommon) bool {
	obj := call.Method
	if fn := call.StaticCallee(); fn != nil {
		obj = d.world.Object(fn)
	}
	e := d.world.Catalog().Lookup(obj)
	return e != nil && e.Role == catalog.Derive && !e.Cond.IsZero()
}

// Works tells that the call at a position reads or writes a store.
func (d *dependWorld) Works(pos token.Pos) bool { return d.world.working[pos] }

// noteWork notes where a function reads and writes.
func (w *world) noteWork(f *section.Function) {
	for _, c := range f.Cases {
		for _, e := range c.Events {
			if e.Kind == summary.Read || e.Kind == summary.Write {
				w.working[e.Pos] = true
			}
		}
	}
	for _, p := range f.Paths {
		for _, e := range p.Events {
			if e.Kind == summary.Read || e.Kind == summary.Write {
				w.working[e.Pos] = true
			}
		}
	}
}

// Handle tells a type whose values lead to a store, a lock or a service: those of the catalogue, contexts, functions,
// and structs that have such a field.
func (d *dependWorld) Handle(t types.Type) bool { return d.handle(t, 0) }

// maxHandle bounds how deep fields are looked into.
const maxHandle = 3

func (d *dependWorld) handle(t types.Type, depth int) bool {
	if known, ok := d.handles[t]; ok {
		return known
	}
	is := d.isHandle(t, depth)
	if depth == 0 {
		if d.handles == nil {
			d.handles = map[types.Type]bool{}
		}
		d.handles[t] = is
	}
	return is
}

func (d *dependWorld) isHandle(t types.Type, depth int) bool {
	if depth > maxHandle {
		return false
	}
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		return d.handle(p.Elem(), depth)
	}
	if n, ok := t.(*types.Named); ok {
		if obj := n.Obj(); obj.Pkg() != nil {
			e := d.world.Catalog().TypeOf(n)
			switch {
			case e != nil:
				return e.HandleField == ""
			case obj.Pkg().Path() == "context", obj.Pkg().Path() == "sync", obj.Pkg().Path() == "sync/atomic":
				return true
			case catalog.IsStd(obj.Pkg().Path()):
				return false
			}
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for f := range u.Fields() {
			if _, fn := f.Type().Underlying().(*types.Signature); fn || d.handle(f.Type(), depth+1) {
				return true
			}
		}
	case *types.Interface:
		return u.NumMethods() > 0 && depth > 0 && !isDataInterface(t) // a service in a field
	case *types.Chan:
		return depth > 0
	}
	return false
}

// isDataInterface tells the interfaces of values: errors and what prints itself.
func isDataInterface(t types.Type) bool {
	n, ok := t.(*types.Named)
	if !ok {
		return false
	}
	return n.Obj().Pkg() == nil || catalog.IsStd(n.Obj().Pkg().Path())
}
