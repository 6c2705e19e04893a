// Case o21finish: a helper ends the transaction by the error it gets and is called last; the unlock stands before that call. The locker keeps its handles in a map.
package o21finish

import (
	"context"
	"database/sql"
	"errors"
	"sync"
	"time"

	"github.com/bsm/redislock"
)

type Locks struct {
	c    *redislock.Client
	mu   sync.Mutex
	held map[string]*redislock.Lock
}

func (l *Locks) Acquire(ctx context.Context, key string) error {
	lk, err := l.c.Obtain(ctx, key, 10*time.Second, nil)
	if err != nil {
		return err
	}
	l.mu.Lock()
	l.held[key] = lk
	l.mu.Unlock()
	return nil
}

func (l *Locks) Release(ctx context.Context, key string) {
	l.mu.Lock()
	lk, ok := l.held[key]
	delete(l.held, key)
	l.mu.Unlock()
	if ok {
		_ = lk.Release(context.WithoutCancel(ctx))
	}
}

type Svc struct {
	db    *sql.DB
	locks *Locks
}

func (s *Svc) finish(tx *sql.Tx, err error) error {
	if err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}

func (s *Svc) Do(ctx context.Context, id string) error {
	if err := s.locks.Acquire(ctx, "do:"+id); err != nil {
		return err
	}
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		s.locks.Release(ctx, "do:"+id)
		return err
	}
	_, err = tx.ExecContext(ctx, "UPDATE d SET n = n + 1 WHERE id = $1", id)
	s.locks.Release(ctx, "do:"+id) //bug:unlockbeforecommit/order
	return s.finish(tx, err)
}

func (s *Svc) DoRight(ctx context.Context, id string) error {
	if err := s.locks.Acquire(ctx, "do:"+id); err != nil { //may:keytemplate
		return err
	}
	defer s.locks.Release(ctx, "do:"+id)
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, "UPDATE d SET n = n + 1 WHERE id = $1", id)
	return s.finish(tx, err)
}
