package collector

import (
	"runtime/debug"
	"testing"
)

// The collector is set for the run, for a large one otherwise, and afterwards as it was.
func TestEase(t *testing.T) {
	before := debug.SetGCPercent(77)
	defer debug.SetGCPercent(before)
	percent := func() int {
		p := debug.SetGCPercent(100)
		debug.SetGCPercent(p)
		return p
	}
	for _, tt := range []struct{ analysed, want int }{{0, 40}, {2999, 40}, {3000, 80}} {
		life := Ease()
		if life.Expect(tt.analysed); percent() != tt.want {
			t.Errorf("with %d packages: %d %%, want %d", tt.analysed, percent(), tt.want)
		}
		if life.Over(); percent() != 77 {
			t.Errorf("after the run: %d %%", percent())
		}
	}
}

func TestUnit(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(77))
	if Unit(); debug.SetGCPercent(77) != growthUnit {
		t.Error("the collector is not set")
	}
}
