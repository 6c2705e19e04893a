package collector

import (
	"runtime/debug"
	"testing"
)

// The collector is set for the run, and afterwards as it was.
func TestEase(t *testing.T) {
	before := debug.SetGCPercent(77)
	defer debug.SetGCPercent(before)
	done := Ease()
	if got := debug.SetGCPercent(30); got != 30 {
		t.Errorf("during the run: %d %%", got)
	}
	done()
	if got := debug.SetGCPercent(77); got != 77 {
		t.Errorf("after the run: %d %%", got)
	}
}
