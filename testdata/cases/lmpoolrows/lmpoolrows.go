// Case lmpoolrows: rows that are locked on the pool are free when the statement is over, whatever transaction is open beside it.
package lmpoolrows

import (
	"context"
	"database/sql"
	"sync"
)

// Seats sells seats.
type Seats struct {
	mu sync.Mutex
	db *sql.DB
}

// OnThePool locks the row on a connection of its own, and writes on another one.
func (s *Seats) OnThePool(ctx context.Context, id string) error {
	s.mu.Lock() //bug:localmutex/read-modify-write
	defer s.mu.Unlock()
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var left int
	if err := s.db.QueryRowContext(ctx, "SELECT n FROM seats WHERE id = $1 FOR UPDATE", id).Scan(&left); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "UPDATE seats SET n = $1 WHERE id = $2", left-1, id); err != nil {
		return err
	}
	return tx.Commit()
}

// InTheTransaction keeps it until the write is committed.
func (s *Seats) InTheTransaction(ctx context.Context, id string) error {
	s.mu.Lock() //ok:localmutex
	defer s.mu.Unlock()
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var left int
	if err := tx.QueryRowContext(ctx, "SELECT n FROM seats WHERE id = $1 FOR UPDATE", id).Scan(&left); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "UPDATE seats SET n = $1 WHERE id = $2", left-1, id); err != nil {
		return err
	}
	return tx.Commit()
}
