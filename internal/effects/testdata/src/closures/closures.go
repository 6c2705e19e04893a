// Package closures calls, defers, stores, returns and passes function literals.
package closures

import "sync"

// Called in place.
func Called(mu *sync.Mutex) { // want Called:`^acquire mutex p0$`
	func() { mu.Lock() }()
}

// Deferred runs at the end.
func Deferred(mu *sync.Mutex) { // want Deferred:`^release mutex p0$`
	defer func() { mu.Unlock() }()
}

// Stored in a local variable first.
func Stored(mu *sync.Mutex) { // want Stored:`^acquire mutex p0$`
	take := func() { mu.Lock() }
	take()
}

// Returned gives the release back.
func Returned(mu *sync.Mutex) func() { // want Returned:`^acquire mutex p0; r0=func closures\.Returned\$1\(&p0\); r0 not nil$`
	mu.Lock()
	return func() { mu.Unlock() }
}

// Around runs its caller's function under the lock.
func Around(mu *sync.Mutex, f func() error) error { // want Around:`^acquire mutex p0; run p1\(\) is nil; release mutex p0; r0 nil \| acquire mutex p0; run p1\(\) is not nil; release mutex p0; r0 not nil$`
	mu.Lock()
	defer mu.Unlock()
	return f()
}

// One passes the function on in a literal.
func One(mu *sync.Mutex, f func() error) error { // want One:`^acquire mutex p0; run p1\(\) is nil; release mutex p0; r0 nil \| acquire mutex p0; run p1\(\) is not nil; release mutex p0; r0 not nil$`
	return Around(mu, func() error { return f() })
}

// Two does it once more.
func Two(mu *sync.Mutex, f func() error) error { // want Two:`^acquire mutex p0; run p1\(\) is nil; release mutex p0; r0 nil \| acquire mutex p0; run p1\(\) is not nil; release mutex p0; r0 not nil$`
	return One(mu, func() error { return f() })
}

// Both holds two locks around it.
func Both(a, b *sync.Mutex, f func() error) error { // want Both:`^acquire mutex p0; acquire mutex p1; run p2\(\) is nil; release mutex p1; release mutex p0; r0 nil \| acquire mutex p0; acquire mutex p1; run p2\(\) is not nil; release mutex p1; release mutex p0; r0 not nil$`
	return Around(a, func() error { return Around(b, f) })
}

// Factory returns a function that returns the release.
func Factory(mu *sync.Mutex) func() func() { // want Factory:`^r0=func closures\.Factory\$1\(&p0\); r0 not nil$`
	return func() func() {
		mu.Lock()
		return mu.Unlock
	}
}

// UseFactory takes through it and keeps the lock.
func UseFactory(mu *sync.Mutex) { Factory(mu)() } // want UseFactory:`^acquire mutex p0$`

// UseBoth calls both levels.
func UseBoth(mu *sync.Mutex) { defer Factory(mu)()() }
