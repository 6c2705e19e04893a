// Package use gives the runners of another package functions that panic.
package use

import (
	"sync"

	"panics"
)

// Released panics with nothing held.
func Released(mu, outer *sync.Mutex) { // want Released:`^acquire mutex p1; panics$`
	outer.Lock()
	panics.Guarded(mu, func() { panic("no") })
}

// Kept panics with the lock.
func Kept(mu *sync.Mutex) { // want Kept:`^acquire mutex p0; panics$`
	panics.Bare(mu, func() { panic("no") })
}

// GoesOn runs on behind the runner that recovers.
func GoesOn(mu, next *sync.Mutex) { // want GoesOn:`^acquire mutex p1$`
	panics.Recovers(mu, func() { panic("no") })
	next.Lock()
}
