// Case o12connlock: a session lock is taken on a pinned connection, the transaction runs on the same connection, and the unlock on the connection comes before its Commit.
package o12connlock

import (
	"context"
	"database/sql"
	"errors"

	"github.com/jackc/pgx/v5/pgxpool"
)

var errBusy = errors.New("migration is running")

func Migrate(ctx context.Context, db *sql.DB, ddl []string) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close() //bug:pooledlock/returned-locked
	var ok bool
	if err := conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock($1)", 815).Scan(&ok); err != nil {
		return err
	}
	if !ok {
		return errBusy
	}
	tx, err := conn.BeginTx(ctx, nil)
	if err != nil {
		return errors.Join(err, unlock(ctx, conn))
	}
	for _, s := range ddl {
		if _, err := tx.ExecContext(ctx, s); err != nil {
			return errors.Join(err, tx.Rollback(), unlock(ctx, conn))
		}
	}
	if err := unlock(ctx, conn); err != nil { //bug:unlockbeforecommit/order
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}

func unlock(ctx context.Context, conn *sql.Conn) error {
	var ok bool
	if err := conn.QueryRowContext(ctx, "SELECT pg_advisory_unlock($1)", 815).Scan(&ok); err != nil {
		return err
	}
	if !ok {
		return errors.New("lock was not ours")
	}
	return nil
}

// MigrateRight unlocks after the commit.
func MigrateRight(ctx context.Context, pool *pgxpool.Pool, ddl []string) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release() //bug:pooledlock/returned-locked
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock($1)", 815); err != nil {
		return err
	}
	defer func() {
		var ok bool
		_ = conn.QueryRow(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", 815).Scan(&ok)
	}()
	tx, err := conn.Begin(ctx)
	if err != nil {
		return err
	}
	defer tx.Rollback(ctx)
	for _, s := range ddl {
		if _, err := tx.Exec(ctx, s); err != nil {
			return err
		}
	}
	return tx.Commit(ctx)
}
