// Package embedded writes through transactions that it is given, under mutexes.
package embedded

import (
	"database/sql"
	"sync"

	"go.etcd.io/bbolt"
)

// Hooks keeps a state in memory and writes it when it has changed.
type Hooks struct {
	mu    sync.Mutex
	state []byte
	dirty bool
}

func (h *Hooks) Set(state []byte) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.state, h.dirty = state, true
}

// Before is silent: the store is the process's own, and lets in no other writer before the caller commits.
func (h *Hooks) Before(tx *bbolt.Tx) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.dirty {
		return nil
	}
	h.dirty = false
	return tx.Bucket([]byte("meta")).Put([]byte("state"), h.state)
}

// Counter numbers rows: those who wait for its mutex read what is committed.
type Counter struct{ mu sync.Mutex }

func (c *Counter) Next(tx *sql.Tx) (n int, err error) {
	c.mu.Lock()
	defer c.mu.Unlock() // want `unlockbeforecommit/callee`
	if err := tx.QueryRow("SELECT n FROM counters").Scan(&n); err != nil {
		return 0, err
	}
	_, err = tx.Exec("UPDATE counters SET n = $1", n+1)
	return n, err
}
