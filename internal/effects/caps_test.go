package effects_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/locklint/locklint/internal/effects"
	"github.com/locklint/locklint/internal/section"
	"github.com/locklint/locklint/internal/summary"
)

// functions are what section knows of the functions of a program, by name.
func functions(t *testing.T, src string) map[string]*section.Function {
	t.Helper()
	p, pkg, err := check(src)
	if err != nil {
		t.Fatal(err)
	}
	pass, built, err := p.ssa(pkg)
	if err != nil {
		t.Fatal(err)
	}
	w := effects.NewWorld(pass, built)
	out := map[string]*section.Function{}
	for _, fn := range built.Funcs {
		out[fn.Name()] = w.Function(fn)
	}
	return out
}

// times repeats a text with %d in it.
func times(n int, text string) string {
	var out strings.Builder
	for i := range n {
		out.WriteString(strings.ReplaceAll(text, "%d", fmt.Sprint(i)))
	}
	return out.String()
}

const head = "package p\nimport (\n\"database/sql\"\n\"oracle/env\"\n\"os\"\n\"sync\"\n)\nvar _ sql.Tx\nvar _ = env.Mark\nvar _ = os.Exit\nvar mu sync.Mutex\n"

// events are those of a kind in the cases of a function.
func events(f *section.Function, kind summary.Kind) (n int) {
	for _, c := range f.Cases {
		for _, e := range c.Events {
			if e.Kind == kind {
				n++
			}
		}
	}
	return n
}

func acquires(f *section.Function) int { return events(f, summary.Acquire) }

// An atLimit is a program that grows, and its function F.
type atLimit struct {
	name  string
	limit int
	src   func(n int) string
	known func(f *section.Function, n int) bool // what is so at the limit
	over  func(f *section.Function, n int) bool // and above it
}

func (tt atLimit) test(t *testing.T, head string) {
	at, above := tt.limit, tt.limit+1
	if f := functions(t, head+tt.src(at))["F"]; !tt.known(f, at) {
		t.Errorf("%d: not all is known: %s", at, describe(f))
	}
	if f := functions(t, head+tt.src(above))["F"]; !tt.over(f, above) {
		t.Errorf("%d: more is claimed than is known: %s", above, describe(f))
	}
}

// At a limit all is known of a function, and one above it the rest is not: nothing is claimed of it, Capped says so where a part of
// the paths is missing, and no program is too much. The limits are constants of section, but for implementations.
func TestCaps(t *testing.T) {
	for _, tt := range []atLimit{
		{"configs", 32, func(n int) string {
			return times(n, "var m%d sync.Mutex\n") + "func F(k int) {\nswitch k {\n" + times(n, "case %d: m%d.Lock()\n") + "default: return\n}\nos.Exit(1)\n}"
		}, whole, capped},
		{"cases", 16, func(n int) string {
			return times(n, "var m%d sync.Mutex\n") + "func F(k int) {\nswitch k {\n" + times(n, "case %d: m%d.Lock()\n") + "default: os.Exit(1)\n}\n}"
		}, func(f *section.Function, n int) bool { return len(f.Cases) == n && acquires(f) == n && !f.Capped },
			func(f *section.Function, n int) bool { return len(f.Cases) < n && f.Capped }},
		{"events of a path", 64, func(n int) string {
			return "func F(tx *sql.Tx) {\n" + times(n, "tx.Exec(\"UPDATE t%d SET a = 1\")\n") + "}"
		}, func(f *section.Function, n int) bool { return events(f, summary.Write) == n && !f.Capped }, capped},
		{"paths", 256, func(n int) string {
			return "func F() {\n" + times(n, "mu.Lock()\nmu.Unlock()\n") + "}"
		}, func(f *section.Function, n int) bool { return len(f.Paths) == n && !f.Capped },
			func(f *section.Function, n int) bool { return len(f.Paths) == n-1 && f.Capped }},
		{"steps", 50_000 - 3, func(n int) string { // a branch, a call and a jump come behind them
			return "func F(b bool, k int) int {\n" + times(n, "k = -k\n") + "if b {\nmu.Lock()\n}\nreturn k\n}"
		}, func(f *section.Function, _ int) bool { return acquires(f) == 1 && !f.Capped }, capped},
		{"implementations", 6, func(n int) string {
			return "type L interface{ Take() }\n" + times(n, "type t%d struct{ m%d sync.Mutex }\nfunc (t *t%d) Take() { t.m%d.Lock() }\n") + "func F(l L) { l.Take() }"
		}, func(f *section.Function, n int) bool { return acquires(f) == n && !f.Capped }, func(f *section.Function, n int) bool { return acquires(f) == n-1 && f.Capped }},
		{"flags of a struct", 4, func(n int) string {
			return "type T struct {\n" + times(n, "f%d bool\n") + "}\nfunc F() {\nvar t T\nif t.f0 {\nmu.Lock()\n}\n}"
		}, func(f *section.Function, _ int) bool { return acquires(f) == 0 }, func(f *section.Function, _ int) bool { return acquires(f) == 1 }},
		{"conditions", 8, func(n int) string {
			return "func F(" + times(n, "b%d, ") + "z bool) {\nif " + times(n-1, "b%d && ") + fmt.Sprintf("b%d {\nmu.Lock()\n}\n}", n-1)
		}, func(f *section.Function, n int) bool { return conditions(f) == n }, func(f *section.Function, n int) bool { return conditions(f) == n-1 }},
		{"stores", 12, func(n int) string {
			return "type T struct {\n" + times(n, "f%d func()\n") + "}\nfunc F() *T {\nmu.Lock()\nreturn &T{" + times(n, "f%d: mu.Unlock, ") + "}\n}"
		}, func(f *section.Function, n int) bool { return stores(f) == n }, func(f *section.Function, n int) bool { return stores(f) < n }},
		{"keys of a caller", 8, func(n int) string {
			return "func F(tx *sql.Tx, k string) {\n" + times(n, "tx.Exec(\"SELECT pg_advisory_xact_lock($1)\", k+\":%d\")\n") + "}"
		}, func(f *section.Function, n int) bool { return keys(f) == n }, func(f *section.Function, n int) bool { return keys(f) == n-1 }},
		{"keys of a function", 128, func(n int) string {
			return "func F(tx *sql.Tx, k string) {\n" + times(n, "if k == \"%d\" {\ntx.Exec(\"SELECT pg_advisory_xact_lock($1)\", k+\":%d\")\nos.Exit(1)\n}\n") + "}"
		}, func(f *section.Function, n int) bool { return len(f.Keys) == n }, func(f *section.Function, n int) bool { return len(f.Keys) == n-1 }},
	} {
		t.Run(tt.name, func(t *testing.T) { tt.test(t, head) })
	}
}

func whole(f *section.Function, _ int) bool  { return !f.Capped }
func capped(f *section.Function, _ int) bool { return f.Capped }

func conditions(f *section.Function) (most int) {
	for _, c := range f.Cases {
		most = max(most, len(c.Pre))
	}
	return most
}

func stores(f *section.Function) (most int) {
	for _, c := range f.Cases {
		most = max(most, len(c.Stores))
	}
	return most
}

func keys(f *section.Function) (most int) {
	for _, c := range f.Cases {
		most = max(most, len(c.Keys))
	}
	return most
}

func describe(f *section.Function) string {
	text := f.Summary().String()
	return fmt.Sprintf("capped %v, %d paths, %d cases: %.400s", f.Capped, len(f.Paths), len(f.Cases), text)
}
