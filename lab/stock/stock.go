// Package stock sells pieces out of a stock. What the lab tries is one file for each rule; the repair of F is FFixed.
package stock

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/locklint/locklint/lab/lock"
)

// ErrSoldOut tells that no piece is left.
var ErrSoldOut = errors.New("stock: sold out")

var errNotHeld = errors.New("stock: the lock was not held")

// Service sells.
type Service struct {
	db    *sql.DB
	locks *lock.Locker
}

// New returns a Service.
func New(db *sql.DB, locks *lock.Locker) *Service { return &Service{db: db, locks: locks} }

func itemKey(item int64) string { return fmt.Sprintf("lock:item:%d", item) }

// querier is a pool or a transaction.
type querier interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

func pieces(ctx context.Context, q querier, item int64) (qty int, err error) {
	err = q.QueryRowContext(ctx, "select qty from stock where item = $1", item).Scan(&qty)
	return qty, err
}

// sell takes a piece out of the stock. The caller sees to it that nobody else is at it.
func sell(ctx context.Context, q querier, item int64) error {
	qty, err := pieces(ctx, q, item)
	if err != nil {
		return err
	}
	if qty == 0 {
		return ErrSoldOut
	}
	if _, err := q.ExecContext(ctx, "update stock set qty = $1 where item = $2", qty-1, item); err != nil {
		return err
	}
	_, err = q.ExecContext(ctx, "insert into sales (item) values ($1)", item)
	return err
}

// inTx runs fn in a transaction.
func (s *Service) inTx(ctx context.Context, fn func(*sql.Tx) error) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := fn(tx); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}
