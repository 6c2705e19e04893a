// Package connection takes a connection for a lock and forgets it when there is no lock.
package connection

import (
	"context"
	"database/sql"
	"errors"
)

var errBusy = errors.New("busy")

func obtain(ctx context.Context, db *sql.DB, key int64) (*sql.Conn, error) {
	/* timeline: pin return */ conn, err := db.Conn(ctx) // want `the connection is not given back at line 19, where session lock key was not obtained: each lost race takes one connection out of the pool for good; close it there \(leakedlock/connection\)$`
	if err != nil {
		return nil, err
	}
	var ok bool
	if err := conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock($1)", key).Scan(&ok); err != nil {
		return nil, err
	}
	if !ok {
		return nil, errBusy
	}
	return conn, nil
}

// obtainRight closes it.
func obtainRight(ctx context.Context, db *sql.DB, key int64) (*sql.Conn, error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	var ok bool
	if err := conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock($1)", key).Scan(&ok); err != nil || !ok {
		return nil, errors.Join(err, conn.Close())
	}
	return conn, nil
}

func begin(ctx context.Context, db *sql.DB, key int64) (*sql.Tx, error) {
	tx, err := db.BeginTx(ctx, nil) // want `the transaction is not ended at line 47, .*connection`
	if err != nil {
		return nil, err
	}
	var ok bool
	if err := tx.QueryRowContext(ctx, "SELECT pg_try_advisory_xact_lock($1)", key).Scan(&ok); err != nil || !ok {
		return nil, err
	}
	return tx, nil
}

type lease struct{ conn *sql.Conn }

// stored is somebody else's.
func (l *lease) stored(ctx context.Context, db *sql.DB, key int64) (err error) {
	if l.conn, err = db.Conn(ctx); err != nil {
		return err
	}
	var ok bool
	if err := l.conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock($1)", key).Scan(&ok); err != nil || !ok {
		return errBusy
	}
	return nil
}
