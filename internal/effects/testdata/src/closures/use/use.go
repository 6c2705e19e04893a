// Package use does with the closures of another package what their own package does.
package use

import (
	"sync"

	"closures"
)

// Keep does not call what it got back.
func Keep(mu *sync.Mutex) { closures.Returned(mu) } // want Keep:`^acquire mutex p0$`

// Whole calls it at the end: nothing is left to tell.
func Whole(mu *sync.Mutex) { defer closures.Returned(mu)() }

// Hand passes it on.
func Hand(mu *sync.Mutex) func() { return closures.Returned(mu) } // want Hand:`^acquire mutex p0; r0=func closures\.Returned\$1\(&p0\); r0 not nil$`

// Made goes through a literal that returns another.
func Made(mu *sync.Mutex) { closures.Factory(mu)() } // want Made:`^acquire mutex p0$`

// MadeWhole calls both.
func MadeWhole(mu *sync.Mutex) { defer closures.Factory(mu)()() }

// Held runs a literal of its own under a lock of the other package.
func Held(a, b *sync.Mutex) error { // want Held:`^acquire mutex p0; acquire mutex p1; release mutex p0; r0 nil$`
	return closures.Two(a, func() error {
		b.Lock()
		return nil
	})
}
