// Case d04oneliteral: one deferred literal frees the lock and then commits; the mended twin has it the other way round.
package d04oneliteral

import (
	"context"
	"time"

	"github.com/bsm/redislock"
	"github.com/jackc/pgx/v5/pgxpool"
)

type Votes struct {
	pool  *pgxpool.Pool
	locks *redislock.Client
}

func (v *Votes) Cast(ctx context.Context, poll string) (err error) {
	lock, err := v.locks.Obtain(ctx, "poll:"+poll, 5*time.Second, nil)
	if err != nil {
		return err
	}
	tx, err := v.pool.Begin(ctx)
	if err != nil {
		_ = lock.Release(ctx)
		return err
	}
	defer func() { //bug:unlockbeforecommit/order
		_ = lock.Release(context.WithoutCancel(ctx))
		if err != nil {
			_ = tx.Rollback(context.WithoutCancel(ctx))
			return
		}
		err = tx.Commit(ctx)
	}()
	_, err = tx.Exec(ctx, "UPDATE polls SET votes = votes + 1 WHERE name = $1", poll)
	return err
}

func (v *Votes) CastRight(ctx context.Context, poll string) (err error) {
	lock, err := v.locks.Obtain(ctx, "poll:"+poll, 5*time.Second, nil) //may:keytemplate
	if err != nil {
		return err
	}
	tx, err := v.pool.Begin(ctx)
	if err != nil {
		_ = lock.Release(ctx)
		return err
	}
	defer func() {
		if err == nil {
			err = tx.Commit(ctx)
		} else {
			_ = tx.Rollback(context.WithoutCancel(ctx))
		}
		_ = lock.Release(context.WithoutCancel(ctx))
	}()
	_, err = tx.Exec(ctx, "UPDATE polls SET votes = votes + 1 WHERE name = $1", poll)
	return err
}
