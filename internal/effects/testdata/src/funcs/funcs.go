// Package funcs has plain functions that take and give back what they are given, or a package variable.
package funcs

import "sync"

var global sync.Mutex

func Take(mu *sync.Mutex) { mu.Lock() } // want Take:`^acquire mutex p0$`

func Give(mu *sync.Mutex) { mu.Unlock() } // want Give:`^release mutex p0$`

// Around holds the lock for its own time only: a caller has nothing to do with it.
func Around(mu *sync.Mutex, n *int) {
	mu.Lock()
	defer mu.Unlock()
	*n++
}

func TakeGlobal() { global.Lock() } // want TakeGlobal:`^acquire mutex funcs\.global$`

func GiveGlobal() { global.Unlock() } // want GiveGlobal:`^release mutex funcs\.global$`

// TakeTwice reaches Take through a helper that is not exported.
func TakeTwice(a, b *sync.Mutex) { // want TakeTwice:`^acquire mutex p1; acquire mutex p0$`
	second(b)
	Take(a)
}

func second(b *sync.Mutex) { Take(b) }

func TakeRead(mu *sync.RWMutex) { mu.RLock() } // want TakeRead:`^acquire mutex shared p0$`

func GiveRead(mu *sync.RWMutex) { mu.RUnlock() } // want GiveRead:`^release mutex shared p0$`

// Try holds it where it says true.
func Try(mu *sync.Mutex) bool { return mu.TryLock() } // want Try:`^acquire mutex p0; r0 true \| missed busy mutex p0; r0 false$`

// Maybe takes it where it is told to.
func Maybe(mu *sync.Mutex, really bool) { // want Maybe:`^if p1 false \| if p1 true; acquire mutex p0$`
	if really {
		mu.Lock()
	}
}

// Swap holds the other one at the end.
func Swap(from, to *sync.Mutex) { // want Swap:`^acquire mutex p1; release mutex p0$`
	to.Lock()
	from.Unlock()
}

// Sum does nothing to locks.
func Sum(a, b int) int { return a + b } // want Sum:`^r0=\+\(p0,p1\)$`
