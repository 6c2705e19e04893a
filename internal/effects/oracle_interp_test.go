package effects_test

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"math/rand/v2"
)

// The interpreter runs the functions of a generated program for real: it is the truth that section is held
// against. What a program cannot know (a parameter, env.Flag()) is chosen, and all choices are tried.

type value any

// A cell is a variable.
type cell struct{ v value }

// What may be in a cell, besides bool, int and nil.
type (
	unchosen struct{} // a bool or an error that nobody has looked at
	failure  struct{} // an error
	database struct{}
	mutex    struct{ writer, reader state }
	txn      struct{ open state }
	object   struct{ fields map[string]*cell }
	closure  struct {
		lit    *ast.FuncLit
		decl   *ast.FuncDecl
		method *types.Func // of a library, bound to recv
		recv   value
		env    *env
		native func() []value // the body of a range over a function
		either bool           // it came from a function with several returns, or from an earlier round of a loop: section may not know which of several it is
		stored token.Pos      // where it was put into a field
		home   int            // the depth of the outermost frame that knows which function it is
	}
)

// A state is that of a lock or a transaction. At first it is whatever the caller left.
type state int

const (
	unknown state = iota
	on
	off
)

// An env is the variables of a block.
type env struct {
	vars map[types.Object]*cell
	up   *env
}

func (e *env) find(obj types.Object) *cell {
	for ; e != nil; e = e.up {
		if c := e.vars[obj]; c != nil {
			return c
		}
	}
	return nil
}

func (e *env) inner() *env { return &env{vars: map[types.Object]*cell{}, up: e} }

// A grip is a lock that is held, or a transaction that is open.
type grip struct {
	on     any
	shared bool
}

// A frame is a running function.
type frame struct {
	fn         *closure
	args       []value // receiver first
	results    []*cell
	names      map[string][]*cell // the variables by name, also those of earlier rounds
	calls      map[token.Pos][][]value
	labels     map[string]int
	deferred   map[*ast.DeferStmt]int
	held       map[grip]bool // what was taken since the frame began and is still there
	defers     []func()
	panicking  bool
	deferredBy *frame
	loop       *frame // of the body of a range over a function: where the loop is
	depth      int
	made       []*closure
	tainted    bool // it ran a function that nobody who looks at it alone can know, or locks have two names
}

type (
	goPanic struct{}             // the program panics
	stop    struct{ why string } // the path ends: deadlock, exit, too long
)

// A control says how a statement ended.
type control struct {
	kind  token.Token // ILLEGAL: it went on to the next; BREAK, CONTINUE, GOTO, RETURN, FALLTHROUGH
	label string
}

// A machine runs one path.
type machine struct {
	prog    *program
	globals *env
	stack   []*frame
	choices []choice
	random  *rand.Rand // nil: the paths come in order
	next    int
	steps   int
	lenient bool  // what would be a deadlock or a fatal error goes on
	lines   []int // of the statements that ran
	mark    func(m *machine, id int, f *frame)
}

type choice struct{ got, of int }

func (m *machine) choose(n int) int {
	if m.next == len(m.choices) {
		got := 0
		if m.random != nil {
			got = m.random.IntN(n)
		}
		m.choices = append(m.choices, choice{got, n})
	}
	m.next++
	return m.choices[m.next-1].got
}

// advance makes the choices those of the next path and tells whether there is one.
func (m *machine) advance() bool {
	if m.random != nil {
		m.choices = nil
		return true
	}
	for n := len(m.choices); n > 0; n-- {
		if c := &m.choices[n-1]; c.got+1 < c.of {
			c.got++
			m.choices = m.choices[:n]
			return true
		}
	}
	return false
}

// path runs decl with the given choices.
func (m *machine) path(decl *ast.FuncDecl) {
	m.globals = (*env)(nil).inner()
	m.stack, m.next, m.steps, m.lines = nil, 0, 0, nil
	for _, v := range m.prog.globals {
		m.globals.vars[v] = &cell{fresh(v.Type(), 0)}
	}
	sig := m.prog.info.Defs[decl.Name].Type().(*types.Signature)
	var args []value
	if r := sig.Recv(); r != nil {
		args = append(args, fresh(r.Type(), 0))
	}
	for v := range sig.Params().Variables() {
		args = append(args, fresh(v.Type(), 0))
	}
	defer func() {
		switch r := recover().(type) {
		case nil, goPanic, stop:
		default:
			panic(r)
		}
	}()
	m.invoke(&closure{decl: decl, env: m.globals}, args, nil)
}

// zero is the zero value of a type. Structs and mutexes are never copied, so a pointer to one is the same
// value as the thing.
func zero(t types.Type) value {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if u.Info()&types.IsBoolean != 0 {
			return false
		}
		return 0
	case *types.Struct:
		if name := typeName(t); name == "sync.Mutex" || name == "sync.RWMutex" {
			return &mutex{off, off}
		}
		o := &object{fields: map[string]*cell{}}
		for f := range u.Fields() {
			o.fields[f.Name()] = &cell{zero(f.Type())}
		}
		return o
	}
	return nil
}

func typeName(t types.Type) string {
	return types.TypeString(t, func(p *types.Package) string { return p.Name() })
}

