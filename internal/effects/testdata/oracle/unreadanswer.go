package p

import (
	"database/sql"
	"oracle/env"
	"sync"
)

var _ *sql.DB

var g0, g1 sync.Mutex

// Nobody has looked at the answer of a mutex where an error comes back: it may be held all the same.
func try(err error) error {
	ok := g1.TryLock()
	if err == nil {
		if ok {
			g0.Unlock()
		}
	}
	return err
}

func tries() {
	if err := try(env.Err()); err != nil {
		env.Mark(1)
	}
}
