// Package keymu has a mutex per key.
package keymu

import "sync"

// Group is a set of mutexes.
type Group[K comparable] struct {
	mu sync.Mutex
	m  map[K]*entry
}

type entry struct {
	mu   sync.Mutex
	refs int
}

// Do runs fn while the key's mutex is held.
func (g *Group[K]) Do(key K, fn func() error) error {
	e := g.acquire(key)
	defer g.release(key, e)
	return fn()
}

func (g *Group[K]) acquire(key K) *entry {
	g.mu.Lock()
	if g.m == nil {
		g.m = make(map[K]*entry)
	}
	e := g.m[key]
	if e == nil {
		e = &entry{}
		g.m[key] = e
	}
	e.refs++
	g.mu.Unlock()
	e.mu.Lock()
	return e
}

func (g *Group[K]) release(key K, e *entry) {
	e.mu.Unlock()
	g.mu.Lock()
	if e.refs--; e.refs == 0 {
		delete(g.m, key)
	}
	g.mu.Unlock()
}
