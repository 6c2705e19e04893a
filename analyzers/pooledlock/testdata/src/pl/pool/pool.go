// Package pool takes session locks through pools.
package pool

import (
	"context"
	"database/sql"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

func lock(ctx context.Context, db *sql.DB, id int64) error {
	_, err := db.ExecContext(ctx, "SELECT pg_advisory_lock($1)", id) /* timeline: acquire */ // want `session lock id belongs to one connection, and this is a pool, which takes any: unlock may run on another one and do nothing; take one connection for both, or the _xact_ form in a transaction \(pooledlock/pool\)$`
	return err
}

// unlock is the same lock's: once is enough.
func unlock(ctx context.Context, db *sql.DB, id int64) error {
	_, err := db.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", id)
	return err
}

type querier interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

func try(ctx context.Context, q querier, id int64) (ok bool, err error) {
	err = q.QueryRow(ctx, "SELECT pg_try_advisory_lock($1)", id).Scan(&ok)
	return ok, err
}

// through is where it is known what the querier is.
func through(ctx context.Context, p *pgxpool.Pool, id int64) (bool, error) {
	return try(ctx, p, id) // want `this is a pool`
}

// pinned is right.
func pinned(ctx context.Context, p *pgxpool.Pool, id int64) (*pgxpool.Conn, bool, error) {
	conn, err := p.Acquire(ctx)
	if err != nil {
		return nil, false, err
	}
	ok, err := try(ctx, conn, id)
	return conn, ok, err
}

// elsewhere unlocks through the pool what was locked on a connection.
func elsewhere(ctx context.Context, db *sql.DB) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close() // want `returned-locked`
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(815)"); err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, "SELECT pg_advisory_unlock(815)") // want `session lock "815" is released through a pool, on any of its connections, but belongs to the one that took it: it stays locked; unlock on that connection \(pooledlock/pool\)$`
	return err
}

// closed ends all sessions itself.
func closed(ctx context.Context, dsn string) error {
	db, err := sql.Open("pgx", dsn)
	if err != nil {
		return err
	}
	defer db.Close()
	_, err = db.ExecContext(ctx, "SELECT pg_advisory_lock(4711)")
	return err
}

// xact ends with the transaction.
func xact(ctx context.Context, tx *sql.Tx, id int64) error {
	_, err := tx.ExecContext(ctx, "SELECT pg_advisory_xact_lock($1)", id)
	return err
}

// other closes another pool than the one that has the lock.
func other(ctx context.Context, db, old *sql.DB) error {
	defer old.Close()
	_, err := db.ExecContext(ctx, "SELECT pg_advisory_lock(4712)") // want `session lock "4712" .*pooledlock/pool`
	return err
}
