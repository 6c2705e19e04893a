// Package fields keeps handles in fields of the receiver from one method to the next. // want package:`shared database`
package fields

import (
	"context"
	"database/sql"
	"sync"
	"time"

	"github.com/bsm/redislock"
)

type Job struct {
	client *redislock.Client
	lock   *redislock.Lock
	mu     sync.Mutex
}

// Start obtains and keeps.
func (j *Job) Start(ctx context.Context, key string) error { // want Start:`^missed lease new0 key p2; r0 not nil \| acquire lease new0 key p2; r0=nil; p0\.lock=new0; r0 nil$`
	lock, err := j.client.Obtain(ctx, key, time.Minute, nil)
	if err != nil {
		return err
	}
	j.lock = lock
	return nil
}

func (j *Job) Stop(ctx context.Context) error { return j.lock.Release(ctx) } // want Stop:`^release lease p0\.lock$`

// Run does both.
func (j *Job) Run(ctx context.Context, key string, f func()) error { // want Run:`^r0 not nil \| acquire lease new0 key p2; run p3\(\); release lease new0 key p2; r0=nil; p0\.lock=new0; r0 nil$`
	if err := j.Start(ctx, key); err != nil {
		return err
	}
	defer j.Stop(ctx)
	f()
	return nil
}

// A Unit keeps a transaction.
type Unit struct {
	db *sql.DB
	tx *sql.Tx
}

func (u *Unit) Begin(ctx context.Context) (err error) { // want Begin:`^begin new0; p0\.tx=new0; r0 nil \| p0\.tx=new0; r0 not nil$`
	u.tx, err = u.db.BeginTx(ctx, nil)
	return err
}

func (u *Unit) Save(ctx context.Context, id int) error { // want Save:`^write p0\.tx orders$`
	_, err := u.tx.ExecContext(ctx, "UPDATE orders SET state = 2 WHERE id = $1", id)
	return err
}

func (u *Unit) Commit() error { return u.tx.Commit() } // want Commit:`^commit p0\.tx$`

func (u *Unit) Rollback() error { return u.tx.Rollback() } // want Rollback:`^rollback p0\.tx$`

// All goes through every method.
func (u *Unit) All(ctx context.Context) error { // want All:`^write new0 orders; p0\.tx=new0$`
	if err := u.Begin(ctx); err != nil {
		return err
	}
	if err := u.Save(ctx, 1); err != nil {
		u.Rollback()
		return err
	}
	return u.Commit()
}

// Held is nested: the field of a field.
type Held struct{ job Job }

func (h *Held) Begin() { h.job.mu.Lock() } // want Begin:`^acquire mutex p0\.job\.mu$`

func (h *Held) End() { h.job.mu.Unlock() } // want End:`^release mutex p0\.job\.mu$`
