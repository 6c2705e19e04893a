package p

import (
	"database/sql"
	"oracle/env"
	"sync"
)

var _ *sql.DB

var g0, g1 sync.Mutex

// The iterator calls the body in a loop, and a round takes one lock or the other: both are held behind it, perhaps.
func both() {
	for range func(yield func() bool) {
		for env.Flag() {
			if !yield() {
				return
			}
		}
	} {
		if env.Flag() {
			g0.Lock()
		} else {
			g1.Lock()
		}
	}
	env.Mark(1)
}
