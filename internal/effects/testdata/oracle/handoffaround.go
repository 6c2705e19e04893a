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

// What runs under a lock that is handed off later may have given it back.
func around(f func()) {
	g0.Lock()
	f()
	go func() {
		g0.Unlock()
	}()
}

func handsOff(s *S, b bool) {
	around(func() {
		g0.Unlock()
		env.Mark(1)
		g0.Lock()
		s.mu.Lock()
	})
	env.Mark(2)
}

// One that is given back as well was taken again by another name.
func twice(m *sync.Mutex) {
	m.Lock()
	defer m.Unlock()
	go func() {
		m.Unlock()
	}()
	g0.Lock()
}

func twoNames() {
	twice(&g0)
	env.Mark(3)
}

func loopOfNames(s *S) {
	m := &g0
	for range func(yield func() bool) {
		m.Lock()
		defer m.Unlock()
		go func() {
			m.Unlock()
		}()
		if env.Flag() {
			g0.Lock()
			s.mu.Lock()
		}
	} {
	}
	env.Mark(4)
}
