// Case oku21early: early ways out that wrote nothing, writes before the lock, releases in the closure on its failing paths alone, TryLock's busy path, conditional locks.
package oku21early

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/bsm/redislock"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"gorm.io/gorm"
)

type Task struct {
	ID   uint
	Done bool
}

type Tasks struct {
	db    *gorm.DB
	pool  *pgxpool.Pool
	locks *redislock.Client
	mu    sync.Mutex
}

// Nothing returns with nil where there is nothing to do: an empty transaction commits.
func (t *Tasks) Nothing(ctx context.Context) error {
	l, err := t.locks.Obtain(ctx, "tasks", 10*time.Second, nil)
	if err != nil {
		return err
	}
	tx, err := t.pool.Begin(ctx)
	if err != nil {
		_ = l.Release(ctx)
		return err
	}
	defer tx.Rollback(ctx)
	var n int
	if err := tx.QueryRow(ctx, "SELECT count(*) FROM tasks WHERE NOT done").Scan(&n); err != nil {
		_ = l.Release(ctx)
		return err
	}
	if n == 0 {
		_ = l.Release(ctx)
		return tx.Commit(ctx)
	}
	if _, err := tx.Exec(ctx, "UPDATE tasks SET done = true"); err != nil {
		_ = tx.Rollback(ctx)
		_ = l.Release(ctx)
		return err
	}
	err = tx.Commit(ctx)
	_ = l.Release(ctx)
	return err
}

// Failing frees the lock in the closure on its failing path, and after the commit elsewhere.
func (t *Tasks) Failing(ctx context.Context, id uint) error {
	l, err := t.locks.Obtain(ctx, "tasks", 10*time.Second, nil)
	if err != nil {
		return err
	}
	release := func() { _ = l.Release(context.WithoutCancel(ctx)) }
	if err := t.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		if err := tx.Model(&Task{}).Where("id = ?", id).Update("done", true).Error; err != nil {
			release()
			return err
		}
		return nil
	}); err != nil {
		return err
	}
	release()
	return nil
}

// Before writes before it has the lock; under the lock nothing runs on the transaction.
func (t *Tasks) Before(ctx context.Context, id uint, cache map[uint]bool) error {
	return pgx.BeginFunc(ctx, t.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "UPDATE tasks SET done = true WHERE id = $1", id); err != nil {
			return err
		}
		t.mu.Lock()
		defer t.mu.Unlock()
		cache[id] = true
		return nil
	})
}

// Busy gives up without the mutex.
func (t *Tasks) Busy(ctx context.Context, id uint) error {
	return t.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		if !t.mu.TryLock() {
			return errors.New("busy")
		}
		t.mu.Unlock()
		return tx.Model(&Task{}).Where("id = ?", id).Update("done", true).Error
	})
}

// Maybe locks where it is told to, around the transaction.
func (t *Tasks) Maybe(ctx context.Context, id uint, lock bool) error {
	if lock {
		t.mu.Lock()
		defer t.mu.Unlock()
	}
	return t.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		return tx.Model(&Task{}).Where("id = ?", id).Update("done", true).Error
	})
}

// Aside frees the lock when the context of the request ends.
func (t *Tasks) Aside(ctx context.Context, id uint) error {
	return t.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		l, err := t.locks.Obtain(ctx, "tasks", 10*time.Second, nil)
		if err != nil {
			return err
		}
		context.AfterFunc(ctx, func() { _ = l.Release(context.Background()) })
		return tx.Model(&Task{}).Where("id = ?", id).Update("done", true).Error
	})
}
