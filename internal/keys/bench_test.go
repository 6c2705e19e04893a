package keys

import (
	"testing"

	"github.com/locklint/locklint/internal/summary"
)

func BenchmarkSprintf(b *testing.B) {
	format, args := konst("lock:%s:order:%d"), []*summary.Expr{p0, p1}
	for b.Loop() {
		Sprintf(format, args)
	}
}

func BenchmarkConcat(b *testing.B) {
	parts := []*summary.Expr{konst("lock:"), p0, konst(":"), summary.FillTemplate("order:{}", []*summary.Expr{p1})}
	for b.Loop() {
		Concat(parts...)
	}
}
