// Package generics locks in generic functions and types.
package generics

import "sync"

// With runs f under the lock and hands its result on.
func With[T any](mu *sync.Mutex, f func() T) T { // want With:`^acquire mutex p0; run p1\(\); release mutex p0$`
	mu.Lock()
	defer mu.Unlock()
	return f()
}

type Guard[T any] struct {
	mu sync.Mutex
	v  T
}

func (g *Guard[T]) Lock() *T { // want Lock:`^acquire mutex p0\.mu; r0=p0\.v$`
	g.mu.Lock()
	return &g.v
}

func (g *Guard[T]) Unlock() { g.mu.Unlock() } // want Unlock:`^release mutex p0\.mu$`

// Keep uses an instance of a generic type and keeps it locked.
func Keep(g *Guard[int]) { g.Lock() } // want Keep:`^acquire mutex p0\.mu$`

// Done releases through an instance.
func Done(g *Guard[string]) { g.Unlock() } // want Done:`^release mutex p0\.mu$`

type Map[K comparable, V any] struct {
	mu   sync.RWMutex
	vals map[K]V
}

func (m *Map[K, V]) Begin() { m.mu.Lock() } // want Begin:`^acquire mutex p0\.mu$`

func (m *Map[K, V]) End() { m.mu.Unlock() } // want End:`^release mutex p0\.mu$`

// Run gives a literal to a generic function.
func Run(mu *sync.Mutex, f func()) { // want Run:`^acquire mutex p0; run p1\(\); release mutex p0$`
	With(mu, func() int {
		f()
		return 1
	})
}
