// Case okp12stateful: the lock goes into a struct, a context value or a slice that the commit's path gives back after it; the error path gives it back at once and rolls back.
package okp12stateful

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/go-redsync/redsync/v4"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

type locksKey struct{}

type bag struct {
	mu  sync.Mutex
	ms  []*redsync.Mutex
	err error
}

func (b *bag) add(m *redsync.Mutex) {
	b.mu.Lock()
	b.ms = append(b.ms, m)
	b.mu.Unlock()
}

func (b *bag) release(ctx context.Context) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for i := len(b.ms) - 1; i >= 0; i-- {
		if _, err := b.ms[i].UnlockContext(ctx); err != nil {
			b.err = errors.Join(b.err, err)
		}
	}
	b.ms = nil
}

type Store struct {
	pool *pgxpool.Pool
	rs   *redsync.Redsync
}

type txKey struct{}

// InTx gives all locks taken below it back when the transaction has ended.
func (s *Store) InTx(ctx context.Context, fn func(ctx context.Context) error) (err error) {
	if _, ok := ctx.Value(txKey{}).(pgx.Tx); ok {
		return fn(ctx)
	}
	b := &bag{}
	defer b.release(context.WithoutCancel(ctx))
	ctx = context.WithValue(ctx, locksKey{}, b)
	tx, err := s.pool.Begin(ctx)
	if err != nil {
		return err
	}
	defer func() {
		if p := recover(); p != nil {
			_ = tx.Rollback(ctx)
			panic(p)
		}
		if err != nil {
			err = errors.Join(err, tx.Rollback(ctx))
			return
		}
		err = tx.Commit(ctx)
	}()
	return fn(context.WithValue(ctx, txKey{}, tx))
}

// Lock is kept until the transaction of ctx has ended.
func (s *Store) Lock(ctx context.Context, key string) error {
	m := s.rs.NewMutex(key, redsync.WithExpiry(time.Minute))
	if err := m.LockContext(ctx); err != nil {
		return err
	}
	b, ok := ctx.Value(locksKey{}).(*bag)
	if !ok {
		_, err := m.UnlockContext(ctx)
		return errors.Join(errors.New("no transaction"), err)
	}
	b.add(m)
	return nil
}

func (s *Store) conn(ctx context.Context) interface {
	Exec(ctx context.Context, q string, args ...any) (tag, error)
} {
	return execer{s, ctx}
}

type tag int64

type execer struct {
	s   *Store
	ctx context.Context
}

func (e execer) Exec(ctx context.Context, q string, args ...any) (tag, error) {
	if tx, ok := ctx.Value(txKey{}).(pgx.Tx); ok {
		t, err := tx.Exec(ctx, q, args...)
		return tag(t.RowsAffected()), err
	}
	t, err := e.s.pool.Exec(ctx, q, args...)
	return tag(t.RowsAffected()), err
}

func (s *Store) Sell(ctx context.Context, sku string) error {
	return s.InTx(ctx, func(ctx context.Context) error {
		if err := s.Lock(ctx, "sku:"+sku); err != nil {
			return err
		}
		_, err := s.conn(ctx).Exec(ctx, "UPDATE stock SET n = n - 1 WHERE sku = $1", sku)
		return err
	})
}

// Checkout is a saga step with lock and transaction in its struct.
type Checkout struct {
	db    *sql.DB
	rs    *redsync.Redsync
	tx    *sql.Tx
	mutex *redsync.Mutex
}

func (c *Checkout) Start(ctx context.Context, id int64) (err error) {
	c.mutex = c.rs.NewMutex(fmt.Sprintf("checkout:%d", id))
	if err := c.mutex.LockContext(ctx); err != nil {
		return err
	}
	if c.tx, err = c.db.BeginTx(ctx, nil); err != nil {
		_, _ = c.mutex.UnlockContext(ctx)
		return err
	}
	return nil
}

func (c *Checkout) Reserve(ctx context.Context, sku string) error {
	_, err := c.tx.ExecContext(ctx, "UPDATE stock SET r = r + 1 WHERE sku = $1", sku)
	return err
}

func (c *Checkout) Abort() error {
	_, uerr := c.mutex.Unlock()
	return errors.Join(uerr, c.tx.Rollback())
}

func (c *Checkout) Finish(ctx context.Context) error {
	if err := c.tx.Commit(); err != nil {
		_, _ = c.mutex.Unlock()
		return err
	}
	_, err := c.mutex.Unlock()
	return err
}

func Buy(ctx context.Context, db *sql.DB, rs *redsync.Redsync, id int64, skus []string) error {
	c := &Checkout{db: db, rs: rs}
	if err := c.Start(ctx, id); err != nil {
		return err
	}
	for _, sku := range skus {
		if err := c.Reserve(ctx, sku); err != nil {
			return errors.Join(err, c.Abort())
		}
	}
	return c.Finish(ctx)
}

// Transfer takes two locks in order and keeps them in an array.
func Transfer(ctx context.Context, db *sql.DB, rs *redsync.Redsync, a, b int64) (err error) {
	if a > b {
		a, b = b, a
	}
	var ms [2]*redsync.Mutex
	for i, id := range []int64{a, b} {
		ms[i] = rs.NewMutex(fmt.Sprintf("acct:%d", id))
		if err := ms[i].LockContext(ctx); err != nil {
			if i == 1 {
				_, _ = ms[0].Unlock()
			}
			return err
		}
	}
	tx, err := db.BeginTx(ctx, nil)
	if err == nil {
		if _, err = tx.ExecContext(ctx, "UPDATE accounts SET n = 0 WHERE id IN ($1, $2)", a, b); err == nil {
			err = tx.Commit()
		} else {
			_ = tx.Rollback()
		}
	}
	for i := range ms {
		if _, uerr := ms[i].Unlock(); uerr != nil && err == nil {
			err = uerr
		}
	}
	return err
}
