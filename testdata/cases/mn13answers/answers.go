// Case mn13answers: the answer of a lock function is read by a helper of another package; behind a yes the lock is held, and the connection must not go back with it.
package mn13answers

import (
	"context"
	"database/sql"
	"errors"

	"locklintcases/mn13answers/scan"
)

var ErrLocked = errors.New("locked by somebody else")

func acquire(ctx context.Context, conn *sql.Conn, name string) error {
	rows, err := conn.QueryContext(ctx, "SELECT GET_LOCK(?, 5)", name)
	if err != nil {
		return err
	}
	switch acquired, err := scan.NullBool(rows); {
	case err != nil:
		return err
	case !acquired.Valid || !acquired.Bool:
		return ErrLocked
	}
	return nil
}

// Open leaves the lock on the connection where the work fails.
func Open(ctx context.Context, db *sql.DB, name string, work func(context.Context) error) (*sql.Conn, error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	if err := acquire(ctx, conn, name); err != nil {
		conn.Close()
		return nil, err
	}
	if err := work(ctx); err != nil {
		conn.Close() //bug:pooledlock/returned-locked
		return nil, err
	}
	return conn, nil
}

// OpenInto lets the helper fill a variable.
func OpenInto(ctx context.Context, db *sql.DB, name string, work func(context.Context) error) (*sql.Conn, error) {
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
	if err := scan.One(rows, &got); err != nil || got.Int64 != 1 {
		conn.Close()
		return nil, errors.Join(err, ErrLocked)
	}
	if err := work(ctx); err != nil {
		conn.Close() //bug:pooledlock/returned-locked
		return nil, err
	}
	return conn, nil
}
