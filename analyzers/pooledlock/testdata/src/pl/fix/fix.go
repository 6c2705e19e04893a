// Package fix takes session locks through a pool while a transaction is open.
package fix

import (
	"context"
	"database/sql"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

var errBusy = errors.New("busy")

// Deferred: the lock becomes one of the transaction.
func Deferred(ctx context.Context, db *sql.DB, id int64) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := db.ExecContext(ctx, "SELECT pg_advisory_lock($1)", id); err != nil { // want `pooledlock/pool`
		return err
	}
	defer db.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", id)
	if _, err := tx.ExecContext(ctx, "UPDATE orders SET state = 2 WHERE id = $1", id); err != nil {
		return err
	}
	return tx.Commit()
}

// Tried: the answer is looked at as before.
func Tried(ctx context.Context, db *sql.DB, id int64) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var ok bool
	if err := db.QueryRowContext(ctx, `SELECT pg_try_advisory_lock($1)`, id).Scan(&ok); err != nil { // want `pooledlock/pool`
		return err
	}
	if !ok {
		return errBusy
	}
	defer func() {
		_, _ = db.ExecContext(ctx, `SELECT pg_advisory_unlock($1)`, id)
	}()
	if _, err := tx.ExecContext(ctx, "UPDATE orders SET state = 2 WHERE id = $1", id); err != nil {
		return err
	}
	return tx.Commit()
}

// Runner: the transaction is what the literal gets.
func Runner(ctx context.Context, pool *pgxpool.Pool, id int64) error {
	return pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		if _, err := pool.Exec(ctx, "SELECT pg_advisory_lock($1)", id); err != nil { // want `pooledlock/pool`
			return err
		}
		defer pool.Exec(ctx, "SELECT pg_advisory_unlock($1)", id)
		_, err := tx.Exec(ctx, "UPDATE orders SET state = 2 WHERE id = $1", id)
		return err
	})
}

// Looked has no fix: somebody looks at what the unlock says.
func Looked(ctx context.Context, db *sql.DB, id int64) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := db.ExecContext(ctx, "SELECT pg_advisory_lock($1)", id); err != nil { // want `pooledlock/pool`
		return err
	}
	if _, err := tx.ExecContext(ctx, "UPDATE orders SET state = 2 WHERE id = $1", id); err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", id)
	return err
}

// Longer has no fix: the lock outlives the transaction, and something is done under it.
func Longer(ctx context.Context, db *sql.DB, id int64) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := db.ExecContext(ctx, "SELECT pg_advisory_lock($1)", id); err != nil { // want `pooledlock/pool`
		return err
	}
	defer db.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", id)
	if _, err := tx.ExecContext(ctx, "UPDATE orders SET state = 2 WHERE id = $1", id); err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, "UPDATE orders SET told = true WHERE id = $1", id)
	return err
}

// Alone has no fix: there is no transaction.
func Alone(ctx context.Context, db *sql.DB, id int64) error {
	if _, err := db.ExecContext(ctx, "SELECT pg_advisory_lock($1)", id); err != nil { // want `pooledlock/pool`
		return err
	}
	defer db.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", id)
	_, err := db.ExecContext(ctx, "UPDATE orders SET state = 2 WHERE id = $1", id)
	return err
}
