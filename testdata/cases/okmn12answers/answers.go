// Case okmn12answers: the answer of a lock function is read by helpers of another package: where they fail or say no, the lock is not held, and the connection may go back.
package okmn12answers

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"time"

	"locklintcases/okmn12answers/scan"
)

var ErrLocked = errors.New("locked by somebody else")

type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

func acquire(ctx context.Context, conn querier, name string, timeout time.Duration) error {
	rows, err := conn.QueryContext(ctx, "SELECT GET_LOCK(?, ?)", name, int(timeout.Seconds()))
	if err != nil {
		return err
	}
	switch acquired, err := scan.NullBool(rows); {
	case err != nil:
		return err
	case !acquired.Valid:
		return fmt.Errorf("unexpected error on lock %q", name)
	case !acquired.Bool:
		return ErrLocked
	}
	return nil
}

func release(conn *sql.Conn, name string) error {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	rows, err := conn.QueryContext(ctx, "SELECT RELEASE_LOCK(?)", name)
	if err != nil {
		return err
	}
	switch released, err := scan.NullBool(rows); {
	case err != nil:
		return err
	case !released.Valid || !released.Bool:
		return fmt.Errorf("release of lock %q failed", name)
	}
	return conn.Close()
}

// Lock gives the connection back where the helper returns an error.
func Lock(ctx context.Context, db *sql.DB, name string) (func() error, error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	if err := acquire(ctx, conn, name, 10*time.Second); err != nil {
		conn.Close()
		return nil, err
	}
	return func() error { return release(conn, name) }, nil
}

// Here asks in the function itself.
func Here(ctx context.Context, db *sql.DB, name string) (func() error, error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	rows, err := conn.QueryContext(ctx, "SELECT GET_LOCK(?, 5)", name)
	if err != nil {
		conn.Close()
		return nil, err
	}
	acquired, err := scan.NullBool(rows)
	if err != nil {
		conn.Close()
		return nil, err
	}
	if !acquired.Bool {
		conn.Close()
		return nil, ErrLocked
	}
	return func() error { return release(conn, name) }, nil
}

// Into gives the helper the variable that it fills.
func Into(ctx context.Context, db *sql.DB, name string) (func() error, error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	rows, err := conn.QueryContext(ctx, "SELECT GET_LOCK(?, 5)", name)
	if err != nil {
		conn.Close()
		return nil, err
	}
	var got sql.NullInt64
	if err := scan.One(rows, &got); err != nil {
		conn.Close()
		return nil, err
	}
	if got.Int64 != 1 {
		conn.Close()
		return nil, ErrLocked
	}
	return func() error { return release(conn, name) }, nil
}

func try(ctx context.Context, conn *sql.Conn, id int64) (bool, error) {
	return scan.Bool(conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock($1)", id))
}

// Try asks through a helper that hands the answer on.
func Try(ctx context.Context, db *sql.DB, id int64, work func(*sql.Conn) error) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	ok, err := try(ctx, conn, id)
	if err != nil {
		conn.Close()
		return err
	}
	if !ok {
		conn.Close()
		return ErrLocked
	}
	failed := work(conn)
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	var unlocked bool
	if err := conn.QueryRowContext(ctx, "SELECT pg_advisory_unlock($1)", id).Scan(&unlocked); err != nil || !unlocked {
		return errors.Join(failed, err, conn.Raw(func(any) error { return errBad }))
	}
	return errors.Join(failed, conn.Close())
}

var errBad = driver.ErrBadConn
