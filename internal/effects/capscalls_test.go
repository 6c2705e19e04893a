package effects_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/locklint/locklint/internal/section"
	"github.com/locklint/locklint/internal/summary"
)

const headOfLibraries = "package p\nimport (\n\"database/sql\"\n\"github.com/uptrace/bun\"\n\"oracle/errs\"\n\"os\"\n\"sync\"\n)\n" +
	"var _ sql.Tx\nvar _ bun.Tx\nvar _ = errs.New\nvar _ = os.Exit\nvar mu sync.Mutex\n"

// literals is a function that takes a lock and does something with the outermost of n literals, each of which runs the next.
// The innermost does do.
func literals(n int, first, do, last string) string {
	s := "func F() {\n" + first + "\nf0 := func() { " + do + " }\n"
	for i := 1; i < n; i++ {
		s += fmt.Sprintf("f%d := func() { f%d() }\n", i, i-1)
	}
	return s + fmt.Sprintf("%s f%d()\n}", last, n-1)
}

// locksOf is a function that takes one of n locks.
func locksOf(name string, n int) string {
	return strings.ReplaceAll(times(n, "var NAME%d sync.Mutex\n")+"func NAME(k int) {\nswitch k {\n"+
		times(n-1, "case %d: NAME%d.Lock()\n")+fmt.Sprintf("default: NAME%d.Lock()\n}\n}\n", n-1), "NAME", name)
}

// What is done by function values, deferred calls, callees and builders, at the limit and above it.
func TestCapsOfCalls(t *testing.T) {
	for _, tt := range []atLimit{
		{"rounds over a block", 98, func(n int) string { // each round forgets one variable, and two more come behind them
			s := "func F(g func() bool) {\n" + times(n+1, "b%d := false\n") + "for g() {\n"
			for i := range n {
				s += fmt.Sprintf("b%d = b%d\n", i, i+1)
			}
			return s + fmt.Sprintf("b%d = g()\n}\nif b0 {\nmu.Lock()\n}\n}", n)
		}, func(f *section.Function, _ int) bool { return acquires(f) == 1 && !f.Capped }, capped},
		{"configs behind a call", 32, func(n int) string { // 16 times 2, and 11 times 3
			of := 2 + n%2
			return locksOf("G", n/of) + locksOf("H", of) + "func F(k, l int) {\nG(k)\nH(l)\nos.Exit(1)\n}"
		}, whole, capped},
		{"events before the path", 65, func(n int) string { // the last is of the path
			return "func F(db *sql.DB) {\n" + times(n, "mu.Lock()\ndb.Exec(\"UPDATE t%d SET a = 1\")\nmu.Unlock()\n") + "}"
		}, func(f *section.Function, n int) bool { return events(f, summary.Write) == n && !f.Capped }, capped},
		{"calls of function values", 6, func(n int) string {
			return "func F(b bool, f func()) {\nif b {\nf()\n}\n" + times(n-1, "f()\n") + "mu.Lock()\n}"
		}, func(f *section.Function, _ int) bool { return acquires(f) == 2 && !f.Capped }, func(f *section.Function, _ int) bool { return acquires(f) == 1 }},
		{"literals in literals", 8, func(n int) string { return literals(n, "", "mu.Lock()", "") },
			func(f *section.Function, _ int) bool { return acquires(f) == 1 && !f.Capped },
			func(f *section.Function, _ int) bool { return acquires(f) == 0 && f.Capped }},
		{"literals in literals that give back", 8, func(n int) string { return literals(n, "mu.Lock()", "mu.Unlock()", "") },
			givesBack, handsOn},
		{"literals in literals of a goroutine", 9, func(n int) string { return literals(n, "mu.Lock()", "mu.Unlock()", "go") },
			givesBack, handsOn},
		{"ways in which a function is left", 4, func(n int) string {
			return locksOf("G", n) + "func F(f func(), k int) {\ndefer G(k)\nf()\n}"
		}, func(f *section.Function, n int) bool { return ways(f) == n && !f.Capped },
			func(f *section.Function, n int) bool { return ways(f) == n-1 && f.Capped }},
		{"events of a way in which a function is left", 16, func(n int) string {
			return times(n, "var m%d sync.Mutex\n") + "func G(f func()) {\nmu.Lock()\ndefer mu.Unlock()\n" + times(n-1, "defer m%d.Lock()\n") +
				"f()\n}\nfunc F() { G(func() { panic(1) }) }"
		}, func(f *section.Function, n int) bool { return acquires(f) == n && events(f, summary.Release) == 1 },
			func(f *section.Function, _ int) bool { return acquires(f) == 0 && len(f.Paths) == 0 }},
		{"fields that lead to a lock", 2, func(n int) string {
			return "type T struct {\nm *sync.Mutex\nn *T\n}\nfunc F() *T {\nm := new(sync.Mutex)\nm.Lock()\nt := &T{m: m}\n" + times(n-1, "t = &T{n: t}\n") + "return t\n}"
		}, func(f *section.Function, _ int) bool { return lockOf(f) == "r0.n.m" }, func(f *section.Function, _ int) bool { return lockOf(f) == "new0" }},
		{"texts of a caller", 8, func(n int) string {
			return "func F(tx *sql.Tx, " + times(n, "s%d, ") + "z string) {\n" + times(n, "tx.Exec(s%d)\n") + "}"
		}, func(f *section.Function, n int) bool { return keys(f) == n }, func(f *section.Function, n int) bool { return keys(f) == n-1 }},
		{"links of a query", 14, func(n int) string { // with For and NewSelect
			return "func F(tx bun.Tx) error { return tx.NewSelect().For(\"UPDATE\")" + times(n, ".Where(\"a%d = 1\")") + ".Scan(nil) }"
		}, func(f *section.Function, _ int) bool { return locksRows(f) && !f.Capped }, capped},
		{"links of an error", 15, func(n int) string { // with New
			return "func F() error { return errs.New(\"x\")" + times(n, ".Hint(\"%d\")") + ".Err() }"
		}, func(f *section.Function, _ int) bool { return len(f.Cases[0].Post) == 1 }, func(f *section.Function, _ int) bool { return len(f.Cases[0].Post) == 0 }},
	} {
		t.Run(tt.name, func(t *testing.T) { tt.test(t, headOfLibraries) })
	}
}

// givesBack tells that the lock is held at no end, and all ways are known.
func givesBack(f *section.Function, _ int) bool {
	for _, p := range f.Paths {
		if len(p.Held) > 0 {
			return false
		}
	}
	return !f.Capped
}

// handsOn tells that the lock is held, and that somebody else may give it back.
func handsOn(f *section.Function, _ int) bool {
	for _, p := range f.Paths {
		if len(p.Held) != 1 || !p.Held[0].Away {
			return false
		}
	}
	return len(f.Paths) > 0 && f.Capped
}

// ways are those in which what runs a function is left when that panics.
func ways(f *section.Function) (most int) {
	for _, c := range f.Summary().Cases {
		for _, e := range c.Events {
			most = max(most, len(e.Unwinds))
		}
	}
	return most
}

func lockOf(f *section.Function) string {
	for _, e := range f.Cases[0].Events {
		if e.Kind == summary.Acquire {
			return e.Lock.Handle.String()
		}
	}
	return ""
}

func locksRows(f *section.Function) bool {
	for _, e := range f.Cases[0].Events {
		if e.Locking() {
			return true
		}
	}
	return false
}
