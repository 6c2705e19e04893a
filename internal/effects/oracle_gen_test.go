package effects_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"strings"
)

// A generator writes a random program: functions that take and drop a few locks and transactions, each of
// which calls only those above it.
type generator struct {
	r     *rand.Rand
	b     strings.Builder
	funcs []*signature
	names int
	marks int
	depth int // of indentation
	fn    *signature
	s     *scope
	left  int // statements
	loops []string
	exits []string // labels to go to
	inLit bool     // in a function literal: no return value
}

// A signature is a declared function: its parameters and its result, by kind.
type signature struct {
	name   string
	recv   bool
	params []kind
	locks  []string // result "mutex": what is returned
	fixed  bool     // there is one
	either bool     // it calls one of two parameters by a third name
	result string   // "", "bool", "error", "func()", "named error", "tx", "mutex"
}

type kind string

const (
	aBool  kind = "bool"
	aLock  kind = "*sync.Mutex"
	aRW    kind = "*sync.RWMutex"
	aS     kind = "*S"
	aDB    kind = "*sql.DB"
	aTx    kind = "*sql.Tx"
	aFunc  kind = "func()"
	aError kind = "error"
)

// A scope is what may be named at a place, as expressions.
type scope struct {
	vars map[kind][]string
	held map[string]bool // probably
}

func (s *scope) clone() *scope {
	out := &scope{vars: map[kind][]string{}, held: maps.Clone(s.held)}
	for k, v := range s.vars {
		out.vars[k] = append([]string(nil), v...)
	}
	return out
}

const prelude = `package p

import (
	"database/sql"
	"os"
	"oracle/env"
	"sync"
)


var (
	_ *sql.DB
	_ = os.Exit
	_ = env.Mark
)

var g0, g1 sync.Mutex
var grw sync.RWMutex

type S struct {
	mu sync.Mutex
	rw sync.RWMutex
	in *T
	fn func()
}

func _(s *S) { // what fn holds is not always the same
	s.fn = func() {}
	s.fn = s.mu.Unlock
}

type box[T any] struct {
	mu sync.Mutex
	v  T
}

func (b *box[T]) open() { b.mu.Lock() }

func (b *box[T]) shut() { b.mu.Unlock() }

func (b *box[T]) within(f func(T)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	f(b.v)
}

func take[L sync.Locker](l L) { l.Lock() }

func drop[L sync.Locker](l L) { l.Unlock() }

func under[T any](m *sync.Mutex, v T, f func(T)) {
	m.Lock()
	defer m.Unlock()
	f(v)
}

type T struct {
	sync.Mutex
	n int
}
`

func generate(r *rand.Rand, size int) string {
	g := &generator{r: r}
	g.b.WriteString(prelude)
	for i := range 2 + r.IntN(3) {
		g.function(i, 3+r.IntN(size))
	}
	return g.b.String()
}

func (g *generator) line(format string, args ...any) {
	g.b.WriteString(strings.Repeat("\t", g.depth))
	fmt.Fprintf(&g.b, format+"\n", args...)
}

func (g *generator) name(prefix string) string {
	g.names++
	return fmt.Sprintf("%s%d", prefix, g.names)
}

func (g *generator) chance(percent int) bool { return g.r.IntN(100) < percent }

func pick[T any](g *generator, list []T) T { return list[g.r.IntN(len(list))] }

func (g *generator) any(k kind) (string, bool) {
	list := g.s.vars[k]
	if len(list) == 0 {
		return "", false
	}
	return pick(g, list), true
}

func (g *generator) declare(k kind, name string) {
	g.s.vars[k] = append(g.s.vars[k], name)
	switch k {
	case aS:
		g.s.vars[aLock] = append(g.s.vars[aLock], "&"+name+".mu")
		g.s.vars[aRW] = append(g.s.vars[aRW], "&"+name+".rw")
	}
}

func (g *generator) function(i, size int) {
	f := &signature{name: fmt.Sprintf("f%d", i), recv: g.chance(20)}
	f.result = pick(g, []string{"", "", "", "bool", "error", "named error", "func()", "tx", "mutex", "unlock", "iter"})
	g.fn, g.left = f, size
	g.s = &scope{vars: map[kind][]string{}, held: map[string]bool{}}
	var params []string
	for range g.r.IntN(4) {
		k := pick(g, []kind{aBool, aBool, aLock, aLock, aRW, aS, aDB, aTx, aFunc, aError})
		if k == aTx && g.chance(50) {
			k = aDB
		}
		f.params = append(f.params, k)
		name := g.name("p")
		params = append(params, name+" "+string(k))
		g.declare(k, name)
	}
	head := "func "
	if f.recv {
		head += "(s *S) "
		g.declare(aS, "s")
		g.s.vars[aRW] = append(g.s.vars[aRW], "&s.rw")
		g.s.vars["embedded"] = append(g.s.vars["embedded"], "s.in")
	}
	if len(g.s.vars[aLock]) < 2 || g.chance(30) {
		g.s.vars[aLock] = append(g.s.vars[aLock], "&g0")
		if g.chance(50) {
			g.s.vars[aLock] = append(g.s.vars[aLock], "&g1")
		}
	}
	if g.chance(30) {
		g.s.vars[aRW] = append(g.s.vars[aRW], "&grw")
	}
	for _, l := range g.s.vars[aLock] {
		if !isGlobal(l) {
			f.locks = append(f.locks, l)
		}
	}
	if f.fixed = len(f.locks) == 0 || g.chance(50); f.fixed {
		f.locks = []string{pick(g, g.s.vars[aLock])}
	}
	result := map[string]string{"": "", "named error": "(err error) ", "tx": "(*sql.Tx, error) ", "mutex": "*sync.Mutex ", "unlock": "(func(), bool) ", "iter": iterType + " "}
	res, ok := result[f.result]
	if !ok {
		res = f.result + " "
	}
	if f.result == "named error" {
		g.declare(aError, "err")
	}
	g.line("\n%s%s(%s) %s{", head, f.name, strings.Join(params, ", "), res)
	g.depth++
	if g.chance(30) {
		g.eitherLock()
	}
	g.depth--
	g.body()
	g.line("}")
	g.funcs = append(g.funcs, f)
}

