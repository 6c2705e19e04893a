// Package selects waits for one of several things.
package selects

import (
	"context"
	_ "database/sql" // a package that uses nothing but mutexes is not looked at
	"sync"
)

// A Mutex is a channel with room for one.
type Mutex struct{ ch chan struct{} }

func New() *Mutex { return &Mutex{ch: make(chan struct{}, 1)} }

// Lock waits, but not longer than the context.
func (m *Mutex) Lock(ctx context.Context) error { // want Lock:`^acquire mutex p0\.ch; r0=nil; r0 nil \| r0=ctx\.Err\(p1\); r0 not nil$`
	select {
	case m.ch <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Try does not wait.
func (m *Mutex) Try() bool { // want Try:`^acquire mutex p0\.ch; r0="true"; r0 true \| r0="false"; r0 false$`
	select {
	case m.ch <- struct{}{}:
		return true
	default:
		return false
	}
}

func (m *Mutex) Unlock() { <-m.ch } // want Unlock:`^release mutex p0\.ch$`

// Rounds takes it in a round and stops in a later one: which case was ready before says nothing.
func Rounds(mu *sync.Mutex, tick, stop chan bool) { // want Rounds:`^nothing \| acquire mutex p0$`
	for {
		select {
		case <-stop:
			return
		case <-tick:
			mu.Lock()
		}
	}
}
