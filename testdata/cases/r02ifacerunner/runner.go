// Case r02ifacerunner: WithLock behind an interface with a Redis implementation and a no-op twin, inside a transaction closure.
package r02ifacerunner

import (
	"context"
	"database/sql"
	"time"

	"github.com/go-redsync/redsync/v4"
)

type Mutexer interface {
	WithLock(ctx context.Context, key string, fn func(ctx context.Context) error) error
}

type redisMutexer struct{ rs *redsync.Redsync }

func (r *redisMutexer) WithLock(ctx context.Context, key string, fn func(ctx context.Context) error) (err error) {
	m := r.rs.NewMutex(key, redsync.WithExpiry(20*time.Second))
	if err := m.LockContext(ctx); err != nil {
		return err
	}
	defer func() {
		if _, uerr := m.UnlockContext(context.WithoutCancel(ctx)); uerr != nil && err == nil {
			err = uerr
		}
	}()
	return fn(ctx)
}

type nopMutexer struct{}

func (nopMutexer) WithLock(ctx context.Context, _ string, fn func(ctx context.Context) error) error {
	return fn(ctx)
}

func NewMutexer(rs *redsync.Redsync) Mutexer {
	if rs == nil {
		return nopMutexer{}
	}
	return &redisMutexer{rs: rs}
}

type Service struct {
	db *sql.DB
	mx Mutexer
}

func (s *Service) tx(ctx context.Context, fn func(tx *sql.Tx) error) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := fn(tx); err != nil {
		_ = tx.Rollback()
		return err
	}
	return tx.Commit()
}

func (s *Service) Mark(ctx context.Context, id string) error {
	return s.tx(ctx, func(tx *sql.Tx) error {
		return s.mx.WithLock(ctx, "mark:"+id, func(ctx context.Context) error { //bug:unlockbeforecommit/caller
			_, err := tx.ExecContext(ctx, "UPDATE marks SET n = n + 1 WHERE id = $1", id)
			return err
		})
	})
}

func (s *Service) MarkRight(ctx context.Context, id string) error {
	return s.mx.WithLock(ctx, "mark:"+id, func(ctx context.Context) error { //may:keytemplate
		return s.tx(ctx, func(tx *sql.Tx) error {
			_, err := tx.ExecContext(ctx, "UPDATE marks SET n = n + 1 WHERE id = $1", id)
			return err
		})
	})
}
