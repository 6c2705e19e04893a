package p

import (
	"database/sql"
	"oracle/env"
	"sync"
)

var _ *sql.DB

var g0 sync.Mutex

type S struct {
	mu sync.Mutex
}

// A callee gives the lock back, takes it and gives it back: to the caller both happen in one line.
func (s *S) caller() {
	takes(s)
	env.Mark(1)
}

func takes(s *S) {
	g0.Lock()
	s.mu.Lock()
	twice(s, func() bool { return true })
}

func twice(s *S, yield func() bool) {
	s.mu.Unlock()
	s.mu.Lock()
	yield()
	s.mu.Unlock()
}
