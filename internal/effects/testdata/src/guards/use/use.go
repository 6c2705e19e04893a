// Package use calls them from another package.
package use

import (
	"sync"

	"guards"
)

// Checked has the lock where there was no error: another way on there is not.
func Checked(mu *sync.Mutex, f func() error) { // want Checked:`^acquire mutex p0; run p1\(\) is not nil; panics \| acquire mutex p0; run p1\(\) is nil$`
	mu.Lock()
	guards.Check(f())
}

func Fatally(mu *sync.Mutex, f func() error) { // want Fatally:`^acquire mutex p0; run p1\(\) is nil$`
	mu.Lock()
	guards.Fatal(f())
}

func take(mu *sync.Mutex, err error) (*sync.Mutex, error) {
	if err != nil {
		return nil, err
	}
	mu.Lock()
	return mu, nil
}

func Musty(mu *sync.Mutex, err error) { guards.Must(take(mu, err)) } // want Musty:`^if p1 not nil; panics \| if p1 nil; acquire mutex p0$`

// Twice releases once.
func Twice(mu *sync.Mutex) {
	h := guards.Take(mu)
	h.Release()
	h.Release()
}

// Unsure does not know whether the second call does anything.
func Unsure(mu *sync.Mutex, b bool) { // want Unsure:`^acquire mutex p0 \| nothing$`
	h := guards.Take(mu)
	h.Maybe(b)
	h.Release()
}
