// Case p01options: a lock client made with functional options and kept in an embedded struct; func fields that a constructor sets; the release comes before the commit.
package p01options

import (
	"context"
	"database/sql"
	"fmt"
	"sync"
	"time"

	"github.com/bsm/redislock"
)

type Locker struct {
	client *redislock.Client
	ttl    time.Duration
	prefix string
	local  *sync.Mutex
}

type Option func(*Locker)

func WithTTL(d time.Duration) Option { return func(l *Locker) { l.ttl = d } }
func WithPrefix(p string) Option     { return func(l *Locker) { l.prefix = p } }
func WithLocal(m *sync.Mutex) Option { return func(l *Locker) { l.local = m } }

func NewLocker(c *redislock.Client, opts ...Option) *Locker {
	l := &Locker{client: c, ttl: 30 * time.Second}
	for _, o := range opts {
		o(l)
	}
	return l
}

func (l *Locker) Take(ctx context.Context, key string) (*redislock.Lock, error) {
	return l.client.Obtain(ctx, l.prefix+key, l.ttl, nil)
}

type base struct {
	*Locker
	db *sql.DB
}

type Orders struct {
	base
	name string
}

func New(db *sql.DB, c *redislock.Client) *Orders {
	return &Orders{base: base{Locker: NewLocker(c, WithTTL(time.Minute), WithPrefix("o:")), db: db}}
}

func (o *Orders) Place(ctx context.Context, id int64) error {
	tx, err := o.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	lock, err := o.Take(ctx, fmt.Sprint(id))
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "UPDATE stock SET n = n - 1 WHERE id = $1", id); err != nil {
		_ = lock.Release(ctx)
		return err
	}
	if err := lock.Release(ctx); err != nil { //bug:unlockbeforecommit/order
		return err
	}
	return tx.Commit()
}

// Local uses the mutex that an option set.
func (o *Orders) Local(ctx context.Context, id int64) (err error) {
	tx, err := o.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = tx.Rollback()
			return
		}
		err = tx.Commit()
	}()
	o.local.Lock()         //bug:localmutex/read-modify-write
	defer o.local.Unlock() //bug:unlockbeforecommit/defer-order
	var n int
	if err = tx.QueryRowContext(ctx, "SELECT n FROM stock WHERE id = $1", id).Scan(&n); err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, "UPDATE stock SET n = $1 WHERE id = $2", n-1, id)
	return err
}

// Funcs has its lock and its transactions as function values.
type Funcs struct {
	lock  func(ctx context.Context, key string) (func(), error)
	begin func(ctx context.Context) (*sql.Tx, error)
	inTx  func(ctx context.Context, fn func(*sql.Tx) error) error
}

func NewFuncs(db *sql.DB, c *redislock.Client) *Funcs {
	return &Funcs{
		lock: func(ctx context.Context, key string) (func(), error) {
			l, err := c.Obtain(ctx, key, time.Minute, nil)
			if err != nil {
				return nil, err
			}
			return func() { _ = l.Release(context.WithoutCancel(ctx)) }, nil
		},
		begin: func(ctx context.Context) (*sql.Tx, error) { return db.BeginTx(ctx, nil) },
		inTx: func(ctx context.Context, fn func(*sql.Tx) error) error {
			tx, err := db.BeginTx(ctx, nil)
			if err != nil {
				return err
			}
			defer tx.Rollback()
			if err := fn(tx); err != nil {
				return err
			}
			return tx.Commit()
		},
	}
}

func (f *Funcs) Do(ctx context.Context, id int64) error {
	tx, err := f.begin(ctx)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	unlock, err := f.lock(ctx, "stock")
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "UPDATE stock SET n = n - 1 WHERE id = $1", id); err != nil {
		unlock()
		return err
	}
	unlock() //bug:unlockbeforecommit/order
	return tx.Commit()
}

func (f *Funcs) Closure(ctx context.Context, id int64) error {
	return f.inTx(ctx, func(tx *sql.Tx) error {
		unlock, err := f.lock(ctx, "stock")
		if err != nil {
			return err
		}
		defer unlock() //bug:unlockbeforecommit/closure
		_, err = tx.ExecContext(ctx, "UPDATE stock SET n = n - 1 WHERE id = $1", id)
		return err
	})
}
