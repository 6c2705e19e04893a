// Package fix releases too early where the mend is a small one.
package fix

import (
	"context"
	"database/sql"
	"sync"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Given works in a transaction of its caller.
func Given(ctx context.Context, tx pgx.Tx, id int64) error {
	if _, err := tx.Exec(ctx, "SELECT pg_advisory_lock($1)", id); err != nil {
		return err
	}
	defer tx.Exec(ctx, "SELECT pg_advisory_unlock($1)", id) // want `unlockbeforecommit/session`
	_, err := tx.Exec(ctx, "UPDATE orders SET state = 2 WHERE id = $1", id)
	return err
}

// Own begins it itself.
func Own(ctx context.Context, pool *pgxpool.Pool, id int64) error {
	tx, err := pool.Begin(ctx)
	if err != nil {
		return err
	}
	defer tx.Rollback(ctx)
	if _, err := tx.Exec(ctx, "SELECT pg_advisory_lock($1)", id); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, "UPDATE orders SET state = 2 WHERE id = $1", id); err != nil {
		tx.Exec(ctx, "SELECT pg_advisory_unlock($1)", id)
		return err
	}
	_, _ = tx.Exec(ctx, "SELECT pg_advisory_unlock($1)", id) // want `unlockbeforecommit/session`
	return tx.Commit(ctx)
}

// Looked has no fix: the answer of the unlock decides.
func Looked(ctx context.Context, tx pgx.Tx, id int64) error {
	if _, err := tx.Exec(ctx, "SELECT pg_advisory_lock($1)", id); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, "UPDATE orders SET state = 2 WHERE id = $1", id); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, "SELECT pg_advisory_unlock($1)", id); err != nil { // want `unlockbeforecommit/session`
		return err
	}
	return nil
}

// Elsewhere has no fix: the text of the statement is not in the call.
func Elsewhere(ctx context.Context, tx pgx.Tx, id int64) error {
	if _, err := tx.Exec(ctx, lockText, id); err != nil {
		return err
	}
	defer tx.Exec(ctx, "SELECT pg_advisory_unlock($1)", id) // want `unlockbeforecommit/session`
	_, err := tx.Exec(ctx, "UPDATE orders SET state = 2 WHERE id = $1", id)
	return err
}

const lockText = "SELECT pg_advisory_lock($1)"

// Only has no fix: its context is made for the unlock alone.
func Only(ctx context.Context, tx pgx.Tx, id int64) error {
	if _, err := tx.Exec(ctx, "SELECT pg_advisory_lock($1)", id); err != nil {
		return err
	}
	later := context.WithoutCancel(ctx)
	defer tx.Exec(later, "SELECT pg_advisory_unlock($1)", id) // want `unlockbeforecommit/session`
	_, err := tx.Exec(ctx, "UPDATE orders SET state = 2 WHERE id = $1", id)
	return err
}

// Returned: the unlock is deferred where it stands.
func Returned(ctx context.Context, db *sql.DB, mu *sync.Mutex) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	mu.Lock()
	if _, err := tx.ExecContext(ctx, "UPDATE orders SET state = 2"); err != nil {
		_ = tx.Rollback()
		mu.Unlock()
		return err
	}
	mu.Unlock() // want `unlockbeforecommit/order`
	return tx.Commit()
}

// Swapped: the two change places.
func Swapped(ctx context.Context, db *sql.DB, mu *sync.Mutex) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	mu.Lock()
	if _, err := tx.ExecContext(ctx, "UPDATE orders SET state = 2"); err != nil {
		_ = tx.Rollback()
		mu.Unlock()
		return err
	}
	mu.Unlock() // want `unlockbeforecommit/order`
	err = tx.Commit()
	return err
}

// Between has no fix: something stands between the two.
func Between(ctx context.Context, db *sql.DB, mu *sync.Mutex) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	mu.Lock()
	if _, err := tx.ExecContext(ctx, "UPDATE orders SET state = 2"); err != nil {
		_ = tx.Rollback()
		mu.Unlock()
		return err
	}
	mu.Unlock() // want `unlockbeforecommit/order`
	println("done")
	return tx.Commit()
}

// Right commits first.
func Right(ctx context.Context, db *sql.DB, mu *sync.Mutex) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	mu.Lock()
	defer mu.Unlock()
	if _, err := tx.ExecContext(ctx, "UPDATE orders SET state = 2"); err != nil {
		_ = tx.Rollback()
		return err
	}
	return tx.Commit()
}
