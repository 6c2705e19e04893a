// Package order releases by hand.
package order

import (
	"context"
	"database/sql"
	"sync"
	"time"

	"github.com/bsm/redislock"
)

type Shop struct {
	db    *sql.DB
	locks *redislock.Client
	mu    sync.Mutex
}

func (s *Shop) Early(ctx context.Context, id string) error {
	lock, err := s.locks.Obtain(ctx, "lock:order:"+id, time.Minute, nil)
	if err != nil {
		return err
	}
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		lock.Release(ctx)
		return err
	}
	if _, err := tx.ExecContext(ctx, "UPDATE orders SET state = 2 WHERE id = $1", id); err != nil {
		tx.Rollback()
		lock.Release(ctx)
		return err
	}
	// timeline: acquire write release commit
	lock.Release(ctx) // want `^lock "lock:order:\{\}" is released before the transaction commits at line 36: the next holder reads the old rows; release it behind the commit \(unlockbeforecommit/order\)$`
	return tx.Commit()
}

func (s *Shop) Right(ctx context.Context, id string) error {
	lock, err := s.locks.Obtain(ctx, "lock:order:"+id, time.Minute, nil)
	if err != nil {
		return err
	}
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		lock.Release(ctx)
		return err
	}
	if _, err := tx.ExecContext(ctx, "UPDATE orders SET state = 2 WHERE id = $1", id); err != nil {
		tx.Rollback()
		lock.Release(ctx)
		return err
	}
	err = tx.Commit()
	lock.Release(ctx)
	return err
}

// OnePath forgets one of two.
func (s *Shop) OnePath(ctx context.Context, id string, fast bool) error {
	s.mu.Lock()
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		s.mu.Unlock()
		return err
	}
	tx.ExecContext(ctx, "DELETE FROM carts")
	if fast {
		// timeline: acquire write release commit
		s.mu.Unlock() // want `^mutex s\.mu is released before the transaction commits at line 74: the next holder reads the old rows; release it behind the commit \(unlockbeforecommit/order\)$`
	} else {
		defer s.mu.Unlock()
	}
	return tx.Commit()
}
