// Case p04deadctx: acquire answers a ctx that dies with the lock and a cancel that gives it back (rueidislock's shape); the cancel runs before the commit.
package p04deadctx

import (
	"context"
	"database/sql"
	"time"

	"github.com/bsm/redislock"
)

type Locker struct{ c *redislock.Client }

func (l *Locker) WithContext(ctx context.Context, name string) (context.Context, context.CancelFunc, error) {
	lock, err := l.c.Obtain(ctx, name, time.Minute, nil)
	if err != nil {
		return nil, nil, err
	}
	lctx, cancel := context.WithCancel(ctx)
	go func() {
		t := time.NewTicker(20 * time.Second)
		defer t.Stop()
		for {
			select {
			case <-lctx.Done():
				return
			case <-t.C:
				if err := lock.Refresh(lctx, time.Minute, nil); err != nil {
					cancel()
					return
				}
			}
		}
	}()
	return lctx, func() {
		cancel()
		_ = lock.Release(context.WithoutCancel(ctx))
	}, nil
}

func Do(ctx context.Context, db *sql.DB, l *Locker, id int64) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	lctx, cancel, err := l.WithContext(ctx, "docs")
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(lctx, "UPDATE docs SET n = n + 1 WHERE id = $1", id); err != nil {
		cancel()
		return err
	}
	cancel() //bug:unlockbeforecommit/order
	return tx.Commit()
}
