// Package deferorder defers the release and the commit.
package deferorder

import (
	"context"
	"database/sql"
	"sync"
)

type Shop struct {
	db *sql.DB
	mu sync.Mutex
}

func finish(tx *sql.Tx, err *error) {
	if *err != nil {
		tx.Rollback()
		return
	}
	*err = tx.Commit()
}

func (s *Shop) Wrong(ctx context.Context) (err error) {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer finish(tx, &err)
	s.mu.Lock()
	/* timeline: acquire write release commit */ defer s.mu.Unlock() // want `^mutex s\.mu is released by a defer that runs before the deferred commit of line 28: the next holder reads the old rows; register the release first \(unlockbeforecommit/defer-order\)$`
	_, err = tx.ExecContext(ctx, "DELETE FROM carts")
	return err
}

func (s *Shop) Right(ctx context.Context) (err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer finish(tx, &err)
	_, err = tx.ExecContext(ctx, "DELETE FROM carts")
	return err
}

// OneDefer does both in one, in the right order.
func (s *Shop) OneDefer(ctx context.Context) (err error) {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer func() {
		finish(tx, &err)
		s.mu.Unlock()
	}()
	_, err = tx.ExecContext(ctx, "DELETE FROM carts")
	return err
}
