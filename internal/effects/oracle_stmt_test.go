package effects_test

import "strings"

// A maker writes a statement and tells whether what follows is reached, or does nothing where it does not
// fit here.
type maker struct {
	weight int
	make   func(g *generator) (open, made bool)
}

func simple(f func(g *generator)) func(*generator) (bool, bool) {
	return func(g *generator) (bool, bool) { f(g); return true, true }
}

func makers() []maker {
	return []maker{
		{14, simple((*generator).lock)},
		{14, simple((*generator).unlock)},
		{5, simple((*generator).rw)},
		{6, simple((*generator).tryLock)},
		{8, simple((*generator).deferUnlock)},
		{5, simple((*generator).deferLiteral)},
		{12, (*generator).ifElse},
		{4, simple((*generator).boolVar)},
		{6, simple((*generator).loop)},
		{3, simple((*generator).switchCase)},
		{4, (*generator).jump},
		{3, simple((*generator).gotoBlock)},
		{10, (*generator).callHelper},
		{5, simple((*generator).funcVar)},
		{4, (*generator).callVar},
		{7, (*generator).begin},
		{7, (*generator).endTx},
		{3, (*generator).leave},
		{3, simple((*generator).lockAlias)},
		{2, (*generator).localLock},
		{2, (*generator).setErr},
		{1, simple(func(g *generator) { g.line("go %s()", g.literal()) })},
		{3, (*generator).embedded},
		{5, simple(func(g *generator) { g.rangeOver(g.iterator()) })},
		{3, (*generator).fieldFunc},
		{2, simple((*generator).handOff)},
		{4, (*generator).generic},
		{2, (*generator).recurse},
	}
}

// statement writes one statement, or a few that belong together.
func (g *generator) statement() bool {
	g.left--
	if g.chance(45) {
		g.mark()
	}
	if g.depth > 5 || g.left < 0 && g.depth > 1 {
		g.mark()
		return true
	}
	all := makers()
	total := 0
	for _, m := range all {
		total += m.weight
	}
	for {
		n := g.r.IntN(total)
		for _, m := range all {
			if n -= m.weight; n < 0 {
				if open, made := m.make(g); made {
					return open
				}
				break
			}
		}
	}
}

func (g *generator) lock() {
	l := g.lockToTake()
	g.line("%s.Lock()", plain(l))
	g.s.held[l] = true
}

func (g *generator) unlock() {
	l := g.lockToDrop()
	g.line("%s.Unlock()", plain(l))
	delete(g.s.held, l)
}

func (g *generator) rw() {
	l, ok := g.any(aRW)
	if !ok {
		l = "&grw"
	}
	held := g.s.held[l]
	switch {
	case held:
		g.line("%s.RUnlock()", plain(l))
	case g.chance(50):
		g.line("%s.RLock()", plain(l))
		g.line("defer %s.RUnlock()", plain(l))
		return
	default:
		g.line("%s.RLock()", plain(l))
	}
	g.s.held[l] = !held
}

func (g *generator) tryLock() {
	l := g.lockToTake()
	switch g.r.IntN(4) {
	case 0:
		ok := g.name("ok")
		g.line("%s := %s.TryLock()", ok, plain(l))
		g.line("_ = %s", ok)
		g.declare(aBool, ok)
	case 1:
		g.line("if !%s.TryLock() {", plain(l))
		g.depth++
		g.mark()
		g.ret()
		g.depth--
		g.line("}")
		g.s.held[l] = true
	case 2:
		ok := g.name("ok")
		g.line("if %s := %s.TryLock(); %s {", ok, plain(l), ok)
		g.block(3)
		g.line("}")
	default:
		g.line("if %s.TryLock() {", plain(l))
		g.block(2)
		g.line("\tdefer %s.Unlock()", plain(l))
		g.line("}")
	}
}

func (g *generator) deferUnlock() {
	if tx, ok := g.any(aTx); ok && g.chance(30) {
		g.line("defer %s.Rollback()", tx)
		return
	}
	if g.chance(15) {
		g.marks++
		g.line("defer env.Mark(%d)", g.marks)
		return
	}
	l := g.lockToDrop()
	if !g.s.held[l] && g.chance(70) {
		g.line("%s.Lock()", plain(l))
		g.s.held[l] = true
	}
	g.line("defer %s.Unlock()", plain(l))
}

