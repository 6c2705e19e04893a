// Package session takes session locks of PostgreSQL inside of transactions.
package session

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

func Wrong(ctx context.Context, pool *pgxpool.Pool, id int64) error {
	tx, err := pool.Begin(ctx)
	if err != nil {
		return err
	}
	defer tx.Rollback(ctx)
	if _, err := tx.Exec(ctx, "SELECT pg_advisory_lock($1)", id); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, "UPDATE orders SET state = 2 WHERE id = $1", id); err != nil {
		return err
	}
	var ok bool
	// timeline: acquire write release commit
	if err := tx.QueryRow(ctx, "SELECT pg_advisory_unlock($1)", id).Scan(&ok); err != nil { // want `session lock .* is released through the transaction that holds it, which commits at line 28: the next holder reads the old rows; take the _xact_ form and drop the unlock \(unlockbeforecommit/session\)$`
		return err
	}
	return tx.Commit(ctx)
}

// Xact is released by the commit.
func Xact(ctx context.Context, pool *pgxpool.Pool, id int64) error {
	tx, err := pool.Begin(ctx)
	if err != nil {
		return err
	}
	defer tx.Rollback(ctx)
	if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock($1)", id); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, "UPDATE orders SET state = 2 WHERE id = $1", id); err != nil {
		return err
	}
	return tx.Commit(ctx)
}

// Conn holds it on a connection, around a transaction of the pool.
func Conn(ctx context.Context, pool *pgxpool.Pool, id int64) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock($1)", id); err != nil {
		return err
	}
	defer conn.Exec(ctx, "SELECT pg_advisory_unlock($1)", id)
	return pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, "UPDATE orders SET state = 2 WHERE id = $1", id)
		return err
	})
}

// Given works in a transaction of its caller.
func Given(ctx context.Context, tx pgx.Tx, id int64) error {
	if _, err := tx.Exec(ctx, "SELECT pg_advisory_lock($1)", id); err != nil {
		return err
	}
	defer tx.Exec(ctx, "SELECT pg_advisory_unlock($1)", id) // want `is released through the transaction that holds it, before it commits: the next holder reads the old rows; take the _xact_ form and drop the unlock .*\(unlockbeforecommit/session\)$`
	_, err := tx.Exec(ctx, "UPDATE orders SET state = 2 WHERE id = $1", id)
	return err
}
