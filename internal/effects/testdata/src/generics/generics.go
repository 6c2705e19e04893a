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

// WithLocker takes any lock; WithShape any type that has the two methods.
func WithLocker[L sync.Locker](l L, f func()) { // want WithLocker:`^acquire mutex p0; run p1\(\); release mutex p0$`
	l.Lock()
	defer l.Unlock()
	f()
}

func WithShape[L interface { // want WithShape:`^acquire mutex p0; run p1\(\); release mutex p0$`
	Lock()
	Unlock()
}](l L, f func()) {
	l.Lock()
	f()
	l.Unlock()
}

// Both give a mutex to them.
func Both(a, b *sync.Mutex, f func()) { // want Both:`^acquire mutex p0; run p2\(\); release mutex p0; acquire mutex p1; run p2\(\); release mutex p1$`
	WithLocker(a, f)
	WithShape(b, f)
}

// Held has the lock in a type parameter with a pointer to it.
type Held[T any, P interface {
	*T
	sync.Locker
}] struct{ l T }

func (h *Held[T, P]) Open()  { P(&h.l).Lock() }   // want Open:`^acquire mutex p0\.l$`
func (h *Held[T, P]) Close() { P(&h.l).Unlock() } // want Close:`^release mutex p0\.l$`

// Sum is generic and does nothing with locks.
func Sum[N int | float64](ns ...N) (s N) {
	for _, n := range ns {
		s += n
	}
	return s
}
