package p

import (
	"database/sql"
	"oracle/env"
	"sync"
)

var _ *sql.DB

var g0, g1 sync.Mutex

// Both ways through the function do the same to locks, so that they become one, and which of two function
// values it returned is forgotten.
func one() func() {
	if env.Flag() {
		return func() { g0.Lock() }
	}
	return func() {}
}

func calls() {
	one()()
	env.Mark(1)
}
