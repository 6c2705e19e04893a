package p

import (
	"database/sql"
	"oracle/env"
	"sync"
)

var _ *sql.DB

var g0, g1 sync.Mutex

// Two defer statements with one text are two.
func same() {
	defer g0.Unlock()
	if g0.TryLock() {
		defer env.Mark(1)
		defer g0.Unlock()
	}
}
