// Case p02generic: generic repositories and runners with constraints: the type parameter is the executor, the row, or the lock.
package p02generic

import (
	"context"
	"database/sql"
	"fmt"
	"sync"

	"gorm.io/gorm"
)

type Entity interface {
	comparable
	Key() string
}

type Keyed[K comparable] struct {
	mu sync.Mutex
	m  map[K]*sync.Mutex
}

func (k *Keyed[K]) Lock(key K) func() {
	k.mu.Lock()
	if k.m == nil {
		k.m = map[K]*sync.Mutex{}
	}
	l, ok := k.m[key]
	if !ok {
		l = &sync.Mutex{}
		k.m[key] = l
	}
	k.mu.Unlock()
	l.Lock()
	return l.Unlock
}

type Repo[E Entity] struct {
	db    *gorm.DB
	locks Keyed[string]
}

func (r *Repo[E]) InTx(ctx context.Context, fn func(tx *gorm.DB) error) error {
	return r.db.WithContext(ctx).Transaction(fn)
}

func (r *Repo[E]) Update(ctx context.Context, e E, change func(*E) error) error {
	return r.InTx(ctx, func(tx *gorm.DB) error {
		defer r.locks.Lock(e.Key())() //bug:unlockbeforecommit/closure //bug:localmutex/read-modify-write
		var cur E
		if err := tx.First(&cur, "key = ?", e.Key()).Error; err != nil {
			return err
		}
		if err := change(&cur); err != nil {
			return err
		}
		return tx.Save(&cur).Error
	})
}

type Account struct {
	ID string
	N  int
}

func (a Account) Key() string { return a.ID }

type Accounts struct{ Repo[Account] }

func (a *Accounts) Add(ctx context.Context, id string, n int) error {
	return a.Update(ctx, Account{ID: id}, func(x *Account) error { x.N += n; return nil })
}

// Execer is a constraint for handles.
type Execer interface {
	*sql.Tx | *sql.DB
	ExecContext(ctx context.Context, q string, args ...any) (sql.Result, error)
}

type Locker interface {
	*sync.Mutex | *sync.RWMutex
	Lock()
	Unlock()
}

func bump[X Execer](ctx context.Context, x X, id int64) error {
	_, err := x.ExecContext(ctx, "UPDATE docs SET n = n + 1 WHERE id = $1", id)
	return err
}

func Bump[L Locker](ctx context.Context, db *sql.DB, l L, id int64) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	l.Lock()
	if err := bump(ctx, tx, id); err != nil {
		l.Unlock()
		_ = tx.Rollback()
		return err
	}
	l.Unlock() //bug:unlockbeforecommit/order
	return tx.Commit()
}

func Use(ctx context.Context, db *sql.DB, mu *sync.RWMutex) error { return Bump(ctx, db, mu, 1) }

// WithLock and WithTx return values.
func WithLock[K comparable, T any](k *Keyed[K], key K, fn func() (T, error)) (T, error) {
	unlock := k.Lock(key)
	defer unlock()
	return fn()
}

func WithTx[T any](ctx context.Context, db *sql.DB, fn func(*sql.Tx) (T, error)) (out T, err error) {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return out, err
	}
	defer tx.Rollback()
	if out, err = fn(tx); err != nil {
		return out, fmt.Errorf("in tx: %w", err)
	}
	return out, tx.Commit()
}

func Next(ctx context.Context, db *sql.DB, k *Keyed[int64], id int64) (int, error) {
	return WithTx(ctx, db, func(tx *sql.Tx) (int, error) {
		return WithLock(k, id, func() (int, error) { //bug:unlockbeforecommit/caller //bug:localmutex/read-modify-write
			var n int
			if err := tx.QueryRowContext(ctx, "SELECT n FROM docs WHERE id = $1", id).Scan(&n); err != nil {
				return 0, err
			}
			_, err := tx.ExecContext(ctx, "UPDATE docs SET n = $1 WHERE id = $2", n+1, id)
			return n + 1, err
		})
	})
}

func NextRight(ctx context.Context, db *sql.DB, k *Keyed[int64], id int64) (int, error) {
	return WithLock(k, id, func() (int, error) {
		return WithTx(ctx, db, func(tx *sql.Tx) (int, error) {
			var n int
			err := tx.QueryRowContext(ctx, "UPDATE docs SET n = n + 1 WHERE id = $1 RETURNING n", id).Scan(&n)
			return n, err
		})
	})
}
