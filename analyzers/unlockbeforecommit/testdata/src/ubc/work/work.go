// Package work does or does not work under the lock.
package work

import (
	"context"
	"database/sql"
	"sync"
)

type Shop struct {
	db *sql.DB
	mu sync.Mutex
}

// Before writes before it takes the lock.
func (s *Shop) Before(ctx context.Context, n *int) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "DELETE FROM carts"); err != nil {
		return err
	}
	s.mu.Lock()
	*n++
	s.mu.Unlock()
	return tx.Commit()
}

// Other writes on the pool under the lock.
func (s *Shop) Other(ctx context.Context) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	s.mu.Lock()
	_, err = s.db.ExecContext(ctx, "DELETE FROM carts")
	s.mu.Unlock()
	if err != nil {
		return err
	}
	return tx.Commit()
}

// Reads only.
func (s *Shop) Reads(ctx context.Context) (n int, err error) {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return 0, err
	}
	defer tx.Rollback()
	s.mu.Lock()
	err = tx.QueryRowContext(ctx, "SELECT count(*) FROM carts").Scan(&n)
	s.mu.Unlock()
	if err != nil {
		return 0, err
	}
	return n, tx.Commit()
}

// Under writes under the lock, through a helper.
func (s *Shop) Under(ctx context.Context) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	s.mu.Lock()
	err = clear(ctx, tx)
	s.mu.Unlock() // want `\(unlockbeforecommit/order\)$`
	if err != nil {
		return err
	}
	return tx.Commit()
}

func clear(ctx context.Context, tx *sql.Tx) error {
	_, err := tx.ExecContext(ctx, "DELETE FROM carts")
	return err
}
