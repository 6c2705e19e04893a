package effects_test

import (
	"slices"
	"strings"
)

// The shapes of code beside statements and calls: iterators, unlock functions, functions in fields, goroutines that
// give a lock back, generic helpers.

// iterType is the type of an iterator without values.
const iterType = "func(yield func() bool)"

// iterator is a function literal over which one can range.
func (g *generator) iterator() string {
	return g.inside(iterType, func() {
		if g.chance(60) {
			g.block(2)
		}
		switch g.r.IntN(3) {
		case 0:
			g.line("for env.Flag() {")
			g.line("\tif !yield() {")
			g.line("\t\treturn")
			g.line("\t}")
			g.line("}")
		case 1:
			g.line("if !yield() {")
			g.block(1)
			g.line("\treturn")
			g.line("}")
			fallthrough
		default:
			g.line("yield()")
		}
		g.block(2)
	})
}

// inside is a function literal with that head whose statements are written by body.
func (g *generator) inside(head string, body func()) string {
	outer := *g
	g.b = strings.Builder{}
	g.s = outer.s.clone()
	g.loops, g.exits, g.inLit = nil, nil, true
	g.depth++
	body()
	text := g.b.String()
	g.depth, g.s, g.loops, g.exits, g.inLit = outer.depth, outer.s, outer.loops, outer.exits, outer.inLit
	g.b = strings.Builder{}
	g.b.WriteString(outer.b.String())
	return head + " {\n" + text + strings.Repeat("\t", g.depth) + "}"
}

// rangeOver is a loop over an iterator. What its body defers is its function's.
func (g *generator) rangeOver(iterator string) {
	label := g.name("L")
	start := g.b.Len()
	g.loops = append(g.loops, label)
	g.line("for range %s {", iterator)
	g.block(4)
	g.line("}")
	g.loops = g.loops[:len(g.loops)-1]
	if text := g.b.String()[start:]; strings.Contains(text, label+"\n") {
		g.rewrite(start, strings.Repeat("\t", g.depth)+label+":\n"+text)
	}
	if g.chance(70) {
		g.mark()
	}
}

// retUnlock takes a lock and returns what gives it back.
func (g *generator) retUnlock() {
	l := g.lockToTake()
	if g.chance(50) {
		g.line("if !%s.TryLock() {", plain(l))
		g.line("\treturn nil, false")
		g.line("}")
	} else {
		g.line("%s.Lock()", plain(l))
	}
	unlock := plain(l) + ".Unlock"
	if g.chance(50) {
		unlock = g.inside("func()", func() {
			g.mark()
			g.line("%s()", unlock)
			g.mark()
		})
	}
	g.line("return %s, true", unlock)
}

// unlocker calls a function that returns an unlock function, and runs that.
func (g *generator) unlocker(call string) {
	u, ok := g.name("u"), g.name("ok")
	g.line("%s, %s := %s", u, ok, call)
	g.line("_ = %s", u)
	if g.chance(20) {
		g.line("if %s {", ok)
		g.depth++
		g.mark()
		g.line("%s%s()", pick(g, []string{"", "defer "}), u)
		g.mark()
		g.depth--
		g.line("}")
		return
	}
	g.line("if !%s {", ok)
	g.depth++
	g.mark()
	g.ret()
	g.depth--
	g.line("}")
	g.mark()
	if g.chance(50) {
		g.line("defer %s()", u)
		return
	}
	g.declare(aFunc, u)
}

// fieldFunc puts a function into a field, or calls it.
func (g *generator) fieldFunc() (open, made bool) {
	s, ok := g.any(aS)
	if !ok {
		return true, false
	}
	g.line("%s.fn = %s", s, g.function0())
	if f := s + ".fn"; !slices.Contains(g.s.vars[aFunc], f) {
		g.declare(aFunc, f)
	}
	return true, true
}

// handOff leaves a lock to a goroutine.
func (g *generator) handOff() {
	l := g.lockToDrop()
	if !g.s.held[l] {
		g.line("%s.Lock()", plain(l))
	}
	g.line("go func() {")
	g.line("\t%s.Unlock()", plain(l))
	g.line("}()")
	delete(g.s.held, l)
}

// generic calls a generic function, or a method of a generic type.
func (g *generator) generic() (open, made bool) {
	switch g.r.IntN(5) {
	case 0:
		l := g.lockToTake()
		g.line("take(%s)", l)
		g.s.held[l] = true
	case 1:
		l := g.lockToDrop()
		g.line("%sdrop(%s)", pick(g, []string{"", "", "defer "}), l)
		delete(g.s.held, l)
	case 2:
		g.line("under(%s, 1, %s)", g.lockToTake(), g.inside("func(int)", func() { g.block(3) }))
	default:
		if len(g.loops)+len(g.exits) > 0 { // see localLock
			return true, false
		}
		b := g.name("b")
		g.line("%s := &box[%s]{}", b, pick(g, []string{"int", "string", "*S"}))
		g.line("%s.open()", b)
		g.line("%s%s.shut()", pick(g, []string{"", "defer "}), b)
	}
	if g.chance(50) {
		g.mark()
	}
	return true, true
}

// recurse calls the function itself.
func (g *generator) recurse() (open, made bool) {
	g.line("if env.Flag() {")
	outer := g.s
	g.s = outer.clone()
	g.depth++
	g.callOf(g.fn)
	g.mark()
	g.depth--
	g.s = outer
	g.line("}")
	return true, true
}

// function0 is an expression of type func().
func (g *generator) function0() string {
	if f, ok := g.any(aFunc); ok && g.chance(30) {
		return f
	}
	if g.chance(40) {
		return plain(g.lockToDrop()) + ".Unlock"
	}
	if f, ok := g.methodValue(); ok && g.chance(40) {
		return f
	}
	return g.literal()
}

// methodValue is a declared method as a function value.
func (g *generator) methodValue() (string, bool) {
	for _, f := range g.funcs {
		if f.recv && len(f.params) == 0 && f.result == "" && !f.either {
			s, ok := g.any(aS)
			return s + "." + f.name, ok
		}
	}
	return "", false
}
