// Package onces gives locks back at most once.
package onces

import "sync"

// Take returns a release that may be called twice.
func Take(mu *sync.Mutex) func() { // want Take:`^acquire mutex p0; r0=func onces\.Take\$1\(new0,&p0\); r0 not nil$`
	var once sync.Once
	mu.Lock()
	return func() { once.Do(mu.Unlock) }
}

// Twice calls it by hand and by defer: one release.
func Twice(mu *sync.Mutex, early bool) {
	release := Take(mu)
	defer release()
	if early {
		release()
	}
}

// Handle has the once in a field.
type Handle struct {
	mu   *sync.Mutex
	once sync.Once
}

func New(mu *sync.Mutex) *Handle { // want New:`^acquire mutex p0; r0\.mu=p0; r0 not nil$`
	mu.Lock()
	return &Handle{mu: mu}
}

func (h *Handle) Release() { // want Release:`^if p0\.once\.!done true \| if p0\.once\.!done false; release mutex p0\.mu; p0\.once\.!done="true"$`
	h.once.Do(func() { h.mu.Unlock() })
}

// Both releases twice, which does nothing the second time.
func Both(mu *sync.Mutex) {
	h := New(mu)
	h.Release()
	h.Release()
}

// Func is sync.OnceFunc.
func Func(mu *sync.Mutex) {
	mu.Lock()
	release := sync.OnceFunc(mu.Unlock)
	defer release()
	release()
}

// Returned is one that is returned.
func Returned(mu *sync.Mutex) func() { // want Returned:`^acquire mutex p0; r0=sync\.OnceFunc\(func onces\.Returned\$1\(&p0\),new0\); r0 not nil$`
	mu.Lock()
	return sync.OnceFunc(func() { mu.Unlock() })
}

func Uses(mu *sync.Mutex) {
	release := Returned(mu)
	defer release()
	release()
}
