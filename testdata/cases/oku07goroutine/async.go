// Case oku07goroutine: the handle goes to a goroutine, a channel or a field, and is freed by others after the commit.
package oku07goroutine

import (
	"context"
	"database/sql"
	"time"

	"github.com/bsm/redislock"
	"gorm.io/gorm"
)

type Worker struct {
	db    *sql.DB
	gdb   *gorm.DB
	locks *redislock.Client
	done  chan *redislock.Lock
	held  []*redislock.Lock
}

func (w *Worker) Async(ctx context.Context, id int) error {
	l, err := w.locks.Obtain(ctx, "job", time.Minute, nil)
	if err != nil {
		return err
	}
	tx, err := w.db.BeginTx(context.WithoutCancel(ctx), nil)
	if err != nil {
		_ = l.Release(ctx)
		return err
	}
	go func() {
		defer l.Release(context.WithoutCancel(ctx))
		if _, err := tx.Exec("UPDATE jobs SET done = true WHERE id = $1", id); err != nil {
			_ = tx.Rollback()
			return
		}
		_ = tx.Commit()
	}()
	return nil
}

func (w *Worker) Send(ctx context.Context, id int) error {
	return w.gdb.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		l, err := w.locks.Obtain(ctx, "job", time.Minute, nil)
		if err != nil {
			return err
		}
		if err := tx.Exec("UPDATE jobs SET done = true WHERE id = ?", id).Error; err != nil {
			return err
		}
		w.done <- l
		return nil
	})
}

func (w *Worker) Keep(ctx context.Context, id int) error {
	err := w.gdb.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		l, err := w.locks.Obtain(ctx, "job", time.Minute, nil)
		if err != nil {
			return err
		}
		w.held = append(w.held, l)
		return tx.Exec("UPDATE jobs SET done = true WHERE id = ?", id).Error
	})
	for _, l := range w.held {
		_ = l.Release(context.WithoutCancel(ctx))
	}
	w.held = nil
	return err
}

// Later frees the lock some time after the commit.
func (w *Worker) Later(ctx context.Context, id int) error {
	l, err := w.locks.Obtain(ctx, "job", time.Minute, nil)
	if err != nil {
		return err
	}
	err = w.gdb.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		return tx.Exec("UPDATE jobs SET done = true WHERE id = ?", id).Error
	})
	time.AfterFunc(time.Second, func() { _ = l.Release(context.Background()) })
	return err
}
