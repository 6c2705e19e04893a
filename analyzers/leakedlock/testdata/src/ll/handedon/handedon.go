// Package handedon gives locks to others, who release them. What it does not give away it leaves behind once.
package handedon

import (
	"errors"
	"fmt"
	"sync"
)

var errFull = errors.New("full")

type pool struct {
	mu      sync.Mutex
	n       int
	unlocks []func()
	done    chan func()
	unlock  func()
}

func (p *pool) leak() error {
	p.mu.Lock() // want `early-return`
	if p.n > 8 {
		return errFull
	}
	p.mu.Unlock()
	return nil
}

// returned gives the caller the function that unlocks.
func (p *pool) returned() (func(), error) {
	p.mu.Lock()
	if p.n > 8 {
		p.mu.Unlock()
		return nil, errFull
	}
	return func() { p.mu.Unlock() }, nil
}

// method gives it the method itself, whatever it tells.
func (p *pool) method() func() {
	p.mu.Lock()
	if p.n > 8 {
		p.mu.Unlock()
		return func() {}
	}
	return p.mu.Unlock
}

// goroutine lets a goroutine unlock.
func (p *pool) goroutine(work func()) {
	p.mu.Lock()
	if p.n > 8 {
		p.mu.Unlock()
		return
	}
	go func() {
		defer p.mu.Unlock()
		work()
	}()
}

// started does so with a method.
func (p *pool) started() {
	p.mu.Lock()
	if p.n > 8 {
		p.mu.Unlock()
		return
	}
	go p.finish()
}

func (p *pool) finish() {
	p.n++
	p.mu.Unlock()
}

// stored keeps it for later.
func (p *pool) stored() {
	p.mu.Lock()
	if p.n > 8 {
		p.mu.Unlock()
		return
	}
	p.unlock = p.mu.Unlock
}

// appended keeps it in a list.
func (p *pool) appended() {
	p.mu.Lock()
	if p.n > 8 {
		p.mu.Unlock()
		return
	}
	p.unlocks = append(p.unlocks, func() { p.mu.Unlock() })
}

// sent sends it.
func (p *pool) sent() {
	p.mu.Lock()
	if p.n > 8 {
		p.mu.Unlock()
		return
	}
	p.done <- func() { p.mu.Unlock() }
}

// passed passes the lock to a function that nobody knows.
func (p *pool) passed(done func(*sync.Mutex)) {
	p.mu.Lock()
	if p.n > 8 {
		p.mu.Unlock()
		return
	}
	done(&p.mu)
}

// called calls something that may be the release.
func (p *pool) called() {
	p.mu.Lock()
	if p.n > 8 {
		p.mu.Unlock()
		return
	}
	p.unlock()
}

// ensured unlocks in a helper, on the way where it is not done here.
func (p *pool) ensured() {
	p.mu.Lock()
	if p.n > 8 {
		p.mu.Unlock()
		return
	}
	p.finish()
}

// told starts something else than the release.
func (p *pool) told() error {
	p.mu.Lock() // want `early-return`
	go fmt.Println("locked", p)
	if p.n > 8 {
		return errFull
	}
	p.mu.Unlock()
	return nil
}
