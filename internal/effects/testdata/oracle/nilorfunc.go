package p

import (
	"database/sql"
	"oracle/env"
	"sync"
)

var _ *sql.DB

var g0 sync.Mutex

// The unlock function is there only where the lock is, but on a way without it the lock may be held, too.
func twice() (func(), bool) {
	if ok := g0.TryLock(); ok {
		_ = ok
	}
	if !g0.TryLock() {
		return nil, false
	}
	return g0.Unlock, true
}

func unlocks() {
	if unlock, ok := twice(); ok {
		unlock()
		env.Mark(1)
	}
}
