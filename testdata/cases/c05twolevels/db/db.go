// Package db runs transactions.
package db

import (
	"context"
	"database/sql"
	"fmt"
)

// DB is a database.
type DB struct{ raw *sql.DB }

// New makes one.
func New(raw *sql.DB) *DB { return &DB{raw: raw} }

// InTx runs fn in a transaction.
func (d *DB) InTx(ctx context.Context, fn func(ctx context.Context, tx *sql.Tx) error) error {
	return d.inTxOpts(ctx, nil, fn)
}

// InReadTx runs fn in a read-only transaction.
func (d *DB) InReadTx(ctx context.Context, fn func(ctx context.Context, tx *sql.Tx) error) error {
	return d.inTxOpts(ctx, &sql.TxOptions{ReadOnly: true}, fn)
}

func (d *DB) inTxOpts(ctx context.Context, opts *sql.TxOptions, fn func(ctx context.Context, tx *sql.Tx) error) (err error) {
	tx, err := d.raw.BeginTx(ctx, opts)
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	defer func() {
		if p := recover(); p != nil {
			_ = tx.Rollback()
			panic(p)
		}
		if err != nil {
			if rerr := tx.Rollback(); rerr != nil {
				err = fmt.Errorf("rollback: %v (after %w)", rerr, err)
			}
			return
		}
		if err = tx.Commit(); err != nil {
			err = fmt.Errorf("commit: %w", err)
		}
	}()
	return fn(ctx, tx)
}
