package depend

import (
	"fmt"
	"go/token"
	"testing"

	"golang.org/x/tools/go/ssa"
)

// Assignments beside a mutex are looked for through three calls; behind a fourth nothing is known of any.
func TestAssignAtTheLimit(t *testing.T) {
	body := func(n int) string {
		out := "}\ntype M%[1]d struct { mu, n int }\nfunc take%[1]d(p *int) {}\n"
		for i := range n {
			call := fmt.Sprintf("m.f%d()", i+1)
			if i == n-1 {
				call = "m.n = 1"
			}
			out += fmt.Sprintf("func (m *M%%[1]d) f%d() { %s }\n", i, call)
		}
		out += "func G%[1]d(m *M%[1]d) { take%[1]d(&m.mu); m.f0() }\nfunc H%[1]d() {"
		return fmt.Sprintf(out, n)
	}
	at := compile(t, body(3), body(4))
	for i, n := range []int{3, 4} {
		fn := at[0].Pkg.Func(fmt.Sprintf("G%d", n))
		g := New(fn, plain{})
		acquire := fn.Blocks[0].Instrs[1].(*ssa.Call).Pos()
		got := g.Assigns(acquire, token.NoPos, func(*ssa.Function) bool { return false })
		if want := i == 0; got != want {
			t.Errorf("%d calls: assigns is %v, want %v", n, got, want)
		}
	}
}
