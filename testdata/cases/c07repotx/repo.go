// Case c07repotx: repositories are built from the transaction (NewRepo(tx), repo.WithTx(tx)); the statements run through their methods.
package c07repotx

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/bsm/redislock"
)

// DBTX is what *sql.DB and *sql.Tx have in common.
type DBTX interface {
	ExecContext(context.Context, string, ...any) (sql.Result, error)
	QueryRowContext(context.Context, string, ...any) *sql.Row
}

// Repo runs statements.
type Repo struct{ db DBTX }

// NewRepo makes one.
func NewRepo(db DBTX) *Repo { return &Repo{db: db} }

// WithTx binds it to a transaction.
func (r *Repo) WithTx(tx *sql.Tx) *Repo { return &Repo{db: tx} }

const getQty = `-- name: GetQty :one
SELECT qty FROM items WHERE id = $1`

// Qty reads.
func (r *Repo) Qty(ctx context.Context, id int64) (n int, err error) {
	err = r.db.QueryRowContext(ctx, getQty, id).Scan(&n)
	return n, err
}

const setQty = `-- name: SetQty :exec
UPDATE items SET qty = $2 WHERE id = $1`

// SetQty writes.
func (r *Repo) SetQty(ctx context.Context, id int64, n int) error {
	_, err := r.db.ExecContext(ctx, setQty, id, n)
	return err
}

// Service uses it.
type Service struct {
	db    *sql.DB
	repo  *Repo
	locks *redislock.Client
}

func (s *Service) tx(ctx context.Context, fn func(*sql.Tx) error) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := fn(tx); err != nil {
		return err
	}
	return tx.Commit()
}

func itemKey(id int64) string { return fmt.Sprintf("lock:item:%d", id) }

func (s *Service) Take(ctx context.Context, id int64) error {
	return s.tx(ctx, func(tx *sql.Tx) error {
		l, err := s.locks.Obtain(ctx, itemKey(id), 10*time.Second, nil)
		if err != nil {
			return err
		}
		defer l.Release(context.WithoutCancel(ctx)) //bug:unlockbeforecommit/closure
		repo := s.repo.WithTx(tx)
		n, err := repo.Qty(ctx, id)
		if err != nil {
			return err
		}
		return repo.SetQty(ctx, id, n-1)
	})
}

func (s *Service) TakeNew(ctx context.Context, id int64) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	repo := NewRepo(tx)
	l, err := s.locks.Obtain(ctx, itemKey(id), 10*time.Second, nil)
	if err != nil {
		return err
	}
	n, err := repo.Qty(ctx, id)
	if err != nil {
		_ = l.Release(context.WithoutCancel(ctx))
		return err
	}
	if err := repo.SetQty(ctx, id, n-1); err != nil {
		_ = l.Release(context.WithoutCancel(ctx))
		return err
	}
	_ = l.Release(context.WithoutCancel(ctx)) //bug:unlockbeforecommit/order
	return tx.Commit()
}

// TakePool writes on the pool, not on the transaction.
func (s *Service) TakePool(ctx context.Context, id int64) error {
	return s.tx(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, "INSERT INTO audit (item) VALUES ($1)", id); err != nil {
			return err
		}
		l, err := s.locks.Obtain(ctx, itemKey(id), 10*time.Second, nil)
		if err != nil {
			return err
		}
		defer l.Release(context.WithoutCancel(ctx))
		n, err := s.repo.Qty(ctx, id)
		if err != nil {
			return err
		}
		return s.repo.SetQty(ctx, id, n-1)
	})
}

func (s *Service) TakeRight(ctx context.Context, id int64) error {
	l, err := s.locks.Obtain(ctx, itemKey(id), 10*time.Second, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	return s.tx(ctx, func(tx *sql.Tx) error {
		repo := s.repo.WithTx(tx)
		n, err := repo.Qty(ctx, id)
		if err != nil {
			return err
		}
		return repo.SetQty(ctx, id, n-1)
	})
}
