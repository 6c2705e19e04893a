package section

import (
	"go/token"
	"maps"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/summary"
)

// A config is what is so at a program point on some of the paths to it: the events since nothing was
// held, the locks held and the transactions open, the defers still to run, and what is known of
// values. Paths that agree on all but the values are one config, and what they know apart is
// forgotten (property simulation, as Das, Lerner and Seigle call it): so a flag that decides whether a
// lock was taken still decides, later, whether it is released, and a thousand other ifs cost nothing.
type config struct {
	live    []Event // since the last moment at which nothing was held
	visible []Event // before that, what a caller has to know
	held    []summary.Lock
	open    []*summary.Expr // transactions begun and not ended, by handle
	defers  []deferred
	pins    []*summary.Expr // connections taken out of a pool and not given back
	away    []string        // locks held that somebody else has to release, see handOn

	took []token.Pos // where a lock was taken on some of the paths
	out  token.Pos   // where the function is left, or panicked

	outBlock int           // the block of out
	failed   summary.Truth // an error was seen that is not nil; Unknown: on some of the paths
	panicked bool          // a panic has begun, even if it was recovered

	binds     map[ssa.Value]*summary.Expr // values computed by calls, loads and phis
	cells     map[string]summary.Store    // what variables and fields hold, by address
	named     map[string]*summary.Expr    // what the results of the last call are
	truths    map[string]summary.Cond     // what is known of values, by expression
	before    map[string]summary.Cond     // what was known of variables before they were assigned to
	panicking bool
	recovered bool // recover was called

	k     string // key, until something changes
	dirty bool   // reached or changed since its block was last executed
}

// A deferred call waits for the function to end. Its arguments were evaluated at the defer.
type deferred struct {
	instr *ssa.Defer
	id    int // of the statement
	fn    *summary.Expr
	args  []*summary.Expr
	local *summary.Expr // names the results
}

func newConfig() *config {
	return &config{
		binds:  map[ssa.Value]*summary.Expr{},
		cells:  map[string]summary.Store{},
		named:  map[string]*summary.Expr{},
		truths: map[string]summary.Cond{},
		failed: summary.IsFalse,
		before: map[string]summary.Cond{},
	}
}

func (c *config) clone() *config {
	return &config{
		live:      slices.Clone(c.live),
		visible:   slices.Clone(c.visible),
		held:      slices.Clone(c.held),
		open:      slices.Clone(c.open),
		defers:    slices.Clone(c.defers),
		pins:      slices.Clone(c.pins),
		away:      slices.Clone(c.away),
		took:      slices.Clone(c.took),
		out:       c.out,
		outBlock:  c.outBlock,
		panicked:  c.panicked,
		failed:    c.failed,
		binds:     maps.Clone(c.binds),
		cells:     maps.Clone(c.cells),
		named:     maps.Clone(c.named),
		truths:    maps.Clone(c.truths),
		before:    maps.Clone(c.before),
		panicking: c.panicking,
		recovered: c.recovered,
		k:         c.k,
	}
}

// key says what two configs must agree on to become one.
func (c *config) key() string {
	if c.k == "" {
		c.k = c.makeKey()
	}
	return c.k
}

// touch says that something changed that the key depends on.
func (c *config) touch() { c.k = "" }

func (c *config) makeKey() string {
	var b strings.Builder
	for i := range c.visible {
		c.visible[i].writeKey(&b)
	}
	b.WriteString("#")
	for i := range c.live {
		c.live[i].writeKey(&b)
	}
	if c.recovered {
		b.WriteString("recovered")
	}
	if c.panicking {
		b.WriteString("panicking")
	}
	b.WriteString("#")
	for _, l := range c.held {
		b.WriteString(l.String())
		b.WriteByte(';')
	}
	b.WriteString("#")
	for _, t := range c.open {
		b.WriteString(t.String())
		b.WriteByte(';')
	}
	b.WriteString("#")
	for _, d := range c.defers {
		b.WriteString(d.key())
		b.WriteByte(';')
	}
	for _, p := range c.pins {
		b.WriteString("pin")
		b.WriteString(p.String())
	}
	for _, l := range c.away {
		b.WriteString("away")
		b.WriteString(l)
	}
	return b.String()
}

func (d deferred) key() string {
	var b strings.Builder
	b.WriteString(strconv.Itoa(d.id))
	b.WriteString(d.fn.String())
	for _, a := range d.args {
		b.WriteByte(',')
		b.WriteString(a.String())
	}
	return b.String()
}

