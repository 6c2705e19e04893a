// Package returned gives connections back.
package returned

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"log"

	"github.com/jackc/pgx/v5/pgxpool"
)

var errBusy = errors.New("busy")

func lead(ctx context.Context, db *sql.DB, work func() error) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	/* timeline: acquire unpin */ defer conn.Close() // want `the connection goes back to its pool with session lock "7" of line 23 on it: the session lives on in the pool and shuts everybody else out; unlock first, assuming that the pool keeps the connection \(pooledlock/returned-locked\)$`
	var ok bool
	if err := conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock(7)").Scan(&ok); err != nil {
		return err
	}
	if !ok {
		return errBusy
	}
	return work()
}

func logged(ctx context.Context, pool *pgxpool.Pool, id int64, work func() error) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock($1)", id); err != nil {
		conn.Release()
		return err
	}
	/* timeline: unreleased unpin */ defer func() { // want `the connection goes back to its pool even if the unlock of line 41 failed: session lock id then stays on a live session .*; discard the connection when the unlock fails, assuming that the unlock can fail while the session lives on \(pooledlock/returned-locked\)$`
		if _, err := conn.Exec(ctx, "SELECT pg_advisory_unlock($1)", id); err != nil {
			log.Print(err)
		}
		conn.Release()
	}()
	return work()
}

type mutex struct {
	conn *sql.Conn
	key  int64
}

func (m *mutex) Unlock(ctx context.Context) error {
	defer m.conn.Close() // want `even if the unlock of line 58 failed`
	var ok bool
	return m.conn.QueryRowContext(ctx, "SELECT pg_advisory_unlock($1)", m.key).Scan(&ok)
}

// Discard throws the connection away when the unlock failed.
func (m *mutex) Discard(ctx context.Context) error {
	var ok bool
	err := m.conn.QueryRowContext(ctx, "SELECT pg_advisory_unlock($1)", m.key).Scan(&ok)
	if err != nil || !ok {
		_ = m.conn.Raw(func(any) error { return driver.ErrBadConn })
	}
	return errors.Join(err, m.conn.Close())
}

// Lock keeps connection and lock.
func (m *mutex) Lock(ctx context.Context, db *sql.DB) (err error) {
	if m.conn, err = db.Conn(ctx); err != nil {
		return err
	}
	if _, err := m.conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", m.key); err != nil {
		return errors.Join(err, m.conn.Close())
	}
	return nil
}

// null looks whether there is an answer at all.
func null(ctx context.Context, db *sql.DB) (*sql.Conn, error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	var got sql.NullInt64
	if err := conn.QueryRowContext(ctx, "SELECT GET_LOCK('app', 5)").Scan(&got); err != nil || !got.Valid || got.Int64 != 1 {
		return nil, errors.Join(errBusy, err, conn.Close())
	}
	return conn, nil
}

// answer reads the answer of a lock function: where it fails or says no, there is no lock.
func answer(rows *sql.Rows) (got sql.NullBool, err error) {
	defer rows.Close()
	if !rows.Next() {
		return got, sql.ErrNoRows
	}
	return got, rows.Scan(&got)
}

func read(ctx context.Context, db *sql.DB, work func() error) (*sql.Conn, error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	rows, err := conn.QueryContext(ctx, "SELECT GET_LOCK('app', 5)")
	if err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	got, err := answer(rows)
	if err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	if !got.Bool {
		return nil, errors.Join(errBusy, conn.Close())
	}
	if err := work(); err != nil {
		return nil, errors.Join(err, conn.Close()) // want `/returned-locked\)$`
	}
	return conn, nil
}
