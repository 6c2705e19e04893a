// Package homemade has locks made of a mutex and something to wait for.
package homemade

import (
	"context"
	"errors"
	"sync"
)

var ErrQueueFull = errors.New("queue full")

// IDLocker lets one in for each key; others queue.
type IDLocker[K comparable] struct {
	mx    sync.Mutex
	count map[K]int
	queue map[K][]chan struct{}
}

func (l *IDLocker[K]) Lock(ctx context.Context, id K) error { // want Lock:`^acquire mutex p0\[p2\]; r0 nil \| missed mutex p0\[p2\]; r0 not nil$`
	l.mx.Lock()
	if l.count[id] == 0 {
		l.count[id]++
		l.mx.Unlock()
		return nil
	}
	ch := make(chan struct{})
	l.queue[id] = append(l.queue[id], ch)
	l.mx.Unlock()
	select {
	case <-ctx.Done():
		close(ch)
		return context.Cause(ctx)
	case ch <- struct{}{}:
	}
	return nil
}

func (l *IDLocker[K]) Unlock(id K) { // want Unlock:`^release mutex p0\[p1\]$`
	l.mx.Lock()
	defer l.mx.Unlock()
	for _, ch := range l.queue[id] {
		if _, ok := <-ch; ok {
			return
		}
	}
	delete(l.count, id)
}

// Whole runs f under the lock of a key.
func Whole(ctx context.Context, l *IDLocker[string], id string, f func()) error { // want Whole:`^r0 not nil \| acquire mutex p1\[p2\]; run p3\(\); release mutex p1\[p2\]; r0=nil; r0 nil$`
	if err := l.Lock(ctx, id); err != nil {
		return err
	}
	defer l.Unlock(id)
	f()
	return nil
}

// Busy notes the keys that are in use.
type Busy struct {
	mu   sync.Mutex
	keys map[string]bool
}

func (b *Busy) TryLock(key string) bool { // want TryLock:`^acquire mutex p0\[p1\]; r0 true \| missed busy mutex p0\[p1\]; r0 false$`
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.keys[key] {
		return false
	}
	b.keys[key] = true
	return true
}

func (b *Busy) Unlock(key string) { // want Unlock:`^release mutex p0\[p1\]$`
	b.mu.Lock()
	delete(b.keys, key)
	b.mu.Unlock()
}

// Gate is a condition.
type Gate struct {
	mu   sync.Mutex
	free *sync.Cond
	shut bool
}

func (g *Gate) Lock() { // want Lock:`^acquire mutex p0$`
	g.mu.Lock()
	for g.shut {
		g.free.Wait()
	}
	g.shut = true
	g.mu.Unlock()
}

func (g *Gate) Unlock() { // want Unlock:`^release mutex p0$`
	g.mu.Lock()
	g.shut = false
	g.mu.Unlock()
	g.free.Signal()
}

// Account is locked and unlocked as people lose and get back what they may do: it waits for nothing.
type Account struct {
	mu     sync.Mutex
	locked bool
}

func (a *Account) Lock() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.locked = true
}

func (a *Account) Unlock() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.locked = false
}
