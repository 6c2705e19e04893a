package p

import (
	"database/sql"
	"oracle/env"
	"sync"
)

var _ *sql.DB

var g0, g1 sync.Mutex

// A lock that is held gets a second name on one of two ways: section forgets which one it is.
func either(a, b *sync.Mutex) {
	a.Lock()
	m := b
	if env.Flag() {
		m = a
	}
	m.Unlock()
	env.Mark(1)
}
