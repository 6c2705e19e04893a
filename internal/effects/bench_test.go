package effects_test

import (
	"math/rand/v2"
	"testing"

	"github.com/locklint/locklint/internal/effects"
	"github.com/locklint/locklint/internal/section"
)

// BenchmarkFunctions follows all functions of a random program of the oracle, callees first, with everything that comes
// behind the SSA form.
func BenchmarkFunctions(b *testing.B) {
	p, pkg, err := check(generate(rand.New(rand.NewPCG(1, 1)), 40))
	if err != nil {
		b.Fatal(err)
	}
	pass, built, err := p.ssa(pkg)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		w := effects.NewWorld(pass, built)
		for _, fn := range built.Funcs {
			w.Function(fn)
		}
	}
}

// BenchmarkSection follows them with all callees known.
func BenchmarkSection(b *testing.B) {
	p, pkg, err := check(generate(rand.New(rand.NewPCG(1, 1)), 40))
	if err != nil {
		b.Fatal(err)
	}
	pass, built, err := p.ssa(pkg)
	if err != nil {
		b.Fatal(err)
	}
	w := effects.NewWorld(pass, built)
	for _, fn := range built.Funcs {
		w.Function(fn)
	}
	for b.Loop() {
		for _, fn := range built.Funcs {
			section.Analyze(fn, w, section.Entry{})
		}
	}
}
