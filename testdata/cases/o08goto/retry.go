// Case o08goto: the label at the end frees the lock and then commits; the mended twin ends the transaction first.
package o08goto

import (
	"context"
	"database/sql"
	"time"

	"github.com/bsm/redislock"
)

type Jobs struct{ db *sql.DB }

func (j *Jobs) Done(ctx context.Context, l *redislock.Client, id int64) error {
	lock, err := l.Obtain(ctx, "lock:jobs", 30*time.Second, nil)
	if err != nil {
		return err
	}
	tx, err := j.db.Begin()
	if err != nil {
		_ = lock.Release(ctx)
		return err
	}
	if _, err = tx.Exec("UPDATE jobs SET done = true WHERE id = $1", id); err != nil {
		goto fail
	}
	if _, err = tx.Exec("UPDATE stats SET done = done + 1"); err != nil {
		goto fail
	}
	_ = lock.Release(ctx) //bug:unlockbeforecommit/order
	return tx.Commit()

fail:
	_ = tx.Rollback()
	_ = lock.Release(ctx)
	return err
}
