// Package narrow locks by one thing and works on another. A reader has to judge.
package narrow

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
)

func hold(ctx context.Context, tx pgx.Tx, key string) error {
	_, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock(hashtext($1))", key)
	return err
}

func sell(ctx context.Context, tx pgx.Tx, order, sku int64) error {
	if err := hold(ctx, tx, fmt.Sprintf("lock:order:%d", order)); err != nil { // want `lock key "lock:order:\{\}" does not say which rows line 21 reads and line 24 writes`
		return err
	}
	var qty int
	if err := tx.QueryRow(ctx, "SELECT qty FROM stock WHERE sku = $1", sku).Scan(&qty); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, "UPDATE stock SET qty = $1 WHERE sku = $2", qty-1, sku)
	return err
}

// Silent: the rows are those of the key.
func right(ctx context.Context, tx pgx.Tx, order, sku int64) error {
	if err := hold(ctx, tx, fmt.Sprintf("lock:sku:%d", sku)); err != nil {
		return err
	}
	var qty int
	if err := tx.QueryRow(ctx, "SELECT qty FROM stock WHERE sku = $1", sku).Scan(&qty); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, "UPDATE stock SET qty = $1 WHERE sku = $2", qty-1, sku)
	return err
}

// Silent: one of two conditions is in the key.
func partly(ctx context.Context, tx pgx.Tx, shop, sku int64) error {
	if err := hold(ctx, tx, fmt.Sprintf("lock:shop:%d", shop)); err != nil {
		return err
	}
	var qty int
	if err := tx.QueryRow(ctx, "SELECT qty FROM stock WHERE shop = $1 AND sku = $2", shop, sku).Scan(&qty); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, "UPDATE stock SET qty = $1 WHERE shop = $2 AND sku = $3", qty-1, shop, sku)
	return err
}

// Silent: the key is for all rows.
func all(ctx context.Context, tx pgx.Tx, sku int64) error {
	if err := hold(ctx, tx, "lock:stock"); err != nil {
		return err
	}
	var qty int
	if err := tx.QueryRow(ctx, "SELECT qty FROM stock WHERE sku = $1", sku).Scan(&qty); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, "UPDATE stock SET qty = $1 WHERE sku = $2", qty-1, sku)
	return err
}