func (g *generator) deferLiteral() {
	if g.chance(40) {
		r := g.name("r")
		g.line("defer func() {")
		g.depth++
		g.line("if %s := recover(); %s != nil {", r, r)
		lit, loops, exits := g.inLit, g.loops, g.exits
		g.inLit, g.loops, g.exits = true, nil, nil
		g.block(2)
		g.line("}")
		g.mark()
		g.inLit, g.loops, g.exits = lit, loops, exits
		g.depth--
		g.line("}()")
		return
	}
	g.line("defer %s()", g.literal())
}

func (g *generator) ifElse() (bool, bool) {
	g.line("if %s {", g.cond())
	open := g.block(4)
	if g.chance(40) {
		g.line("} else {")
		other := g.block(3)
		open = open || other
		g.line("}")
		return open, true
	}
	g.line("}")
	return true, true
}

func (g *generator) boolVar() {
	if b, ok := g.any("assignable"); ok && g.chance(60) {
		g.line("%s = %s", b, pick(g, []string{"true", "false", g.cond()}))
		return
	}
	b := g.name("b")
	g.line("%s := %s", b, pick(g, []string{"true", "false", g.cond()}))
	g.line("_ = %s", b)
	g.declare(aBool, b)
	g.declare("assignable", b)
}

func (g *generator) loop() {
	label := g.name("L")
	start := g.b.Len()
	g.loops = append(g.loops, label)
	i := g.name("i")
	g.line("%s", pick(g, []string{"for env.Flag() {", "for " + i + " := 0; " + i + " < " + g.bound() + "; " + i + "++ {", "for " + g.cond() + " {",
		"for range env.N() {", "for {"}))
	open := g.block(4)
	if text := g.b.String()[start:]; open && strings.HasPrefix(strings.TrimSpace(text), "for {") {
		g.line("\tif env.Flag() {")
		g.line("\t\tbreak")
		g.line("\t}")
	} else if strings.HasPrefix(strings.TrimSpace(text), "for {") && !strings.Contains(text, "break") {
		g.rewrite(start, strings.Replace(text, "for {", "for env.Flag() {", 1))
	}
	g.line("}")
	g.loops = g.loops[:len(g.loops)-1]
	if text := g.b.String()[start:]; strings.Contains(text, label+"\n") {
		g.rewrite(start, strings.Repeat("\t", g.depth)+label+":\n"+text)
	}
}

// bound is the number of rounds of a loop. Section does not count them.
func (g *generator) bound() string {
	if *oraclePhantoms {
		return "env.N()"
	}
	return "2"
}

// rewrite puts text in the place of what was written since start.
func (g *generator) rewrite(start int, text string) {
	old := g.b.String()[:start]
	g.b.Reset()
	g.b.WriteString(old + text)
}

func (g *generator) switchCase() {
	if g.chance(50) {
		g.line("switch env.N() {")
		g.line("case 0:")
		open := g.block(2)
		if open && g.chance(30) {
			g.line("\tfallthrough")
		}
		g.line("case 1:")
	} else {
		g.line("switch {")
		g.line("case %s:", g.cond())
		g.block(2)
		g.line("case %s:", g.atom())
	}
	g.block(3)
	if g.chance(50) {
		g.line("default:")
		g.block(2)
	}
	g.line("}")
	if g.chance(50) {
		g.mark()
	}
}

func (g *generator) jump() (open, made bool) {
	if len(g.exits) > 0 && g.chance(60) {
		g.line("goto %s", pick(g, g.exits))
		return false, true
	}
	if len(g.loops) == 0 {
		return true, false
	}
	word := pick(g, []string{"break", "continue"})
	if g.chance(50) {
		word += " " + pick(g, g.loops)
	} else if g.depth > 5 {
		return true, false
	}
	g.line("%s", word)
	return false, true
}

// gotoBlock writes a block with jumps to its end or its begin.
func (g *generator) gotoBlock() {
	label := g.name("G")
	back := g.chance(40)
	start := g.b.Len()
	g.exits = append(g.exits, label)
	g.line("{")
	open := g.block(4)
	if back && open && g.chance(60) {
		g.line("\tif env.Flag() {")
		g.line("\t\tgoto %s", label)
		g.line("\t}")
	}
	g.line("}")
	g.exits = g.exits[:len(g.exits)-1]
	text := g.b.String()[start:]
	switch used := strings.Contains(text, "goto "+label+"\n"); {
	case used && back:
		g.rewrite(start, strings.Repeat("\t", g.depth)+label+":\n"+text)
	case used:
		g.line("%s:", label)
	}
	g.mark()
}
