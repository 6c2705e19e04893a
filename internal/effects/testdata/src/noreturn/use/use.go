// Package use calls helpers of another package that do not return.
package use

import (
	"sync"

	"noreturn"
)

func Keep(mu *sync.Mutex, bad bool) { // want Keep:`^if p1 false$`
	mu.Lock()
	if bad {
		noreturn.Fatal("bad")
	}
	mu.Unlock()
}

func Exit(mu *sync.Mutex, bad bool) { // want Exit:`^if p1 false; release mutex p0$`
	if bad {
		mu.Lock()
		noreturn.Exit(1)
	}
	mu.Unlock()
}
