// Package funcfields keeps functions in fields.
package funcfields

import "sync"

// A Session keeps what ends it.
type Session struct{ done func() }

// Open locks and leaves the release in a field.
func Open(mu *sync.Mutex) *Session { // want Open:`^acquire mutex p0; r0\.done=func \(\*sync\.Mutex\)\.Unlock\$bound\(p0\); r0 not nil$`
	mu.Lock()
	return &Session{done: mu.Unlock}
}

// Half keeps the lock.
func Half(mu *sync.Mutex) { // want Half:`^acquire mutex p0$`
	s := Open(mu)
	_ = s
}

type hooks struct{ before, after func() }

// Apply runs two functions from the fields of a struct literal.
func Apply(mu *sync.Mutex) { // want Apply:`^acquire mutex p0$`
	h := hooks{before: mu.Lock, after: func() {}}
	h.before()
	h.after()
}
