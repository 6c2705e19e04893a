package p

import (
	"database/sql"
	"oracle/env"
	"sync"
)

var _ *sql.DB

var g0, g1 sync.Mutex

type S struct {
	mu sync.Mutex
	fn func()
}

func under(m *sync.Mutex, f func()) {
	m.Lock()
	defer m.Unlock()
	f()
}

// What a runner defers happens too where the function panics that it runs.
func panicIn(s *S) {
	defer env.Mark(1)
	under(&s.mu, func() {
		panic("no")
	})
}

func deferred(s *S) {
	defer env.Mark(2)
	defer func() {
		under(&s.mu, func() {
			panic("no")
		})
	}()
}

// One runner in another, and what is deferred around them.
func nested(m *sync.Mutex, f func()) {
	g0.Lock()
	defer g0.Unlock()
	under(m, f)
	g1.Lock()
	defer g1.Unlock()
}

func panicsDeep(s *S, b bool) {
	defer env.Mark(3)
	nested(&s.mu, func() {
		if b {
			panic("no")
		}
		env.Mark(4)
	})
	g1.Lock()
	env.Mark(5)
}

// A runner that defers too late.
func late(m *sync.Mutex, f func()) {
	m.Lock()
	f()
	defer m.Unlock()
}

func panicsEarly(s *S) {
	defer env.Mark(6)
	late(&s.mu, func() { panic("no") })
}

// A runner that recovers returns.
func safely(m *sync.Mutex, f func()) (failed bool) {
	m.Lock()
	defer m.Unlock()
	defer func() {
		if recover() != nil {
			failed = true
		}
	}()
	f()
	return false
}

func goesOn(s *S, b bool) {
	failed := safely(&s.mu, func() {
		g0.Lock()
		if b {
			panic("no")
		}
		g0.Unlock()
	})
	env.Mark(7)
	if !failed {
		g1.Lock()
	}
	env.Mark(8)
}

// A loop is run by its iterator.
func rounds(yield func() bool) {
	g0.Lock()
	defer g0.Unlock()
	yield()
}

func panicsInLoop() {
	defer env.Mark(9)
	for range rounds {
		env.Mark(10)
		panic("no")
	}
}

// What a runner defers may itself run a function.
func after(f, last func()) {
	defer last()
	f()
}

func lastLock(s *S) {
	defer env.Mark(11)
	after(func() { panic("no") }, s.mu.Lock)
}
