// Package rowdropped sends lock functions through Exec.
package rowdropped

import (
	"context"
	"database/sql"
	"errors"
)

var errBusy = errors.New("busy")

func Try(ctx context.Context, conn *sql.Conn) error {
	/* timeline: acquire */ _, err := conn.ExecContext(ctx, "SELECT pg_try_advisory_lock($1)", 7) // want `^the statement throws the row away in which the answer stands whether session lock "7" was obtained: what follows runs beside another holder; query the row and look at it \(uncheckedlock/row-dropped\)$`
	if err != nil {
		return err
	}
	_, err = conn.ExecContext(ctx, "DELETE FROM jobs WHERE done")
	return err
}

func TryXact(ctx context.Context, tx *sql.Tx) error {
	_, err := tx.ExecContext(ctx, "SELECT pg_try_advisory_xact_lock(7)") // want `/row-dropped\)$`
	return err
}

func Named(ctx context.Context, conn *sql.Conn) error {
	if _, err := conn.ExecContext(ctx, "SELECT GET_LOCK('app', 10)"); err != nil { // want `/row-dropped\)$`
		return err
	}
	defer conn.ExecContext(ctx, "SELECT RELEASE_LOCK('app')") // want `whether session lock "'app'" was given back: if this connection did not hold it, it stays locked and nobody is told; query the row and look at it \(uncheckedlock/row-dropped\)$`
	_, err := conn.ExecContext(ctx, "DELETE FROM jobs WHERE done")
	return err
}

// The statement stands in a literal: it points there.
func Deferred(ctx context.Context, conn *sql.Conn) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(7)"); err != nil { // silent: it waits, and answers nothing
		return err
	}
	defer func() {
		conn.ExecContext(ctx, "SELECT pg_advisory_unlock(7)") // want `/row-dropped\)$`
	}()
	_, err := conn.ExecContext(ctx, "DELETE FROM jobs WHERE done")
	return err
}

// Silent: the row is looked at.
func Looked(ctx context.Context, conn *sql.Conn) (err error) {
	var ok bool
	if err := conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock(7)").Scan(&ok); err != nil {
		return err
	}
	if !ok {
		return errBusy
	}
	defer func() {
		var held bool
		err = errors.Join(err, conn.QueryRowContext(ctx, "SELECT pg_advisory_unlock(7)").Scan(&held))
	}()
	_, err = conn.ExecContext(ctx, "DELETE FROM jobs WHERE done")
	return err
}

// Silent: MySQL's NULL is looked at too.
func LookedNull(ctx context.Context, conn *sql.Conn) error {
	var got sql.NullInt64
	if err := conn.QueryRowContext(ctx, "SELECT GET_LOCK('app', 10)").Scan(&got); err != nil {
		return err
	}
	if got.Int64 != 1 {
		return errBusy
	}
	_, err := conn.ExecContext(ctx, "DELETE FROM jobs WHERE done")
	return err
}

// Silent: the answer decides inside of the statement.
func Inside(ctx context.Context, tx *sql.Tx) error {
	_, err := tx.ExecContext(ctx, "DELETE FROM jobs WHERE pg_try_advisory_xact_lock(id)")
	return err
}

// Silent: these answer nothing.
func Void(ctx context.Context, tx *sql.Tx) error {
	if _, err := tx.ExecContext(ctx, "SELECT pg_advisory_xact_lock(7)"); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, "SELECT pg_advisory_unlock_all()")
	return err
}
