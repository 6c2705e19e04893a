// Package bookkeeping has mutexes of the process beside transactions.
package bookkeeping

import (
	"context"
	"database/sql"
	"sync"
)

// Unit guards its own handle.
type Unit struct {
	mu sync.Mutex
	tx *sql.Tx
	n  int
}

func (u *Unit) Exec(ctx context.Context) error {
	u.mu.Lock()
	defer u.mu.Unlock()
	_, err := u.tx.ExecContext(ctx, "DELETE FROM carts")
	return err
}

type Shop struct {
	mu    sync.Mutex
	cache map[int]int
}

// Cache keeps memory in step, beside the commit.
func (s *Shop) Cache(ctx context.Context, tx *sql.Tx) error {
	if _, err := tx.ExecContext(ctx, "DELETE FROM carts"); err != nil {
		return err
	}
	s.mu.Lock()
	s.cache[1] = 2
	s.mu.Unlock()
	return tx.Commit()
}

// Around works on the transaction under it.
func (s *Shop) Around(ctx context.Context, tx *sql.Tx) error {
	s.mu.Lock()
	s.cache[1] = 2
	_, err := tx.ExecContext(ctx, "DELETE FROM carts")
	s.mu.Unlock() // want `^mutex s\.mu is released before the transaction commits at line 49.*\(unlockbeforecommit/order\)$`
	if err != nil {
		return err
	}
	return tx.Commit()
}
