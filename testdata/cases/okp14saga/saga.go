// Case okp14saga: a worker claims rows, works outside of the transaction, and settles in a second one; locks go around the right one; loops over chunks commit and begin again before the lock is given back.
package okp14saga

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/bsm/redislock"
	"gorm.io/gorm"
)

type W struct {
	db    *sql.DB
	g     *gorm.DB
	locks *redislock.Client
	mu    sync.Mutex
	log   func(string, ...any)
}

// Chunks commits every hundred rows and begins again; the lock is given back after the last.
func (w *W) Chunks(ctx context.Context, ids []int64) (err error) {
	w.mu.Lock()
	tx, err := w.db.BeginTx(ctx, nil)
	if err != nil {
		w.mu.Unlock()
		return err
	}
	for i, id := range ids {
		if _, err = tx.ExecContext(ctx, "DELETE FROM old WHERE id = $1", id); err != nil {
			break
		}
		if i%100 == 99 {
			if err = tx.Commit(); err != nil {
				w.mu.Unlock()
				return err
			}
			if tx, err = w.db.BeginTx(ctx, nil); err != nil {
				w.mu.Unlock()
				return err
			}
		}
	}
	if err != nil {
		_ = tx.Rollback()
		w.mu.Unlock()
		return err
	}
	err = tx.Commit()
	w.mu.Unlock()
	return err
}

// PerTenant has one lock and one transaction per tenant in a loop; an error goes on with the next.
func (w *W) PerTenant(ctx context.Context, tenants []string) error {
	var errs []error
	for _, t := range tenants {
		lock, err := w.locks.Obtain(ctx, "tenant:"+t, time.Minute, nil)
		if errors.Is(err, redislock.ErrNotObtained) {
			w.log("busy %s", t)
			continue
		}
		if err != nil {
			errs = append(errs, err)
			continue
		}
		tx := w.g.WithContext(ctx).Begin()
		if err := tx.Exec("DELETE FROM sessions WHERE tenant = ?", t).Error; err != nil {
			tx.Rollback()
			_ = lock.Release(ctx)
			errs = append(errs, fmt.Errorf("%s: %w", t, err))
			continue
		}
		if err := tx.Commit().Error; err != nil {
			errs = append(errs, err)
		}
		_ = lock.Release(ctx)
	}
	return errors.Join(errs...)
}

// Two transactions on two databases: the first commits under the lock, the second one did nothing under it.
func (w *W) Two(ctx context.Context, other *sql.DB, id int64) error {
	audit, err := other.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer audit.Rollback()
	if _, err := audit.ExecContext(ctx, "INSERT INTO audit (id) VALUES ($1)", id); err != nil {
		return err
	}
	if err := w.one(ctx, id); err != nil {
		return err
	}
	if _, err := audit.ExecContext(ctx, "UPDATE audit SET ok = true WHERE id = $1", id); err != nil {
		return err
	}
	return audit.Commit()
}

func (w *W) one(ctx context.Context, id int64) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	tx, err := w.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "UPDATE docs SET n = n + 1 WHERE id = $1", id); err != nil {
		return err
	}
	return tx.Commit()
}

// Nested calls one inside of a gorm closure: its transaction is its own, on the pool.
func (w *W) Nested(ctx context.Context, id int64) error {
	return w.g.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		if err := tx.Exec("UPDATE docs SET seen = true WHERE id = ?", id).Error; err != nil {
			return err
		}
		return w.one(ctx, id)
	})
}

// Save is called with the pool and with a transaction; the lock is taken only with the pool.
func (w *W) Save(ctx context.Context, ex interface {
	ExecContext(context.Context, string, ...any) (sql.Result, error)
}, id int64) error {
	if _, ok := ex.(*sql.DB); ok {
		w.mu.Lock()
		defer w.mu.Unlock()
	}
	_, err := ex.ExecContext(ctx, "UPDATE docs SET n = n + 1 WHERE id = $1", id)
	return err
}

func (w *W) Both(ctx context.Context, id int64) error {
	if err := w.Save(ctx, w.db, id); err != nil {
		return err
	}
	tx, err := w.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := w.Save(ctx, tx, id+1); err != nil {
		return err
	}
	return tx.Commit()
}

// ViaSwitch looks at the executor's type and locks only where it is no transaction.
func (w *W) ViaSwitch(ctx context.Context, ex any, id int64) error {
	const q = "UPDATE docs SET n = n + 1 WHERE id = $1"
	switch ex := ex.(type) {
	case *sql.Tx:
		_, err := ex.ExecContext(ctx, q, id)
		return err
	case *sql.DB:
		w.mu.Lock()
		defer w.mu.Unlock()
		_, err := ex.ExecContext(ctx, q, id)
		return err
	}
	return errors.ErrUnsupported
}

func (w *W) Switched(ctx context.Context, id int64) error {
	tx, err := w.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := w.ViaSwitch(ctx, tx, id); err != nil {
		return err
	}
	return tx.Commit()
}

// Gorm handles: the same method with the pool; only the pool ever comes.
type Repo struct{ db *gorm.DB }

func (r Repo) With(db *gorm.DB) Repo { return Repo{db} }

func (r Repo) Bump(id int64) error {
	return r.db.Exec("UPDATE docs SET n = n + 1 WHERE id = ?", id).Error
}

func (w *W) BumpLocked(ctx context.Context, r Repo, id int64) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return r.Bump(id)
}

func (w *W) Mixed(ctx context.Context, id int64) error {
	r := Repo{w.g}
	if err := w.BumpLocked(ctx, r, id); err != nil {
		return err
	}
	return w.g.Transaction(func(tx *gorm.DB) error {
		if err := r.With(tx).Bump(id + 1); err != nil {
			return err
		}
		return w.BumpLocked(ctx, r, id+2)
	})
}
