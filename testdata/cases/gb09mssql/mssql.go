// Case gb09mssql: application locks of SQL Server.
package gb09mssql

import (
	"context"
	"database/sql"
	"errors"
)

// Pool takes the lock for a session that the pool may give to anybody.
func Pool(ctx context.Context, db *sql.DB) error {
	if _, err := db.ExecContext(ctx, "EXEC sp_getapplock @Resource = 'jobs', @LockMode = 'Exclusive', @LockOwner = 'Session'"); err != nil { //bug:pooledlock/pool
		return err
	}
	_, err := db.ExecContext(ctx, "DELETE FROM jobs WHERE done = 1")
	_, uerr := db.ExecContext(ctx, "EXEC sp_releaseapplock @Resource = 'jobs', @LockOwner = 'Session'")
	return errors.Join(err, uerr)
}

// Xact is right: the lock belongs to the transaction.
func Xact(ctx context.Context, db *sql.DB) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "EXEC sp_getapplock @Resource = 'jobs', @LockMode = 'Exclusive', @LockOwner = 'Transaction'"); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "DELETE FROM jobs WHERE done = 1"); err != nil {
		return err
	}
	return tx.Commit()
}
