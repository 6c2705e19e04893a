// Case oku11lockedtx: a runner that locks, begins, runs, commits and unlocks in that order, in several styles.
package oku11lockedtx

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/bsm/redislock"
)

type Store struct {
	db    *sql.DB
	locks *redislock.Client
}

type TxFunc[T any] func(ctx context.Context, tx *sql.Tx) (T, error)

func Locked[T any](ctx context.Context, s *Store, key string, fn TxFunc[T]) (res T, err error) {
	l, err := s.locks.Obtain(ctx, key, 10*time.Second, nil)
	if err != nil {
		return res, fmt.Errorf("obtain %s: %w", key, err)
	}
	defer func() {
		if rerr := l.Release(context.WithoutCancel(ctx)); rerr != nil && !errors.Is(rerr, redislock.ErrLockNotHeld) {
			err = errors.Join(err, rerr)
		}
	}()
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return res, err
	}
	defer func() {
		if p := recover(); p != nil {
			_ = tx.Rollback()
			panic(p)
		}
		if err != nil {
			err = errors.Join(err, tx.Rollback())
			return
		}
		err = tx.Commit()
	}()
	return fn(ctx, tx)
}

func (s *Store) Bump(ctx context.Context, id int64) (int64, error) {
	return Locked(ctx, s, "bump", func(ctx context.Context, tx *sql.Tx) (n int64, err error) {
		err = tx.QueryRowContext(ctx, "UPDATE counters SET n = n + 1 WHERE id = $1 RETURNING n", id).Scan(&n)
		return n, err
	})
}

// Tx has begin and end apart, with the lock in the struct.
type Tx struct {
	*sql.Tx
	lock *redislock.Lock
}

func (s *Store) Begin(ctx context.Context, key string) (*Tx, error) {
	l, err := s.locks.Obtain(ctx, key, 10*time.Second, nil)
	if err != nil {
		return nil, err
	}
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		_ = l.Release(context.WithoutCancel(ctx))
		return nil, err
	}
	return &Tx{Tx: tx, lock: l}, nil
}

func (t *Tx) Commit() error {
	defer t.lock.Release(context.Background())
	return t.Tx.Commit()
}

func (t *Tx) Rollback() error {
	defer t.lock.Release(context.Background())
	return t.Tx.Rollback()
}

func (s *Store) Set(ctx context.Context, id int64) error {
	tx, err := s.Begin(ctx, "set")
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "UPDATE counters SET n = 0 WHERE id = $1", id); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}
