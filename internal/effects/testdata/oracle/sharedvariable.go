package p

import (
	"database/sql"
	"oracle/env"
	"sync"
)

var g0, g1 sync.Mutex

// The body of the loop assigns to a variable that the iterator looks at behind it: that is not what it was at the entry.
func shared(mu *sync.Mutex, db *sql.DB) bool {
	again := true
	for range func(yield func() bool) {
		tx, err := db.Begin()
		if err != nil {
			return
		}
		defer tx.Rollback()
		yield()
		if again {
			take(g1.Unlock)
		}
	} {
		if mu.TryLock() {
			again = env.Flag()
		}
	}
	env.Mark(1)
	return !again
}

func take(func()) {
	if ok := true; ok {
		g0.Lock()
	}
}
