// Case oku04safetx: a mutex in the struct of the transaction keeps goroutines from using the handle at once.
package oku04safetx

import (
	"context"
	"database/sql"
	"errors"
	"sync"

	"github.com/jackc/pgx/v5"
	"gorm.io/gorm"
)

type SafeTx struct {
	mu   sync.Mutex
	tx   *sql.Tx
	done bool
}

func (s *SafeTx) Exec(ctx context.Context, q string, args ...any) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.done {
		return errors.New("done")
	}
	_, err := s.tx.ExecContext(ctx, q, args...)
	return err
}

func (s *SafeTx) Commit() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.done {
		return nil
	}
	s.done = true
	return s.tx.Commit()
}

func Run(ctx context.Context, db *sql.DB, qs []string) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	s := &SafeTx{tx: tx}
	for _, q := range qs {
		if err := s.Exec(ctx, q); err != nil {
			return errors.Join(err, tx.Rollback())
		}
	}
	return s.Commit()
}

// Batch keeps its transaction behind an embedded mutex and an interface.
type Batch struct {
	sync.Mutex
	tx pgx.Tx
	n  int
}

func (b *Batch) Add(ctx context.Context, v string) error {
	b.Lock()
	defer b.Unlock()
	b.n++
	_, err := b.tx.Exec(ctx, "INSERT INTO batch (v) VALUES ($1)", v)
	return err
}

func (b *Batch) Close(ctx context.Context) error {
	b.Lock()
	defer b.Unlock()
	return b.tx.Commit(ctx)
}

// Conn serialises one gorm transaction over requests.
type Conn struct {
	lock sync.Mutex
	tx   *gorm.DB
}

func (c *Conn) Begin(db *gorm.DB) {
	c.lock.Lock()
	defer c.lock.Unlock()
	c.tx = db.Begin()
}

func (c *Conn) Save(v any) error {
	c.lock.Lock()
	defer c.lock.Unlock()
	return c.tx.Save(v).Error
}

func (c *Conn) Commit() error {
	c.lock.Lock()
	defer c.lock.Unlock()
	return c.tx.Commit().Error
}
