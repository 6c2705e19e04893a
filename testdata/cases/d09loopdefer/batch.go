// Case d09loopdefer: locks of a sorted list are deferred in a loop, behind the deferred commit; the mended twin defers them first.
package d09loopdefer

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/bsm/redislock"
	"github.com/jmoiron/sqlx"
)

type Transfers struct {
	db    *sqlx.DB
	locks *redislock.Client
}

func (t *Transfers) Post(ctx context.Context, ids []int64, delta int64) (err error) {
	tx, err := t.db.BeginTxx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, tx.Rollback())
			return
		}
		err = tx.Commit()
	}()
	ids = slices.Clone(ids)
	slices.Sort(ids)
	for _, id := range ids {
		l, err := t.locks.Obtain(ctx, fmt.Sprintf("lock:account:%d", id), 10*time.Second, nil)
		if err != nil {
			return err
		}
		defer l.Release(context.WithoutCancel(ctx)) //bug:unlockbeforecommit/defer-order
	}
	q, args, err := sqlx.In("UPDATE accounts SET balance = balance + ? WHERE id IN (?)", delta, ids)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, tx.Rebind(q), args...)
	return err
}

func (t *Transfers) PostRight(ctx context.Context, ids []int64, delta int64) (err error) {
	ids = slices.Clone(ids)
	slices.Sort(ids)
	for _, id := range ids {
		l, err := t.locks.Obtain(ctx, fmt.Sprintf("lock:account:%d", id), 10*time.Second, nil) //may:keytemplate
		if err != nil {
			return err
		}
		defer l.Release(context.WithoutCancel(ctx))
	}
	tx, err := t.db.BeginTxx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, tx.Rollback())
			return
		}
		err = tx.Commit()
	}()
	_, err = tx.ExecContext(ctx, "UPDATE accounts SET balance = balance + $1 WHERE id = ANY($2)", delta, ids)
	return err
}
