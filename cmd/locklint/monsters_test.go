//go:build unix

package main

import (
	"flag"
	"fmt"
	"regexp"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"github.com/locklint/locklint/internal/linttest"
)

var monsters = flag.Int("monsters", 10, "generated monsters have a hundredth of this of their size; .ci/full takes 100")

// A monster is a program that no person would write, but a generator might.
type monster struct {
	name   string
	size   int // as asked of locklint; the tests take a part of it
	text   func(n int) string
	capped int // from this size on there are more paths than are followed, and that is said; 0: never
}

// lines is n lines of a format.
func lines(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

const counter = "import \"sync\"\n\ntype s struct {\n\tmu sync.Mutex\n\tn int\n}\n\n"

var all = []monster{
	{"long", 3333, func(n int) string { // 10,000 lines
		return counter + "func (s *s) f() {\n" + lines(n, "\ts.mu.Lock()\n\ts.n += %d\n\ts.mu.Unlock()\n") + "}\n"
	}, 257},
	{"branches", 5000, func(n int) string {
		return counter + "func (s *s) f(x []int) {\n\ts.mu.Lock()\n" + lines(n, "\tif x[%[1]d] > %[1]d {\n\t\ts.n++\n\t}\n") + "\ts.mu.Unlock()\n}\n"
	}, 3162},
	{"parted", 100, func(n int) string { // 2^n sets of locks that may be held
		return "import \"sync\"\n\n" + lines(n, "var m%d sync.Mutex\n") + "func f(x []int) {\n" + lines(n, "\tif x[%[1]d] > 0 {\n\t\tm%[1]d.Lock()\n\t}\n") + "}\n"
	}, 5},
	{"closures", 300, func(n int) string {
		return counter + "func (s *s) f() {\n" + lines(n, "func() { // %d\ns.mu.Lock()\ns.n++\ns.mu.Unlock()\n") + strings.Repeat("}()\n", n) + "}\n"
	}, 0},
	{"nested", 300, func(n int) string {
		return counter + "func (s *s) f(x []int) {\n" + lines(n, "if x[%d] > 0 {\ns.mu.Lock()\ns.n++\n") + strings.Repeat("s.mu.Unlock()\n}\n", n) + "}\n"
	}, 17},
	{"loops", 300, func(n int) string {
		return counter + "func (s *s) f(x [][]int) {\n" + lines(n, "for i%[1]d := range x[%[1]d] {\nif i%[1]d > 1 { s.mu.Lock() }\n") + strings.Repeat("s.mu.Unlock()\n}\n", n) + "}\n"
	}, 2},
	{"switch_", 3000, func(n int) string {
		return counter + "func (s *s) f(x int) {\n\tswitch x {\n" + lines(n, "\tcase %[1]d:\n\t\ts.mu.Lock()\n\t\ts.n = %[1]d\n\t\ts.mu.Unlock()\n") + "\t}\n}\n"
	}, 32},
	{"generic", 60, func(n int) string {
		return "import \"sync\"\n\ntype p[A, B any] struct {\n\ta A\n\tb B\n\tmu sync.Mutex\n}\n\nfunc (p *p[A, B]) do() { p.mu.Lock(); p.mu.Unlock() }\n\n" +
			"func f[T any](x T) { var y p[T, T]; y.do(); f0(x) }\n" + lines(n, "func f%d[T any](x T) { g[p[T, int]]() }\n") + "func g[T any]() { var y p[T, T]; y.do() }\nvar _ = f[int]\n"
	}, 0},
	{"recursive", 1, func(int) string {
		return "import \"sync\"\n\ntype a struct {\n\tb *b\n\tmu sync.Mutex\n\tnext *a\n}\ntype b struct {\n\ta *a\n\tbs []*b\n}\n\n" +
			"func (a *a) walk() { for x := a; x != nil; x = x.next.next.b.a { x.mu.Lock(); x.next.walk(); x.mu.Unlock() } }\n" +
			"func (b *b) walk() { b.a.mu.Lock(); for _, c := range b.bs { c.walk() }; b.a.mu.Unlock(); b.a.walk() }\n"
	}, 1},
	{"selectors", 300, func(n int) string { // longer than an expression may be
		return "import \"sync\"\n\ntype t struct {\n\tin *t\n\tf func() error\n\tmu sync.Mutex\n}\n\nfunc (x *t) m() error {\n\tx.mu.Lock()\n\tdefer x.mu.Unlock()\n" +
			"\tpath := x" + strings.Repeat(".in", n) + "\n\tpath.mu.Lock()\n\tgo x" + strings.Repeat(".in", n) + ".f()\n\tdefer path.f()\n\treturn path.f()\n}\n"
	}, 0},
	{"concatenation", 10000, func(n int) string {
		return "import \"sync\"\n\nvar locks sync.Map\n\nfunc f(s string) {\n\tm, _ := locks.LoadOrStore(\"\"" + strings.Repeat(" + \"a\" + s", n/2) + ", &sync.Mutex{})\n\tm.(*sync.Mutex).Lock()\n}\n"
	}, 0},
	{"methods", 2000, func(n int) string {
		return "import \"sync\"\n\ntype i interface {\n" + lines(n, "\tm%d()\n") + "}\n\ntype t struct{ mu sync.Mutex }\n\nvar _ i = new(t)\n\n" +
			lines(n, "func (t *t) m%d() { t.mu.Lock(); t.mu.Unlock() }\n") + "func f(x i) {\n" + lines(n, "\tx.m%d()\n") + "}\n"
	}, 0},
	{"callees", 500, func(n int) string { // 3^n ways down
		return counter + "func (s *s) f0(x bool) { if x { s.mu.Lock() } else { s.mu.Unlock() } }\n" +
			lines(n, "func (s *s) f%d_(x bool) { s.f0(x); s.f0(!x); s.f0(s.n > 1) }\n")
	}, 0},
}

// Whatever a program looks like, a run over it ends soon, takes not much more memory than others, and says where it gave up.
func TestMonsters(t *testing.T) {
	for _, m := range all {
		t.Run(m.name, func(t *testing.T) {
			size := max(1, m.size**monsters/100)
			text := "package " + m.name + "\n\n" + m.text(size)
			archive := &txtar.Archive{Files: []txtar.File{{Name: "go.mod", Data: []byte("module ex.com/m\n\ngo 1.25\n")}, {Name: "x.go", Data: []byte(text)}}}
			wrong := bounded(t, archive)
			noted := regexp.MustCompile(`(?m)^x.go:.*more paths than are followed$`).MatchString(wrong)
			if want := m.capped > 0 && size >= m.capped; noted != want {
				t.Errorf("of size %d: a note that there are more paths than are followed: %t, want %t", size, noted, want)
			}
		})
	}
	t.Run("packages", func(t *testing.T) { // each imports the one before
		bounded(t, manyPackages(max(1, 5**monsters)))
	})
}

// bounded runs the program over a module and looks at what that costs.
func bounded(t *testing.T, module *txtar.Archive) string {
	t.Helper()
	cmd := command(t, "real", linttest.Extract(t, module))
	cmd.Args = []string{cmd.Path, "-unknown", "./..."}
	started := time.Now()
	_ = cmd.Run()
	_, wrong := printed(cmd)
	if got := cmd.ProcessState.ExitCode(); got > statusFindings || got < 0 {
		t.Fatalf("status %d\n%.2000s", got, wrong)
	}
	cpu := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	memory := 0.0
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok && runtime.GOOS == "linux" {
		memory = float64(usage.Maxrss) / 1024
	}
	t.Logf("%.1f s of CPU, %.1f s, %.0f MB", cpu.Seconds(), time.Since(started).Seconds(), memory)
	if limit := 20 * time.Second; cpu > limit {
		t.Errorf("it took %v of CPU, more than %v", cpu, limit)
	}
	if memory > 1000 {
		t.Errorf("it took %.0f MB", memory)
	}
	return wrong
}