// fresh is a value that a caller may give.
func fresh(t types.Type, depth int) value {
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		switch typeName(u.Elem()) {
		case "sql.DB":
			return database{}
		case "sql.Tx":
			return &txn{}
		}
		if _, ok := u.Elem().Underlying().(*types.Struct); !ok {
			return &cell{fresh(u.Elem(), depth)}
		}
		return fresh(u.Elem(), depth)
	case *types.Struct:
		v := zero(t)
		if x, ok := v.(*mutex); ok {
			*x = mutex{}
		}
		if o, ok := v.(*object); ok && depth < 3 {
			for f := range u.Fields() {
				o.fields[f.Name()].v = fresh(f.Type(), depth+1)
			}
		}
		return v
	case *types.Signature:
		return &closure{home: -1}
	}
	switch t.String() {
	case "bool", "error":
		return unchosen{}
	}
	return zero(t)
}

func newFrame(fn *closure, args []value, deferredBy *frame, depth int) *frame {
	return &frame{fn: fn, args: args, names: map[string][]*cell{}, calls: map[token.Pos][][]value{}, labels: map[string]int{},
		deferred: map[*ast.DeferStmt]int{}, held: map[grip]bool{}, deferredBy: deferredBy, depth: depth}
}

// invoke calls a function and runs its defers.
func (m *machine) invoke(fn *closure, args []value, deferredBy *frame) []value {
	if fn == nil {
		panic(stop{"nil function"})
	}
	if fn.native != nil {
		return fn.native()
	}
	if fn.lit == nil && fn.decl == nil {
		if fn.method == nil {
			return nil
		}
		return m.library(fn.method, append([]value{fn.recv}, args...))
	}
	if fn.recv != nil {
		args = append([]value{fn.recv}, args...)
	}
	f := newFrame(fn, args, deferredBy, len(m.stack))
	if f.depth > 30 || m.again(fn) {
		panic(stop{"too deep"})
	}
	m.stack = append(m.stack, f)
	m.guard(f, func() { m.body(f) })
	for n := len(f.defers); n > 0; n = len(f.defers) {
		d := f.defers[n-1]
		f.defers = f.defers[:n-1]
		m.guard(f, d)
	}
	m.leaves(f)
	if f.panicking {
		m.losesLocks()
		panic(goPanic{})
	}
	out := make([]value, len(f.results))
	for i, c := range f.results {
		out[i] = c.v
		if fn, ok := c.v.(*closure); ok && fn != nil {
			fn.home = min(fn.home, f.depth-1)
			fn.either = fn.either || !m.prog.strict && f.fn.decl != nil && severalReturns(f.fn.decl)
		}
	}
	return out
}

// losesLocks forgets, where a function has panicked, the locks that it made and gave to nobody: section does so too, since
// they are nobody's business any more.
func (m *machine) losesLocks() {
	for _, f := range m.stack {
		maps.DeleteFunc(f.held, func(g grip, _ bool) bool {
			_, lock := g.on.(*mutex)
			return lock && m.prog.nameOf(m, f, g.on) == "?"
		})
	}
}

func (m *machine) guard(f *frame, run func()) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case goPanic:
			f.panicking = true
			m.stack = m.stack[:f.depth+1]
		default:
			panic(r)
		}
	}()
	run()
}

func (m *machine) body(f *frame) {
	e := f.fn.env.inner()
	typ, body := (*ast.FuncType)(nil), (*ast.BlockStmt)(nil)
	args := f.args
	if d := f.fn.decl; d != nil {
		typ, body = d.Type, d.Body
		if d.Recv != nil {
			args = m.bind(f, e, d.Recv, args)
		}
	} else {
		typ, body = f.fn.lit.Type, f.fn.lit.Body
	}
	m.bind(f, e, typ.Params, args)
	if typ.Results != nil {
		for _, field := range typ.Results.List {
			for _, name := range field.Names {
				m.define(f, e, name, zero(m.prog.info.TypeOf(field.Type)))
				f.results = append(f.results, e.vars[m.prog.info.Defs[name]])
			}
			if len(field.Names) == 0 {
				f.results = append(f.results, &cell{zero(m.prog.info.TypeOf(field.Type))})
			}
		}
	}
	f.tainted = f.depth > 0 && m.aliased(f, e)
	m.block(body.List, e)
}

func (m *machine) bind(f *frame, e *env, fields *ast.FieldList, args []value) []value {
	for _, field := range fields.List {
		for _, name := range field.Names {
			m.define(f, e, name, args[0])
			args = args[1:]
		}
	}
	return args
}

func (m *machine) define(f *frame, e *env, name *ast.Ident, v value) {
	if name.Name == "_" {
		return
	}
	c := &cell{v}
	e.vars[m.prog.info.Defs[name]] = c
	f.names[name.Name] = append(f.names[name.Name], c)
}

// aliased tells that two of the names that the function of a frame knows mean one lock: whoever looks at
// the function alone takes them for two.
func (m *machine) aliased(f *frame, e *env) bool {
	seen := map[any]bool{}
	twice := false
	var add func(v value)
	add = func(v value) {
		switch v := v.(type) {
		case *mutex, *txn:
			twice = twice || seen[v]
			seen[v] = true
		case *object:
			twice = twice || seen[v]
			seen[v] = true
			for _, c := range v.fields {
				add(c.v)
			}
		}
	}
	cells := map[*cell]bool{}
	for _, c := range m.globals.vars {
		cells[c] = true
	}
	for _, c := range e.vars {
		cells[c] = true
	}
	if f.fn.lit != nil {
		ast.Inspect(f.fn.lit.Body, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				if c := f.fn.env.find(m.prog.info.Uses[id]); c != nil {
					cells[c] = true
				}
			}
			return true
		})
	}
	for c := range cells {
		add(c.v)
	}
	return twice
}