// merge makes c stand for the paths of o too, which has the same key, and tells whether that changed c.
func (c *config) merge(o *config) bool {
	var changed, more bool
	c.live, changed = mergeEvents(c.live, o.live)
	c.visible, more = mergeEvents(c.visible, o.visible)
	changed = changed || more
	if c.failed != o.failed && c.failed != summary.Unknown {
		c.failed, changed = summary.Unknown, true
	}
	for _, pos := range o.took {
		if !slices.Contains(c.took, pos) {
			c.took, changed = append(c.took, pos), true
		}
	}
	changed = meetBinds(c.binds, o.binds) || changed
	changed = meetCells(c.cells, o.cells) || changed
	changed = meetBinds(c.named, o.named) || changed
	changed = meet(c.truths, o.truths, func(x, y summary.Cond) bool { return x.Is == y.Is }) || changed
	changed = meet(c.before, o.before, func(x, y summary.Cond) bool { return x.Is == y.Is }) || changed
	return changed
}

// meetBinds keeps in a what b says too.
func meetBinds[K comparable](a, b map[K]*summary.Expr) bool {
	changed := false
	for v, x := range a {
		either := meetExprs(x, b[v])
		switch {
		case either == nil:
			delete(a, v)
		case either == x:
			continue
		default:
			a[v] = either
		}
		changed = true
	}
	return changed
}

// meetCells keeps in a what b says too. What a slice was filled with in a loop stays: where b does not know of it,
// nothing was appended yet.
func meetCells(a, b map[string]summary.Store) bool {
	changed := false
	for k, s := range b {
		switch _, ok := a[k]; {
		case ok:
		case mayBeFlag(s):
			a[k], changed = summary.Store{Addr: s.Addr}, true
		case s.X != nil && s.Collected():
			a[k], changed = s, true
		}
	}
	for k, s := range a {
		o, ok := b[k]
		if !ok && s.Collected() {
			continue
		}
		either := meetExprs(s.X, o.X)
		switch {
		case either == nil && (mayBeFlag(s) || b[k].Addr != nil && mayBeFlag(b[k])):
			if s.X == nil {
				continue
			}
			a[k] = summary.Store{Addr: s.Addr}
		case either == nil:
			delete(a, k)
		case either == s.X:
			continue
		default:
			a[k] = summary.Store{Addr: s.Addr, X: either}
		}
		changed = true
	}
	return changed
}

// meetExprs is a value that is x on some paths and y on others: one of both where both are paths, which may
// lead to a handle, and unknown elsewhere.
func meetExprs(x, y *summary.Expr) *summary.Expr {
	switch {
	case x == nil || y == nil:
		return nil
	case x == y || x.String() == y.String():
		return x
	case y.Op == summary.Nil && isPath(x): // whoever uses it has seen that it is not nil
		return unlessError(x)
	case x.Op == summary.Nil && isPath(y):
		return unlessError(y)
	case !isPath(x) || !isPath(y):
		return nil
	}
	either := summary.EitherOf(x, y)
	if either != nil && either.String() == x.String() {
		return x
	}
	return either
}

// unlessError is x, but not an error made once: that one is never nil, and so it would no more be known that there may
// be none.
func unlessError(x *summary.Expr) *summary.Expr {
	for _, a := range x.Alternatives() {
		if a.Op == summary.Global && isErrorName(a.Name) {
			return nil
		}
	}
	return x
}

// isPath tells an access path or one of several.
func isPath(x *summary.Expr) bool {
	if x == nil {
		return false
	}
	for _, a := range x.Alternatives() {
		switch a.Op {
		case summary.Param, summary.Free, summary.Local, summary.Global, summary.Field, summary.Elem, summary.Deref, summary.CtxValue:
		default:
			return false
		}
	}
	return true
}

// meet keeps in a what b says too.
func meet[K comparable, V any](a, b map[K]V, same func(x, y V) bool) bool {
	changed := false
	for k, x := range a {
		if y, ok := b[k]; !ok || !same(x, y) {
			delete(a, k)
			changed = true
		}
	}
	return changed
}

// forget drops what is known of values that the instruction with this expression computes anew.
func (c *config) forget(local *summary.Expr) {
	name := local.String()
	for k := range c.truths {
		if strings.Contains(k, name) {
			delete(c.truths, k)
		}
	}
	for k := range c.cells {
		if strings.Contains(k, name) {
			delete(c.cells, k)
		}
	}
}

