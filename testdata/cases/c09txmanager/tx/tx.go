// Package tx keeps the transaction in the context.
package tx

import (
	"context"
	"database/sql"
	"fmt"
)

type ctxKey struct{}

// Executor is a pool or a transaction.
type Executor interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// Manager runs functions in a transaction.
type Manager interface {
	WithinTransaction(ctx context.Context, fn func(ctx context.Context) error) error
}

type manager struct{ db *sql.DB }

// NewManager makes one.
func NewManager(db *sql.DB) Manager { return &manager{db: db} }

func (m *manager) WithinTransaction(ctx context.Context, fn func(ctx context.Context) error) (err error) {
	if _, ok := ctx.Value(ctxKey{}).(*sql.Tx); ok {
		return fn(ctx)
	}
	tx, err := m.db.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("begin transaction: %w", err)
	}
	defer func() {
		if err != nil {
			if errRollback := tx.Rollback(); errRollback != nil {
				err = fmt.Errorf("rollback transaction: %w", errRollback)
			}
		}
	}()
	if err = fn(context.WithValue(ctx, ctxKey{}, tx)); err != nil {
		return err
	}
	if err = tx.Commit(); err != nil {
		return fmt.Errorf("commit transaction: %w", err)
	}
	return nil
}

// From is the transaction of ctx, or the pool.
func From(ctx context.Context, db *sql.DB) Executor {
	if tx, ok := ctx.Value(ctxKey{}).(*sql.Tx); ok {
		return tx
	}
	return db
}