// body writes the statements of a function and its end.
func (g *generator) body() {
	g.depth++
	open := true
	for g.left > 0 && open {
		open = g.statement()
	}
	if open {
		g.mark()
		if g.fn.result == "unlock" {
			g.retUnlock()
		} else {
			g.ret()
		}
	}
	g.depth--
}

// block writes a few statements and tells whether their end is reached.
func (g *generator) block(n int) bool {
	outer := g.s
	g.s = outer.clone()
	g.depth++
	open := true
	for range 1 + g.r.IntN(n) {
		if open = g.statement(); !open {
			break
		}
	}
	g.depth--
	if g.chance(50) {
		outer.held = g.s.held
	}
	g.s = outer
	return open
}

func (g *generator) mark() {
	if text := strings.TrimRight(g.b.String(), ")\n0123456789"); strings.HasSuffix(text, "\tenv.Mark(") && !strings.HasSuffix(text, "defer env.Mark(") {
		return
	}
	g.marks++
	g.line("env.Mark(%d)", g.marks)
}

// ret returns something that fits.
func (g *generator) ret() {
	if g.inLit {
		g.line("return")
		return
	}
	switch g.fn.result {
	case "":
		g.line("return")
	case "bool":
		g.line("return %s", g.cond())
	case "error", "named error":
		g.line("return %s", g.err())
	case "func()":
		g.line("return %s", g.function0())
	case "tx":
		if tx, ok := g.any("live"); ok && g.chance(80) {
			g.line("return %s, nil", tx)
			return
		}
		g.line("return nil, env.Err()")
	case "mutex":
		g.line("return %s", pick(g, g.fn.locks))
	case "unlock":
		g.line("return nil, false")
	case "iter":
		g.line("return %s", g.iterator())
	}
}

func (g *generator) err() string {
	if e, ok := g.any(aError); ok && g.chance(50) {
		return e
	}
	return pick(g, []string{"env.Err()", "nil"})
}

// cond is a condition.
func (g *generator) cond() string {
	switch g.r.IntN(10) {
	case 0, 1:
		return "env.Flag()"
	case 2:
		if e, ok := g.any(aError); ok {
			return e + pick(g, []string{" == nil", " != nil"})
		}
	case 3:
		return "!" + g.atom()
	case 4:
		return g.atom() + pick(g, []string{" && ", " || "}) + g.atom()
	case 5:
		if l, ok := g.any(aLock); ok {
			return pick(g, []string{"", "!"}) + plain(l) + ".TryLock()"
		}
	}
	return g.atom()
}

func (g *generator) atom() string {
	if b, ok := g.any(aBool); ok {
		return b
	}
	return "env.Flag()"
}

// plain is a lock expression without the & that a selector does not need.
func plain(l string) string { return strings.TrimPrefix(l, "&") }

// literal is a function literal.
func (g *generator) literal() string {
	outer, s, b, loops, exits, lit := g.depth, g.s, g.b, g.loops, g.exits, g.inLit
	g.b = strings.Builder{}
	g.s = s.clone()
	g.loops, g.exits, g.inLit = nil, nil, true
	g.block(3)
	g.depth++
	body := g.b.String()
	text := "func() {\n" + body
	if !ended(body) {
		g.marks++
		text += strings.Repeat("\t", g.depth) + fmt.Sprintf("env.Mark(%d)\n", g.marks)
	}
	g.depth = outer
	g.s, g.loops, g.exits, g.inLit = s, loops, exits, lit
	g.b = strings.Builder{}
	g.b.WriteString(b.String())
	return text + strings.Repeat("\t", g.depth) + "}"
}

// ended tells that the last statement of a body leaves it.
func ended(body string) bool {
	lines := strings.Split(strings.TrimSpace(body), "\n")
	last := strings.TrimSpace(lines[len(lines)-1])
	return strings.HasPrefix(last, "return") || strings.HasPrefix(last, "panic")
}

func (g *generator) lockToTake() string {
	l, _ := g.any(aLock)
	for range 3 {
		if !g.s.held[l] {
			break
		}
		l, _ = g.any(aLock)
	}
	return l
}

func (g *generator) lockToDrop() string {
	l, _ := g.any(aLock)
	for range 4 {
		if g.s.held[l] {
			break
		}
		l, _ = g.any(aLock)
	}
	return l
}