// store puts x at an address and forgets what was known of the parts of the old content.
func (c *config) store(addr, x *summary.Expr) {
	name := addr.String()
	for k := range c.cells {
		if strings.HasPrefix(k, name+".") || strings.HasPrefix(k, name+"[") {
			delete(c.cells, k)
		}
	}
	for k, t := range c.truths {
		if k == name || k == "*"+name || strings.HasPrefix(k, name+".") {
			if _, ok := c.before[k]; !ok && nameable(t.X) {
				c.before[k] = t
			}
			delete(c.truths, k)
		}
	}
	c.set(addr, x)
	if x != nil {
		for _, f := range c.fieldsOf(x) { // a struct is copied as a whole
			c.set(addr.Dot(f.Addr.Name), f.X)
		}
	}
}

// set puts x at an address that was not known before.
func (c *config) set(addr, x *summary.Expr) {
	c.cells[addr.String()] = summary.Store{Addr: addr, X: x}
}

// takeNamed is what a result of the call that has just been executed is. From here on the value goes by that.
func (c *config) takeNamed(name *summary.Expr) *summary.Expr {
	x := c.named[name.String()]
	delete(c.named, name.String())
	return x
}

// fieldsOf are the fields of x whose content is known, by name.
func (c *config) fieldsOf(x *summary.Expr) []summary.Store {
	prefix := x.String() + "."
	var out []summary.Store
	for addr, s := range c.cells {
		if field, ok := strings.CutPrefix(addr, prefix); ok && !strings.ContainsAny(field, ".[#!") && s.Addr.Op == summary.Field {
			out = append(out, s)
		}
	}
	slices.SortFunc(out, func(a, b summary.Store) int { return strings.Compare(a.Addr.Name, b.Addr.Name) })
	return out
}

// content is what an address holds, if that is known.
func (c *config) content(addr *summary.Expr) (*summary.Expr, bool) {
	return c.contentOf(addr, maxCopies)
}

// nullFields are the fields of sql.NullInt64, pgtype.Bool and the like that hold the value.
var nullFields = []string{"Bool", "Int16", "Int32", "Int64", "Int", "V"}

// maxCopies bounds how many copies of structs are followed to what a field holds.
const maxCopies = 4

func (c *config) contentOf(addr *summary.Expr, copies int) (*summary.Expr, bool) {
	if s, ok := c.cells[addr.String()]; ok {
		return s.X, true
	}
	if addr.Op != summary.Field || copies == 0 {
		return nil, false
	}
	if strings.HasPrefix(addr.Name, "!") {
		return c.captured(addr)
	}
	// A field of a struct that was copied as a whole is the field of what it was copied from.
	whole, ok := c.cells[addr.Args[0].String()]
	if !ok || whole.X == nil {
		return nil, false
	}
	switch whole.X.Op {
	case summary.Nil, summary.Const, summary.Func:
		return nil, false
	}
	if isAnswer(whole.X) && slices.Contains(nullFields, addr.Name) {
		return whole.X, true
	}
	field := whole.X.Dot(addr.Name)
	if field == nil {
		return nil, false
	}
	if x, ok := c.contentOf(field, copies-1); ok {
		return x, true
	}
	return field, true
}

// fold replaces, in an expression from elsewhere, the variables and fields whose content is known.
func (c *config) fold(x *summary.Expr) *summary.Expr {
	if x == nil || !x.Has(summary.Deref, summary.Field, summary.Elem) {
		return x
	}
	return x.Map(func(e *summary.Expr) (*summary.Expr, bool) {
		switch e.Op {
		case summary.Deref, summary.Field, summary.Elem:
		default:
			return nil, false
		}
		base := c.fold(e.Args[0])
		var addr, whole *summary.Expr
		switch e.Op {
		case summary.Deref:
			addr, whole = base, base.Load()
		case summary.Field:
			whole = base.Dot(e.Name)
			addr = whole
		case summary.Elem:
			if base == nil {
				return nil, true
			}
			whole = base.At(c.fold(e.Args[1]))
			addr = whole
		}
		if whole != nil {
			if y := c.named[whole.String()]; y != nil {
				return y, true
			}
		}
		if addr != nil {
			if y, ok := c.content(addr); ok {
				return y, true
			}
			if e.Op == summary.Elem {
				if y, ok := c.content(base.At(nil)); ok {
					return y, true
				}
			}
		}
		return whole, true
	})
}
