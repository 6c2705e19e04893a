package p

import (
	"database/sql"
	"oracle/env"
	"sync"
)

var _ *sql.DB

type S struct {
	mu sync.Mutex
	fn func()
}

func run(f func()) { f() }

// Who puts a function into a field knows it in the literals that call it.
func field(s *S) {
	s.fn = s.mu.Lock
	func() {
		s.fn()
	}()
	env.Mark(1)
	s.fn = s.mu.Unlock
	run(func() {
		func() {
			s.fn()
		}()
	})
	env.Mark(2)
}

// A function in a field may put another one there.
func changes(s *S) {
	s.mu.Lock()
	s.fn = func() {
		s.fn = s.mu.Unlock
	}
	s.fn()
	env.Mark(3)
	s.fn()
	env.Mark(4)
}
