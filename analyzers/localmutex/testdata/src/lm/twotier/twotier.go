// Package twotier has a lock that all processes see beside the mutex.
package twotier

import (
	"context"
	"database/sql"
	"sync"
	"time"

	"github.com/bsm/redislock"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

type Quota struct {
	ID   string
	Left int
}

type Quotas struct {
	mu    sync.Mutex
	locks *redislock.Client
	db    *gorm.DB
	sql   *sql.DB
}

func spend(db *gorm.DB, id string) error {
	var q Quota
	if err := db.First(&q, "id = ?", id).Error; err != nil {
		return err
	}
	q.Left--
	return db.Save(&q).Error
}

func (q *Quotas) Alone(id string) error {
	q.mu.Lock() // want `read-modify-write`
	defer q.mu.Unlock()
	return spend(q.db, id)
}

func (q *Quotas) Lease(ctx context.Context, id string) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	lock, err := q.locks.Obtain(ctx, "lock:quota:"+id, time.Minute, nil)
	if err != nil {
		return err
	}
	defer lock.Release(ctx)
	return spend(q.db, id)
}

func (q *Quotas) Outer(ctx context.Context, id string) error {
	lock, err := q.locks.Obtain(ctx, "lock:quota:"+id, time.Minute, nil)
	if err != nil {
		return err
	}
	defer lock.Release(ctx)
	q.mu.Lock()
	defer q.mu.Unlock()
	return spend(q.db, id)
}

// Given releases the lease before it writes.
func (q *Quotas) Given(ctx context.Context, id string) error {
	q.mu.Lock() // want `read-modify-write`
	defer q.mu.Unlock()
	lock, err := q.locks.Obtain(ctx, "lock:quota:"+id, time.Minute, nil)
	if err != nil {
		return err
	}
	if err := lock.Release(ctx); err != nil {
		return err
	}
	return spend(q.db, id)
}

func (q *Quotas) Advisory(ctx context.Context, id string, n int) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	tx, err := q.sql.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "SELECT pg_advisory_xact_lock(1)"); err != nil {
		return err
	}
	if err := bump(ctx, tx, id); err != nil {
		return err
	}
	return tx.Commit()
}

func bump(ctx context.Context, tx *sql.Tx, id string) error {
	var n int
	if err := tx.QueryRowContext(ctx, "SELECT n FROM quotas WHERE id = $1", id).Scan(&n); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, "UPDATE quotas SET n = $1 WHERE id = $2", n+1, id)
	return err
}

func (q *Quotas) Serializable(ctx context.Context, id string) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	tx, err := q.sql.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelSerializable})
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := bump(ctx, tx, id); err != nil {
		return err
	}
	return tx.Commit()
}

func (q *Quotas) Plain(ctx context.Context, id string) error {
	q.mu.Lock() // want `read-modify-write`
	defer q.mu.Unlock()
	tx, err := q.sql.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := bump(ctx, tx, id); err != nil {
		return err
	}
	return tx.Commit()
}

func (q *Quotas) Rows(id string) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.db.Transaction(func(tx *gorm.DB) error {
		var row Quota
		if err := tx.Clauses(clause.Locking{Strength: "UPDATE"}).First(&row, "id = ?", id).Error; err != nil {
			return err
		}
		row.Left--
		return tx.Save(&row).Error
	})
}

// A lock on rows that is taken on the pool ends with its own statement.
func (q *Quotas) RowsOfThePool(ctx context.Context, id string) error {
	q.mu.Lock() // want `read-modify-write`
	defer q.mu.Unlock()
	var left int
	if err := q.sql.QueryRowContext(ctx, "SELECT left FROM quotas WHERE id = $1 FOR UPDATE", id).Scan(&left); err != nil {
		return err
	}
	_, err := q.sql.ExecContext(ctx, "UPDATE quotas SET left = $1 WHERE id = $2", left-1, id)
	return err
}

// In a transaction that is over before the write, they are free again, too.
func (q *Quotas) RowsOfAnother(ctx context.Context, id string) error {
	q.mu.Lock() // want `read-modify-write`
	defer q.mu.Unlock()
	tx, err := q.sql.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	var left int
	if err := tx.QueryRowContext(ctx, "SELECT left FROM quotas WHERE id = $1 FOR UPDATE", id).Scan(&left); err != nil {
		tx.Rollback()
		return err
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	_, err = q.sql.ExecContext(ctx, "UPDATE quotas SET left = $1 WHERE id = $2", left-1, id)
	return err
}

// lockedSpend has the whole transaction in it: the rows are locked until the write, and its caller is safe.
func (q *Quotas) lockedSpend(ctx context.Context, id string) error {
	tx, err := q.sql.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var left int
	if err := tx.QueryRowContext(ctx, "SELECT left FROM quotas WHERE id = $1 FOR UPDATE", id).Scan(&left); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "UPDATE quotas SET left = $1 WHERE id = $2", left-1, id); err != nil {
		return err
	}
	return tx.Commit()
}

func (q *Quotas) ByHelper(ctx context.Context, id string) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.lockedSpend(ctx, id)
}
