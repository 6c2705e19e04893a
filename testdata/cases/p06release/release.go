// Case p06release: acquire, work and release stand in three methods of one struct; and in the constructor and Close.
package p06release

import (
	"context"
	"database/sql"
	"errors"
	"sync"
	"time"

	"github.com/bsm/redislock"
)

type Run struct {
	db   *sql.DB
	c    *redislock.Client
	tx   *sql.Tx
	lock *redislock.Lock
}

func (r *Run) open(ctx context.Context) (err error) {
	if r.tx, err = r.db.BeginTx(ctx, nil); err != nil {
		return err
	}
	if r.lock, err = r.c.Obtain(ctx, "run", time.Minute, nil); err != nil {
		return errors.Join(err, r.tx.Rollback())
	}
	return nil
}

func (r *Run) work(ctx context.Context) error {
	_, err := r.tx.ExecContext(ctx, "UPDATE docs SET n = n + 1")
	return err
}

func (r *Run) free(ctx context.Context) { _ = r.lock.Release(ctx) }

func (r *Run) Do(ctx context.Context) error {
	if err := r.open(ctx); err != nil {
		return err
	}
	if err := r.work(ctx); err != nil {
		r.free(ctx)
		return errors.Join(err, r.tx.Rollback())
	}
	r.free(ctx) //bug:unlockbeforecommit/order
	return r.tx.Commit()
}

// Guard locks in its constructor and unlocks in Close.
type Guard struct{ mu *sync.Mutex }

func NewGuard(mu *sync.Mutex) *Guard { mu.Lock(); return &Guard{mu} }

func (g *Guard) Close() error { g.mu.Unlock(); return nil }

func Guarded(ctx context.Context, db *sql.DB, mu *sync.Mutex) (err error) {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() {
		if err == nil {
			err = tx.Commit()
		} else {
			_ = tx.Rollback()
		}
	}()
	g := NewGuard(mu)
	defer g.Close() //bug:unlockbeforecommit/defer-order
	_, err = tx.ExecContext(ctx, "UPDATE docs SET n = n + 1")
	return err
}
