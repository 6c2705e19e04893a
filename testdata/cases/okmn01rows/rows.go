// Package okmn01rows asks for a session lock through rows: where there is no row, or it cannot be read, the lock was not
// obtained. The connection may be one of many kinds and is given back through an interface.
package okmn01rows

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"time"
)

type Querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

type Conn interface {
	Querier
	io.Closer
}

type kept struct{ Querier }

func (kept) Close() error { return nil }

func single(ctx context.Context, q Querier) (Conn, error) {
	if opener, ok := q.(interface {
		Conn(context.Context) (*sql.Conn, error)
	}); ok {
		return opener.Conn(ctx)
	}
	if conn, ok := q.(*sql.Conn); ok {
		return kept{conn}, nil
	}
	return nil, fmt.Errorf("no single connection in %T", q)
}

func acquire(ctx context.Context, conn Querier, id int64) error {
	rows, err := conn.QueryContext(ctx, "SELECT pg_try_advisory_lock($1)", id)
	if err != nil {
		return err
	}
	defer rows.Close()
	var ok bool
	if rows.Next() {
		if err := rows.Scan(&ok); err != nil {
			return err
		}
	}
	if !ok {
		return errors.New("another migration runs")
	}
	return rows.Err()
}

func release(conn Conn, id int64) error {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	rows, err := conn.QueryContext(ctx, "SELECT pg_advisory_unlock($1)", id)
	if err != nil {
		return err
	}
	return rows.Close()
}

// Migrate gives the connection back where it did not get the lock, and behind the unlock.
func Migrate(ctx context.Context, q Querier, work func(Querier) error) error {
	conn, err := single(ctx, q)
	if err != nil {
		return err
	}
	if err := acquire(ctx, conn, 7); err != nil {
		conn.Close()
		return err
	}
	failed := work(conn)
	if err := release(conn, 7); err != nil {
		return err // its session may have the lock still: the pool must not get it back
	}
	return errors.Join(failed, conn.Close())
}
