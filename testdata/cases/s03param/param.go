// Case s03param: a migration step gets the live transaction, takes and gives back a session lock on it; its caller commits.
package s03param

import (
	"context"
	"database/sql"
	"errors"
)

func step(ctx context.Context, tx *sql.Tx, ddl string) (err error) {
	if _, err := tx.ExecContext(ctx, "SELECT pg_advisory_lock(99)"); err != nil {
		return err
	}
	defer func() { //bug:unlockbeforecommit/session //bug:canceledunlock/request-ctx
		var ok bool
		if uerr := tx.QueryRowContext(ctx, "SELECT pg_advisory_unlock(99)").Scan(&ok); uerr != nil {
			err = errors.Join(err, uerr)
		}
	}()
	_, err = tx.ExecContext(ctx, ddl)
	return err
}

func Up(ctx context.Context, db *sql.DB, ddl []string) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	for _, s := range ddl {
		if err := step(ctx, tx, s); err != nil { //may:unlockbeforecommit
			return err
		}
	}
	return tx.Commit()
}
