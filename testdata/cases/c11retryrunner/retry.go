// Case c11retryrunner: a runner that tries again on serialization failures, and a decorator that returns a function.
package c11retryrunner

import (
	"context"
	"errors"
	"time"

	"github.com/go-redsync/redsync/v4"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

type Store struct {
	pool *pgxpool.Pool
	rs   *redsync.Redsync
}

func (s *Store) withRetry(ctx context.Context, fn func(pgx.Tx) error) error {
	var err error
	for i := 0; i < 3; i++ {
		err = s.once(ctx, fn)
		var pgErr *pgconn.PgError
		if errors.As(err, &pgErr) && pgErr.Code == "40001" {
			time.Sleep(time.Duration(i) * 10 * time.Millisecond)
			continue
		}
		return err
	}
	return err
}

func (s *Store) once(ctx context.Context, fn func(pgx.Tx) error) error {
	tx, err := s.pool.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.Serializable})
	if err != nil {
		return err
	}
	if err := fn(tx); err != nil {
		_ = tx.Rollback(ctx)
		return err
	}
	return tx.Commit(ctx)
}

func (s *Store) Grant(ctx context.Context, user string) error {
	return s.withRetry(ctx, func(tx pgx.Tx) error {
		m := s.rs.NewMutex("grant:" + user)
		if err := m.LockContext(ctx); err != nil {
			return err
		}
		defer m.UnlockContext(context.WithoutCancel(ctx)) //bug:unlockbeforecommit/closure
		_, err := tx.Exec(ctx, "INSERT INTO grants (usr) VALUES ($1)", user)
		return err
	})
}

func (s *Store) GrantRight(ctx context.Context, user string) error {
	m := s.rs.NewMutex("grant:" + user) //may:keytemplate
	if err := m.LockContext(ctx); err != nil {
		return err
	}
	defer m.UnlockContext(context.WithoutCancel(ctx))
	return s.withRetry(ctx, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, "INSERT INTO grants (usr) VALUES ($1)", user)
		return err
	})
}

// transactional turns a function on a transaction into one without.
func (s *Store) transactional(fn func(ctx context.Context, tx pgx.Tx) error) func(ctx context.Context) error {
	return func(ctx context.Context) error {
		return pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error { return fn(ctx, tx) })
	}
}

func (s *Store) Revoke(ctx context.Context, user string) error {
	return s.transactional(func(ctx context.Context, tx pgx.Tx) error {
		m := s.rs.NewMutex("grant:" + user) //may:keytemplate
		if err := m.LockContext(ctx); err != nil {
			return err
		}
		defer m.UnlockContext(context.WithoutCancel(ctx)) //bug:unlockbeforecommit/closure
		_, err := tx.Exec(ctx, "DELETE FROM grants WHERE usr = $1", user)
		return err
	})(ctx)
}
