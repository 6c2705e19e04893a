// Case okp15freemethod: open, work and free are methods of a struct that holds lock and transaction; their caller commits before it calls free.
package okp15freemethod

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
	if r.lock, err = r.c.Obtain(ctx, "run", time.Minute, nil); err != nil {
		return err
	}
	if r.tx, err = r.db.BeginTx(ctx, nil); err != nil {
		return errors.Join(err, r.lock.Release(ctx))
	}
	return nil
}

func (r *Run) work(ctx context.Context) error {
	_, err := r.tx.ExecContext(ctx, "UPDATE docs SET n = n + 1")
	return err
}

func (r *Run) free(ctx context.Context) { _ = r.lock.Release(ctx) }

func (r *Run) commit() error { return r.tx.Commit() }

func (r *Run) rollback() { _ = r.tx.Rollback() }

func (r *Run) Do(ctx context.Context) error {
	if err := r.open(ctx); err != nil {
		return err
	}
	defer r.free(context.WithoutCancel(ctx))
	if err := r.work(ctx); err != nil {
		r.rollback()
		return err
	}
	return r.commit()
}

// Session is used by other packages: Begin, Exec, Commit, and Close at last.
type Session struct {
	mu *sync.Mutex
	tx *sql.Tx
	db *sql.DB
}

func Open(mu *sync.Mutex, db *sql.DB) *Session {
	mu.Lock()
	return &Session{mu: mu, db: db}
}

func (s *Session) Begin(ctx context.Context) (err error) {
	s.tx, err = s.db.BeginTx(ctx, nil)
	return err
}

func (s *Session) Exec(ctx context.Context, q string) error {
	_, err := s.tx.ExecContext(ctx, q)
	return err
}

func (s *Session) Commit() error { return s.tx.Commit() }

func (s *Session) Close() { s.mu.Unlock() }

// Tx has the lock of its whole life; Close rolls back what was not committed.
type Tx struct {
	mu   *sync.RWMutex
	tx   *sql.Tx
	done bool
}

func Begin(ctx context.Context, mu *sync.RWMutex, db *sql.DB) (*Tx, error) {
	mu.Lock()
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		mu.Unlock()
		return nil, err
	}
	return &Tx{mu: mu, tx: tx}, nil
}

func (t *Tx) Put(ctx context.Context, k string) error {
	_, err := t.tx.ExecContext(ctx, "INSERT INTO kv (k) VALUES ($1)", k)
	return err
}

func (t *Tx) Commit() error {
	if t.done {
		return sql.ErrTxDone
	}
	t.done = true
	return t.tx.Commit()
}

func (t *Tx) Close() {
	if !t.done {
		t.done = true
		_ = t.tx.Rollback()
	}
	t.mu.Unlock()
}

func Put(ctx context.Context, mu *sync.RWMutex, db *sql.DB, k string) error {
	t, err := Begin(ctx, mu, db)
	if err != nil {
		return err
	}
	defer t.Close()
	if err := t.Put(ctx, k); err != nil {
		return err
	}
	return t.Commit()
}
