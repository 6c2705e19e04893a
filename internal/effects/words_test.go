package effects

import (
	"strings"
	"testing"

	"github.com/locklint/locklint/internal/section"
	"github.com/locklint/locklint/internal/summary"
)

// What nobody could have written is not shown: marks of the analysis, numbers of results, operators before their operands.
func TestWords(t *testing.T) {
	s := speaker{params: []string{"ids", "i"}, results: []string{"the result"}}
	ids, i, one := summary.ParamOf(0), summary.ParamOf(1), summary.ConstOf("1")
	op := func(name string, x, y *summary.Expr) *summary.Expr { return summary.New(summary.Call, 0, name, x, y) }
	for _, tt := range []struct {
		x    *summary.Expr
		want string
	}{
		{ids.Dot("#0"), "ids"},
		{ids.At(op("+", i, one)), "ids[i + 1]"},
		{op("*", op("+", i, one), summary.ConstOf("x")), `(i + 1) * "x"`},
		{op("any", i, one), `any(i, "1")`},
	} {
		if got := s.expr(tt.x); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.x, got, tt.want)
		}
	}
	way := section.Case{
		Pre: []summary.Cond{
			{X: ids.Dot(section.EmptyMark), Is: summary.IsFalse},
			{X: ids.Dot("!again"), Is: summary.IsTrue},
			{X: ids.Dot("!session").Dot(section.EmptyMark), Is: summary.IsTrue},
			{X: i, Is: summary.IsNil},
		},
		Post: []summary.Cond{{X: summary.ResultOf(0).Dot(section.EmptyMark), Is: summary.IsTrue}},
	}
	if got, want := strings.Join(s.way(way), "; "), "where ids is not empty; where i is nil; the result is empty"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
