//go:build unix

package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
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
	capped bool // at its full size there are more paths than are followed, and that is said
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
	}, false},
	{"branches", 5000, func(n int) string {
		return counter + "func (s *s) f(x []int) {\n\ts.mu.Lock()\n" + lines(n, "\tif x[%[1]d] > %[1]d {\n\t\ts.n++\n\t}\n") + "\ts.mu.Unlock()\n}\n"
	}, true},
	{"parted", 100, func(n int) string { // 2^n sets of locks that may be held
		return "import \"sync\"\n\n" + lines(n, "var m%d sync.Mutex\n") + "func f(x []int) {\n" + lines(n, "\tif x[%[1]d] > 0 {\n\t\tm%[1]d.Lock()\n\t}\n") + "}\n"
	}, true},
	{"closures", 300, func(n int) string {
		return counter + "func (s *s) f() {\n" + lines(n, "func() { // %d\ns.mu.Lock()\ns.n++\ns.mu.Unlock()\n") + strings.Repeat("}()\n", n) + "}\n"
	}, false},
	{"nested", 300, func(n int) string {
		return counter + "func (s *s) f(x []int) {\n" + lines(n, "if x[%d] > 0 {\ns.mu.Lock()\ns.n++\n") + strings.Repeat("s.mu.Unlock()\n}\n", n) + "}\n"
	}, true},
	{"loops", 60, func(n int) string {
		return counter + "func (s *s) f(x [][]int) {\n" + lines(n, "for i%[1]d := range x[%[1]d] {\nif i%[1]d > 1 { s.mu.Lock() }\n") + strings.Repeat("s.mu.Unlock()\n}\n", n) + "}\n"
	}, true},
	{"switch_", 3000, func(n int) string {
		return counter + "func (s *s) f(x int) {\n\tswitch x {\n" + lines(n, "\tcase %[1]d:\n\t\ts.mu.Lock()\n\t\ts.n = %[1]d\n\t\ts.mu.Unlock()\n") + "\t}\n}\n"
	}, true},
	{"generic", 60, func(n int) string {
		return "import \"sync\"\n\ntype p[A, B any] struct {\n\ta A\n\tb B\n\tmu sync.Mutex\n}\n\nfunc (p *p[A, B]) do() { p.mu.Lock(); p.mu.Unlock() }\n\n" +
			"func f[T any](x T) { var y p[T, T]; y.do(); f0(x) }\n" + lines(n, "func f%d[T any](x T) { g[p[T, int]]() }\n") + "func g[T any]() { var y p[T, T]; y.do() }\nvar _ = f[int]\n"
	}, false},
	{"recursive", 1, func(int) string {
		return "import \"sync\"\n\ntype a struct {\n\tb *b\n\tmu sync.Mutex\n\tnext *a\n}\ntype b struct {\n\ta *a\n\tbs []*b\n}\n\n" +
			"func (a *a) walk() { for x := a; x != nil; x = x.next.next.b.a { x.mu.Lock(); x.next.walk(); x.mu.Unlock() } }\n" +
			"func (b *b) walk() { b.a.mu.Lock(); for _, c := range b.bs { c.walk() }; b.a.mu.Unlock(); b.a.walk() }\n"
	}, true},
	{"concatenation", 10000, func(n int) string {
		return "import \"sync\"\n\nvar locks sync.Map\n\nfunc f(s string) {\n\tm, _ := locks.LoadOrStore(\"\"" + strings.Repeat(" + \"a\" + s", n/2) + ", &sync.Mutex{})\n\tm.(*sync.Mutex).Lock()\n}\n"
	}, false},
	{"methods", 2000, func(n int) string {
		return "import \"sync\"\n\ntype i interface {\n" + lines(n, "\tm%d()\n") + "}\n\ntype t struct{ mu sync.Mutex }\n\nvar _ i = new(t)\n\n" +
			lines(n, "func (t *t) m%d() { t.mu.Lock(); t.mu.Unlock() }\n") + "func f(x i) {\n" + lines(n, "\tx.m%d()\n") + "}\n"
	}, false},
	{"callees", 500, func(n int) string { // 3^n ways down
		return counter + "func (s *s) f0(x bool) { if x { s.mu.Lock() } else { s.mu.Unlock() } }\n" +
			lines(n, "func (s *s) f%d_(x bool) { s.f0(x); s.f0(!x); s.f0(s.n > 1) }\n")
	}, false},
}

// Whatever a program looks like, a run over it ends soon, takes no more memory than others, and says where it gave up.
func TestMonsters(t *testing.T) {
	archive := &txtar.Archive{Files: []txtar.File{{Name: "go.mod", Data: []byte("module ex.com/m\n\ngo 1.25\n")}}}
	for _, m := range all {
		text := "package " + m.name + "\n\n" + m.text(max(1, m.size**monsters/100))
		archive.Files = append(archive.Files, txtar.File{Name: m.name + "/x.go", Data: []byte(text)})
	}
	for _, f := range manyPackages(max(1, 5**monsters)).Files[1:] { // each imports the one before
		archive.Files = append(archive.Files, txtar.File{Name: f.Name, Data: f.Data})
	}
	dir := linttest.Extract(t, archive)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, "-unknown", "./...")
	cmd.Dir = dir
	cmd.Env = append(linttest.Env("real"), "PWD="+dir)
	var out, wrong strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &wrong
	started := time.Now()
	_ = cmd.Run()
	if status := cmd.ProcessState.ExitCode(); status != statusFindings {
		t.Fatalf("status %d\n%.2000s", status, wrong.String())
	}
	cpu := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	memory := 0.0
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok && runtime.GOOS == "linux" {
		memory = float64(usage.Maxrss) / 1024
	}
	t.Logf("%.1f s of CPU, %.1f s, %.0f MB", cpu.Seconds(), time.Since(started).Seconds(), memory)
	if limit := time.Duration(20+*monsters) * time.Second; cpu > limit {
		t.Errorf("it took %v of CPU, more than %v", cpu, limit)
	}
	if memory > 3000 {
		t.Errorf("it took %.0f MB", memory)
	}
	for _, m := range all {
		noted := regexp.MustCompile(`(?m)^` + m.name + `/x.go:.*more paths than are followed$`).MatchString(wrong.String())
		if *monsters >= 100 && noted != m.capped {
			t.Errorf("%s: a note that there are more paths than are followed: %t, want %t", m.name, noted, m.capped)
		}
	}
}
