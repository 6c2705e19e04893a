// Package ends rolls back, or releases behind both ends of the transaction.
package ends

import (
	"context"
	"database/sql"
	"sync"
)

type Shop struct {
	db *sql.DB
	mu sync.Mutex
}

// Rollback tries something out.
func (s *Shop) Rollback(ctx context.Context) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	s.mu.Lock()
	_, err = tx.ExecContext(ctx, "DELETE FROM carts")
	s.mu.Unlock()
	tx.Rollback()
	return err
}

// Both branches end it first.
func (s *Shop) Both(ctx context.Context) error {
	s.mu.Lock()
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		s.mu.Unlock()
		return err
	}
	if _, err = tx.ExecContext(ctx, "DELETE FROM carts"); err != nil {
		tx.Rollback()
	} else {
		err = tx.Commit()
	}
	s.mu.Unlock()
	return err
}

// Commits does the same and commits.
func (s *Shop) Commits(ctx context.Context) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	s.mu.Lock()
	_, err = tx.ExecContext(ctx, "DELETE FROM carts")
	s.mu.Unlock() // want `\(unlockbeforecommit/order\)$`
	if err != nil {
		tx.Rollback()
		return err
	}
	return tx.Commit()
}
