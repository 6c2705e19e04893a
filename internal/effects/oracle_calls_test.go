package effects_test

import (
	"slices"
	"strings"
)

// argument is an expression for a parameter.
func (g *generator) argument(k kind) (string, bool) {
	switch k {
	case aBool:
		if g.chance(30) {
			return pick(g, []string{"true", "false"}), true
		}
		return g.cond(), true
	case aFunc:
		return g.function0(), true
	case aError:
		return g.err(), true
	case aRW:
		if x, ok := g.any(k); ok {
			return x, true
		}
		return "&grw", true
	}
	return g.any(k)
}

func (g *generator) callHelper() (open, made bool) {
	if len(g.funcs) == 0 {
		return true, false
	}
	return g.callOf(pick(g, g.funcs))
}

// callOf calls a function, or a method of something that is at hand.
func (g *generator) callOf(f *signature) (open, made bool) {
	if f.either || f.result == "mutex" && !f.fixed {
		return true, false
	}
	callee := f.name
	if f.recv {
		s, ok := g.any(aS)
		if !ok {
			return true, false
		}
		callee = s + "." + f.name
	}
	return true, g.call(f, callee)
}

func (g *generator) call(f *signature, callee string) bool {
	var args []string
	for _, k := range f.params {
		a, ok := g.argument(k)
		if !ok {
			return false
		}
		args = append(args, a)
	}
	call := callee + "(" + strings.Join(args, ", ") + ")"
	if g.chance(12) {
		g.line("defer %s", call)
		return true
	}
	if f.result == "mutex" && !f.fixed || f.either {
		g.hide(args...)
	}
	g.use(f, call)
	if g.chance(70) {
		g.mark()
	}
	return true
}

// use calls a function and does something with its result.
func (g *generator) use(f *signature, call string) {
	switch f.result {
	case "bool":
		if g.chance(50) {
			g.line("if %s {", call)
			g.block(3)
			g.line("}")
			return
		}
		g.assign(aBool, call)
	case "error", "named error":
		if g.chance(50) {
			e := g.name("err")
			g.line("if %s := %s; %s != nil {", e, call, e)
			g.depth++
			g.mark()
			g.ret()
			g.depth--
			g.line("}")
			return
		}
		g.assign(aError, call)
	case "func()":
		switch g.r.IntN(3) {
		case 0:
			g.line("defer %s()", call)
		case 1:
			g.line("%s()", call)
		default:
			g.assign(aFunc, call)
		}
	case "tx":
		g.transaction(call)
	case "unlock":
		g.unlocker(call)
	case "iter":
		g.rangeOver(call)
	case "mutex":
		g.assign(aLock, call)
	default:
		g.line("%s", call)
	}
}

func (g *generator) assign(k kind, x string) string {
	v := g.name("v")
	g.line("%s := %s", v, x)
	g.line("_ = %s", v)
	g.declare(k, v)
	return v
}

func (g *generator) funcVar() { g.assign(aFunc, g.function0()) }

func (g *generator) callVar() (open, made bool) {
	if f, ok := g.any(aFunc); ok {
		g.line("%s%s()", pick(g, []string{"", "", "defer "}), f)
		return true, true
	}
	return true, false
}

func (g *generator) begin() (open, made bool) {
	db, ok := g.any(aDB)
	if !ok {
		return true, false
	}
	g.transaction(db + ".Begin()")
	return true, true
}

// transaction begins one and looks at the error.
func (g *generator) transaction(call string) {
	tx, e := g.name("tx"), g.name("err")
	g.line("%s, %s := %s", tx, e, call)
	g.line("_ = %s", tx)
	if g.chance(20) {
		g.line("if %s == nil {", e)
		outer := g.s
		g.s = outer.clone()
		g.declare(aTx, tx)
		g.block(4)
		g.s = outer
		g.line("}")
		return
	}
	g.line("if %s != nil {", e)
	g.depth++
	g.mark()
	g.ret()
	g.depth--
	g.line("}")
	g.declare(aTx, tx)
	g.declare("live", tx)
	if g.chance(40) {
		g.line("defer %s.Rollback()", tx)
	}
}

