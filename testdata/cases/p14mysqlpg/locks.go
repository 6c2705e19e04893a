// Case p14mysqlpg: session locks on a pinned connection whose own transaction commits after the unlock: GET_LOCK on sql.Conn, advisory locks on a pgx connection, lock helpers around them.
package p14mysqlpg

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

func MySQL(ctx context.Context, db *sql.DB, id int64) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close() //bug:pooledlock/returned-locked
	tx, err := conn.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var got sql.NullInt64
	if err := conn.QueryRowContext(ctx, "SELECT GET_LOCK(?, 10)", fmt.Sprintf("doc:%d", id)).Scan(&got); err != nil {
		return err
	}
	if !got.Valid || got.Int64 != 1 {
		return errors.New("busy")
	}
	if _, err := tx.ExecContext(ctx, "UPDATE docs SET n = n + 1 WHERE id = ?", id); err != nil {
		_, _ = conn.ExecContext(ctx, "DO RELEASE_LOCK(?)", fmt.Sprintf("doc:%d", id))
		return err
	}
	var rel sql.NullInt64
	if err := conn.QueryRowContext(ctx, "SELECT RELEASE_LOCK(?)", fmt.Sprintf("doc:%d", id)).Scan(&rel); err != nil { //bug:unlockbeforecommit/order
		return err
	}
	return tx.Commit()
}

func PG(ctx context.Context, pool *pgxpool.Pool, id int64) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release() //bug:pooledlock/returned-locked
	var ok bool
	if err := conn.QueryRow(ctx, "SELECT pg_try_advisory_lock($1)", id).Scan(&ok); err != nil {
		return err
	}
	if !ok {
		return errors.New("busy")
	}
	tx, err := conn.Begin(ctx)
	if err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, "UPDATE docs SET n = n + 1 WHERE id = $1", id); err != nil {
		return errors.Join(err, tx.Rollback(ctx))
	}
	if err := conn.QueryRow(ctx, "SELECT pg_advisory_unlock($1)", id).Scan(&ok); err != nil { //bug:unlockbeforecommit/order
		return errors.Join(err, tx.Rollback(ctx))
	}
	return tx.Commit(ctx)
}

// withAdvisory locks on a connection of its own and returns the release.
func withAdvisory(ctx context.Context, pool *pgxpool.Pool, id int64, fn func(ctx context.Context) error) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release() //bug:pooledlock/returned-locked
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock($1)", id); err != nil {
		return err
	}
	defer func() {
		var ok bool
		_ = conn.QueryRow(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", id).Scan(&ok)
	}()
	return fn(ctx)
}

func Runner(ctx context.Context, pool *pgxpool.Pool, id int64) error {
	return pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		return withAdvisory(ctx, pool, id, func(ctx context.Context) error { //bug:unlockbeforecommit/caller
			_, err := tx.Exec(ctx, "UPDATE docs SET n = n + 1 WHERE id = $1", id)
			return err
		})
	})
}

func Right(ctx context.Context, pool *pgxpool.Pool, id int64) error {
	return withAdvisory(ctx, pool, id, func(ctx context.Context) error {
		return pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
			_, err := tx.Exec(ctx, "UPDATE docs SET n = n + 1 WHERE id = $1", id)
			return err
		})
	})
}
