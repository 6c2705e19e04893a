// Package leaves gives its locks and transactions away.
package leaves

import (
	"context"
	"database/sql"
	"sync"
)

type Shop struct {
	db *sql.DB
	mu sync.Mutex
	tx *sql.Tx
}

// Returned: its caller commits or rolls back, and this function does not know.
func (s *Shop) Returned(ctx context.Context) (*sql.Tx, error) {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	_, err = tx.ExecContext(ctx, "DELETE FROM carts")
	return tx, err
}

// Goroutine works elsewhere.
func (s *Shop) Goroutine(ctx context.Context) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	done := make(chan error)
	s.mu.Lock()
	go func() {
		_, err := tx.ExecContext(ctx, "DELETE FROM carts")
		done <- err
	}()
	s.mu.Unlock()
	if err := <-done; err != nil {
		tx.Rollback()
		return err
	}
	return tx.Commit()
}

// Unknown: nobody knows what the function does with the transaction.
func (s *Shop) Unknown(ctx context.Context, f func(tx *sql.Tx) error) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	s.mu.Lock()
	err = f(tx)
	s.mu.Unlock()
	if err != nil {
		tx.Rollback()
		return err
	}
	return tx.Commit()
}

// Known tells.
func (s *Shop) Known(ctx context.Context) error {
	return s.Unknown(ctx, func(tx *sql.Tx) error { // want `^mutex s\.mu is released before the transaction commits at line \d+.*\(unlockbeforecommit/order\)$`
		_, err := tx.ExecContext(ctx, "DELETE FROM carts")
		return err
	})
}
