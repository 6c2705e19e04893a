package p

import (
	"database/sql"
	"oracle/env"
	"sync"
)

var _ *sql.DB

var g0 sync.Mutex

// What a callee leaves to a goroutine its caller does not hold any more.
func leave() {
	if env.Flag() {
		go func() {
			g0.Unlock()
		}()
	}
}

func leaves(m *sync.Mutex) {
	go func() {
		m.Unlock()
	}()
}

func calls(m *sync.Mutex) {
	g0.Lock()
	m.Lock()
	env.Mark(1)
	leave()
	env.Mark(2)
	leaves(m)
	env.Mark(3)
}
