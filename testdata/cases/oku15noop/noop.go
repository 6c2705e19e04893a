// Case oku15noop: an interface whose only implementation in sight does nothing, and unlock functions that are sometimes nil.
package oku15noop

import (
	"context"
	"database/sql"
	"sync"
	"time"

	"github.com/bsm/redislock"
)

type gate struct{}

func (gate) Enter(context.Context, string) func() { return func() {} }

type Store struct {
	db    *sql.DB
	gate  gate
	locks *redislock.Client
	mu    sync.Mutex
}

func (s *Store) Put(ctx context.Context, k string) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	leave := s.gate.Enter(ctx, k)
	_, err = tx.ExecContext(ctx, "INSERT INTO kv (k) VALUES ($1)", k)
	leave()
	if err != nil {
		return err
	}
	return tx.Commit()
}

func (s *Store) PutMaybe(ctx context.Context, k string, distributed bool) (err error) {
	unlock := s.mu.Unlock
	if distributed {
		l, err := s.locks.Obtain(ctx, k, 10*time.Second, nil)
		if err != nil {
			return err
		}
		unlock = func() { _ = l.Release(context.WithoutCancel(ctx)) }
	} else {
		s.mu.Lock()
	}
	defer unlock()
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = tx.Rollback()
			return
		}
		err = tx.Commit()
	}()
	_, err = tx.ExecContext(ctx, "INSERT INTO kv (k) VALUES ($1)", k)
	return err
}
