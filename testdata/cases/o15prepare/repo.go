// Case o15prepare: begin hands out commit and rollback as function values; unlock is called before commit.
package o15prepare

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"locklintcases/o05ifacenoop/locks"
)

// PrepareTx begins.
func PrepareTx(ctx context.Context, pool *pgxpool.Pool) (tx pgx.Tx, commit func(context.Context) error, rollback func(), err error) {
	tx, err = pool.Begin(ctx)
	if err != nil {
		return nil, nil, nil, err
	}
	commit = func(ctx context.Context) error { return tx.Commit(ctx) }
	rollback = func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }
	return tx, commit, rollback, nil
}

type Limits struct {
	pool  *pgxpool.Pool
	locks locks.Locker
}

func (l *Limits) Use(ctx context.Context, name string) error {
	tx, commit, rollback, err := PrepareTx(ctx, l.pool)
	if err != nil {
		return err
	}
	defer rollback()
	unlock, err := l.locks.Lock(ctx, "limit:"+name)
	if err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, "UPDATE limits SET used = used + 1 WHERE name = $1", name); err != nil {
		unlock()
		return err
	}
	unlock() //bug:unlockbeforecommit/order
	return commit(ctx)
}

func (l *Limits) UseRight(ctx context.Context, name string) error {
	tx, commit, rollback, err := PrepareTx(ctx, l.pool)
	if err != nil {
		return err
	}
	defer rollback()
	unlock, err := l.locks.Lock(ctx, "limit:"+name)
	if err != nil {
		return err
	}
	defer unlock()
	if _, err := tx.Exec(ctx, "UPDATE limits SET used = used + 1 WHERE name = $1", name); err != nil {
		return err
	}
	return commit(ctx)
}
