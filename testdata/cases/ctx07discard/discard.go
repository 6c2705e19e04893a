// Case ctx07discard: database/sql throws the connection away on driver.ErrBadConn, whatever variable holds it; on another error it keeps it, with the lock.
package ctx07discard

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"time"
)

var errDiscard = driver.ErrBadConn

func discard(any) error { return errDiscard }

func bad() error { return driver.ErrBadConn }

func With(ctx context.Context, db *sql.DB, f func() error) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(1)"); err != nil {
		return err
	}
	defer func() {
		uctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		var ok bool
		if err := conn.QueryRowContext(uctx, "SELECT pg_advisory_unlock(1)").Scan(&ok); err != nil || !ok {
			_ = conn.Raw(func(any) error { return errDiscard })
		}
	}()
	return f()
}

func Function(ctx context.Context, db *sql.DB, f func() error) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(2)"); err != nil {
		return err
	}
	defer func() {
		uctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		var ok bool
		if err := conn.QueryRowContext(uctx, "SELECT pg_advisory_unlock(2)").Scan(&ok); err != nil || !ok {
			_ = conn.Raw(discard)
		}
	}()
	return f()
}

func Called(ctx context.Context, db *sql.DB, f func() error) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(3)"); err != nil {
		return err
	}
	defer func() {
		uctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		var ok bool
		if err := conn.QueryRowContext(uctx, "SELECT pg_advisory_unlock(3)").Scan(&ok); err != nil || !ok {
			_ = conn.Raw(func(any) error { return bad() })
		}
	}()
	return f()
}

var errOther = errors.New("other")

func Kept(ctx context.Context, db *sql.DB, f func() error) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close() //bug:pooledlock/returned-locked
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(4)"); err != nil {
		return err
	}
	defer func() {
		uctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		var ok bool
		if err := conn.QueryRowContext(uctx, "SELECT pg_advisory_unlock(4)").Scan(&ok); err != nil || !ok {
			_ = conn.Raw(func(any) error { return errOther })
		}
	}()
	return f()
}
