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
	life := Ease()
	for _, tt := range []struct{ packages, want int }{{0, 30}, {2999, 30}, {3000, 60}, {10, 60}} {
		if life.Expect(tt.packages); percent() != tt.want {
			t.Errorf("with %d packages: %d %%, want %d", tt.packages, percent(), tt.want)
		}
	}
	life.Over()
	if got := percent(); got != 77 {
		t.Errorf("after the run: %d %%", got)
	}
}
