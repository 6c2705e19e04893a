// Case r03ctxuow: the transaction travels in ctx, and WithLock is called with that ctx inside the unit of work.
package r03ctxuow

import (
	"context"
	"time"

	"github.com/bsm/redislock"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

type key struct{}

type Tx struct{ pool *pgxpool.Pool }

func (t *Tx) Run(ctx context.Context, fn func(context.Context) error) error {
	return pgx.BeginFunc(ctx, t.pool, func(tx pgx.Tx) error {
		return fn(context.WithValue(ctx, key{}, tx))
	})
}

func from(ctx context.Context) pgx.Tx { return ctx.Value(key{}).(pgx.Tx) }

type Lock struct{ c *redislock.Client }

func (l *Lock) With(ctx context.Context, name string, fn func(context.Context) error) error {
	lk, err := l.c.Obtain(ctx, name, 8*time.Second, nil)
	if err != nil {
		return err
	}
	defer lk.Release(context.WithoutCancel(ctx))
	return fn(ctx)
}

type Svc struct {
	tx   *Tx
	lock *Lock
}

func (s *Svc) write(ctx context.Context) error {
	_, err := from(ctx).Exec(ctx, "UPDATE t SET n = n + 1")
	return err
}

func (s *Svc) Do(ctx context.Context) error {
	return s.tx.Run(ctx, func(ctx context.Context) error {
		return s.lock.With(ctx, "t", func(ctx context.Context) error { //bug:unlockbeforecommit/caller
			return s.write(ctx)
		})
	})
}

// DoValue passes a method value.
func (s *Svc) DoValue(ctx context.Context) error {
	return s.tx.Run(ctx, func(ctx context.Context) error {
		return s.lock.With(ctx, "t", s.write) //bug:unlockbeforecommit/caller
	})
}

func (s *Svc) DoRight(ctx context.Context) error {
	return s.lock.With(ctx, "t", func(ctx context.Context) error {
		return s.tx.Run(ctx, s.write)
	})
}
