// Case s02sqlxget: sqlx Get for try-lock and unlock, in a project runner with a deferred commit.
package s02sqlxget

import (
	"context"
	"errors"

	"github.com/jmoiron/sqlx"
)

func inTx(ctx context.Context, db *sqlx.DB, fn func(*sqlx.Tx) error) (err error) {
	tx, err := db.BeginTxx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = tx.Rollback()
		} else {
			err = tx.Commit()
		}
	}()
	return fn(tx)
}

func advisoryLock(tx *sqlx.Tx, id int64) error {
	var ok bool
	if err := tx.Get(&ok, "SELECT pg_try_advisory_lock($1)", id); err != nil {
		return err
	}
	if !ok {
		return errors.New("locked")
	}
	return nil
}

func advisoryUnlock(tx *sqlx.Tx, id int64) error {
	var ok bool
	if err := tx.Get(&ok, "SELECT pg_advisory_unlock($1)", id); err != nil {
		return err
	}
	if !ok {
		return errors.New("was not locked")
	}
	return nil
}

func Rebuild(ctx context.Context, db *sqlx.DB) error {
	return inTx(ctx, db, func(tx *sqlx.Tx) error {
		if err := advisoryLock(tx, 77); err != nil {
			return err
		}
		if _, err := tx.Exec("TRUNCATE TABLE report"); err != nil {
			return errors.Join(err, advisoryUnlock(tx, 77))
		}
		if _, err := tx.Exec("INSERT INTO report SELECT * FROM facts"); err != nil {
			return errors.Join(err, advisoryUnlock(tx, 77))
		}
		return advisoryUnlock(tx, 77) //bug:unlockbeforecommit/session
	})
}

// Dry rolls back always.
func Dry(ctx context.Context, db *sqlx.DB) error {
	tx, err := db.BeginTxx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := advisoryLock(tx, 77); err != nil {
		return err
	}
	if _, err := tx.Exec("TRUNCATE TABLE report"); err != nil {
		return errors.Join(err, advisoryUnlock(tx, 77))
	}
	return advisoryUnlock(tx, 77)
}