func (g *generator) endTx() (open, made bool) {
	tx, ok := g.any(aTx)
	if !ok {
		return true, false
	}
	end := pick(g, []string{"Commit()", "Commit()", "Rollback()"})
	switch g.r.IntN(4) {
	case 0:
		e := g.name("err")
		g.line("_, %s := %s.Exec(\"UPDATE t SET x = 1\")", e, tx)
		g.line("if %s != nil {", e)
		if g.block(3) && g.chance(50) {
			g.line("\t%s.Rollback()", tx)
		}
		g.line("}")
	case 1:
		e := g.name("err")
		g.line("if %s := %s.%s; %s != nil {", e, tx, end, e)
		g.block(2)
		g.line("}")
	default:
		g.line("%s.%s", tx, end)
	}
	return true, true
}

func (g *generator) leave() (open, made bool) {
	if g.depth < 2 {
		return true, false
	}
	g.mark()
	switch g.r.IntN(7) {
	case 0, 2:
		g.line("panic(\"no\")")
	case 1:
		g.line("os.Exit(1)")
		return true, true
	default:
		g.ret()
	}
	return false, true
}

// lockAlias gives a lock another name.
func (g *generator) lockAlias() {
	g.assign(aLock, pick(g, g.s.vars[aLock]))
}

// eitherLock names one of two locks, at the begin of a function: nothing is held yet, and the locks have no
// other name from here on.
func (g *generator) eitherLock() {
	if len(g.fn.locks) < 2 || g.fn.fixed {
		return
	}
	a, b := g.fn.locks[0], g.fn.locks[1]
	for _, f := range g.funcs {
		if (f.either || f.result == "mutex" && !f.fixed) && !f.recv && g.chance(50) {
			g.fn.either = true
			g.call(f, f.name)
			return
		}
	}
	g.fn.either = true
	m := g.name("m")
	g.line("%s := %s", m, a)
	g.line("if %s {", g.cond())
	g.line("\t%s = %s", m, b)
	g.line("}")
	g.hide(a, b)
	g.line("_ = %s", m)
	g.declare(aLock, m)
}

func isGlobal(lock string) bool { return strings.HasPrefix(lock, "&g") }

// hide makes locks unknown from here on, because another name may mean them: that both are one lock is more
// than section can know.
func (g *generator) hide(locks ...string) {
	hidden := func(l string) bool {
		for _, h := range locks {
			if l == h || strings.HasPrefix(l, "&"+h+".") || strings.HasPrefix(h, "&"+l+".") {
				return true
			}
		}
		return false
	}
	for _, k := range []kind{aLock, aS, aFunc} {
		g.s.vars[k] = slices.DeleteFunc(g.s.vars[k], func(l string) bool { return k == aFunc || hidden(l) })
	}
	if len(g.s.vars[aLock]) == 0 {
		g.s.vars[aLock] = []string{"&g1"}
	}
}

// localLock makes a lock, but not in a loop: section takes the locks of two rounds for one.
func (g *generator) localLock() (open, made bool) {
	if len(g.loops)+len(g.exits) > 0 {
		return true, false
	}
	if g.chance(50) {
		m := g.name("m")
		g.line("var %s sync.Mutex", m)
		g.line("_ = &%s", m)
		g.declare(aLock, "&"+m)
		return true, true
	}
	s := g.name("s")
	g.line("%s := &S{in: &T{}}", s)
	g.line("_ = %s", s)
	g.declare(aS, s)
	return true, true
}

func (g *generator) setErr() (open, made bool) {
	if g.fn.result != "named error" {
		return true, false
	}
	g.line("err = %s", g.err())
	return true, true
}

// embedded takes or drops a lock through its embedding struct.
func (g *generator) embedded() (open, made bool) {
	e, ok := g.any("embedded")
	if !ok {
		return true, false
	}
	word := "Lock"
	if g.s.held[e] {
		word = "Unlock"
	}
	g.s.held[e] = !g.s.held[e]
	g.line("%s.%s()", e, word)
	return true, true
}
