// Package pgadvisory takes advisory locks of PostgreSQL. // want package:`shared database`
package pgadvisory

import (
	"context"
	"database/sql"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Xact ends with the transaction.
func Xact(ctx context.Context, tx pgx.Tx, id int64) error { // want Xact:`^acquire xact key p2 on p1; r0 nil \| missed failed xact key p2 on p1; r0 not nil$`
	_, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock($1)", id)
	return err
}

// Session lives on a connection.
func Session(ctx context.Context, conn *pgxpool.Conn, id int64) error { // want Session:`^acquire session key "\{\}, 7"\(p2\) on p1; r0 nil \| missed failed session key "\{\}, 7"\(p2\) on p1; r0 not nil$`
	_, err := conn.Exec(ctx, "SELECT pg_advisory_lock($1, 7)", id)
	return err
}

func End(ctx context.Context, conn *pgxpool.Conn, id int64) error { // want End:`^release session key "\{\}, 7"\(p2\) on p1; r0 nil \| unreleased session key "\{\}, 7"\(p2\) on p1; r0 not nil$`
	_, err := conn.Exec(ctx, "SELECT pg_advisory_unlock($1, 7)", id)
	return err
}

// Try asks.
func Try(ctx context.Context, conn *sql.Conn, name string) (bool, error) { // want Try:`^acquire session key "hashtext\(\{\}\)"\(p2\) on p1; r0 true; r1 nil \| missed failed session key "hashtext\(\{\}\)"\(p2\) on p1; r0 false; r1 not nil \| missed busy session key "hashtext\(\{\}\)"\(p2\) on p1; r0 false; r1 nil$`
	var ok bool
	err := conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock(hashtext($1))", name).Scan(&ok)
	return ok, err
}

// Shared is for readers.
func Shared(ctx context.Context, conn *sql.Conn) error { // want Shared:`^acquire session shared key "42" on p1; r0 nil \| missed failed session shared key "42" on p1; r0 not nil$`
	_, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock_shared(42)")
	return err
}

// With runs a function under the lock, on one connection.
func With(ctx context.Context, pool *pgxpool.Pool, id int64, f func(ctx context.Context) error) error { // want With:`^r0 not nil \| acquire session key "\{\}, 7"\(p2\) on new0; run p3\(p0\) is nil; release session key "\{\}, 7"\(p2\) on new0; r0 nil \| acquire session key "\{\}, 7"\(p2\) on new0; run p3\(p0\) is not nil; release session key "\{\}, 7"\(p2\) on new0; r0 not nil$`
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	if err := Session(ctx, conn, id); err != nil {
		return err
	}
	defer End(ctx, conn, id)
	return f(ctx)
}
