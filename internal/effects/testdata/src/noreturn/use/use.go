// Package use calls helpers of another package that do not return.
package use

import (
	"sync"

	"noreturn"
)

func Keep(mu *sync.Mutex, bad bool) {
	mu.Lock()
	if bad {
		noreturn.Fatal("bad")
	}
	mu.Unlock()
}

func Exit(mu *sync.Mutex, bad bool) { // want Exit:`^release mutex p0$`
	if bad {
		mu.Lock()
		noreturn.Exit(1)
	}
	mu.Unlock()
}
