// Package guards has helpers that end the program where there is an error, and handles that know whether they are
// released.
package guards

import (
	"context"
	"os"
	"sync"
)

func Check(err error) { // want Check:`^if p0 not nil; panics \| if p0 nil$`
	if err != nil {
		panic(err)
	}
}

func Fatal(err error) { // want Fatal:`^if p0 nil$`
	if err != nil {
		println(err.Error())
		os.Exit(1)
	}
}

func Must[T any](v T, err error) T { // want Must:`^if p1 not nil; panics \| if p1 nil; r0=p0$`
	if err != nil {
		panic(err)
	}
	return v
}

// Handle releases once.
type Handle struct {
	mu       *sync.Mutex
	released bool
}

func Take(mu *sync.Mutex) *Handle { // want Take:`^acquire mutex p0; r0\.mu=p0; r0\.released="false"; r0 not nil$`
	mu.Lock()
	return &Handle{mu: mu}
}

func (h *Handle) Release() { // want Release:`^if p0\.released true \| if p0\.released false; release mutex p0\.mu; p0\.released="true"$`
	if h.released {
		return
	}
	h.released = true
	h.mu.Unlock()
}

// Maybe sets the flag on one way only: nobody knows afterwards.
func (h *Handle) Maybe(b bool) {
	if b {
		h.released = true
	}
}

// Waits for the lock or the end of the context.
func Waits(ctx context.Context, sem chan struct{}, f func()) error { // want Waits:`^run p2\(\); r0=nil; r0 nil \| r0=ctx\.Err\(p0\); r0 not nil$`
	select {
	case <-sem:
		f()
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
