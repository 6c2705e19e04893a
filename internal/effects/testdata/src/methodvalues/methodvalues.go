// Package methodvalues calls and returns methods as values.
package methodvalues

import "sync"

type Box struct{ mu sync.Mutex }

// Enter gives the release back to its caller.
func (b *Box) Enter() func() { // want Enter:`^acquire mutex p0\.mu; r0=func \(\*sync\.Mutex\)\.Unlock\$bound\(p0\.mu\); r0 not nil$`
	b.mu.Lock()
	return b.mu.Unlock
}

// Leave is a value for a call that somebody else makes.
func (b *Box) Leave() func() { return b.leave } // want Leave:`^r0=func \(\*methodvalues\.Box\)\.leave\$bound\(p0\); r0 not nil$`

func (b *Box) leave() { b.mu.Unlock() } // want leave:`^release mutex p0\.mu$`

// ByName takes it through a variable.
func (b *Box) ByName() { // want ByName:`^acquire mutex p0\.mu$`
	lock := b.mu.Lock
	lock()
}

// Expression takes it through a method expression.
func Expression(mu *sync.Mutex) { (*sync.Mutex).Lock(mu) } // want Expression:`^acquire mutex p0$`

// Around runs its caller's function under the lock, and defers a method value.
func (b *Box) Around(f func()) { // want Around:`^acquire mutex p0\.mu; run p1\(\); release mutex p0\.mu$`
	b.mu.Lock()
	unlock := b.mu.Unlock
	defer unlock()
	f()
}

// Call runs what it is given.
func Call(f func()) { f() } // want Call:`^run p0\(\)$`

// Passed gives a method value to a function that calls it.
func (b *Box) Passed() { Call(b.mu.Lock) } // want Passed:`^acquire mutex p0\.mu$`
