package p

import (
	"database/sql"
	"oracle/env"
	"sync"
)

var _ *sql.DB

var g0, g1 sync.Mutex

// Two functions call each other, and the one that ends takes a lock.
func even(m *sync.Mutex) bool {
	if env.Flag() {
		m.Lock()
		return true
	}
	return odd(m)
}

func odd(m *sync.Mutex) bool {
	if env.Flag() {
		m.Lock()
		return false
	}
	return even(m)
}

// What a round takes and drops is not held behind it.
func walk(m *sync.Mutex) {
	m.Lock()
	env.Mark(1)
	m.Unlock()
	if env.Flag() {
		walk(m)
		env.Mark(2)
	}
	env.Mark(3)
}

// Each round takes one lock more.
func more() {
	if env.Flag() {
		g0.Lock()
		more()
		env.Mark(4)
		return
	}
	g1.Lock()
	env.Mark(5)
}

func calls(m *sync.Mutex) {
	even(m)
	env.Mark(6)
	m.Unlock()
	walk(m)
	env.Mark(7)
	more()
	env.Mark(8)
}
