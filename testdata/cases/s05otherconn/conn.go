// Case s05otherconn: the session lock lives on a connection of its own; it is given back before the transaction, on another connection, commits.
package s05otherconn

import (
	"context"
	"database/sql"
	"errors"
)

func withLock(ctx context.Context, db *sql.DB, id int64, fn func() error) (err error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close() //bug:pooledlock/returned-locked
	var ok bool
	if err := conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock($1)", id).Scan(&ok); err != nil {
		return err
	}
	if !ok {
		return errors.New("busy")
	}
	defer func() {
		var freed bool
		if uerr := conn.QueryRowContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", id).Scan(&freed); uerr != nil {
			err = errors.Join(err, uerr)
		}
	}()
	return fn()
}

func Charge(ctx context.Context, db *sql.DB, id int64) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := withLock(ctx, db, id, func() error { //bug:unlockbeforecommit/order
		_, err := tx.ExecContext(ctx, "UPDATE bills SET paid = true WHERE id = $1", id)
		return err
	}); err != nil {
		return err
	}
	return tx.Commit()
}

func ChargeRight(ctx context.Context, db *sql.DB, id int64) error {
	return withLock(ctx, db, id, func() error {
		tx, err := db.BeginTx(ctx, nil)
		if err != nil {
			return err
		}
		defer tx.Rollback()
		if _, err := tx.ExecContext(ctx, "UPDATE bills SET paid = true WHERE id = $1", id); err != nil {
			return err
		}
		return tx.Commit()
	})
}
