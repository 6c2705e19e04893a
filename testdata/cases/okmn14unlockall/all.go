// Case okmn14unlockall: pg_advisory_unlock_all gives back the session locks of the connection, whatever their keys: then it may go back to its pool.
package okmn14unlockall

import (
	"context"
	"database/sql"
	"time"
)

func Migrate(ctx context.Context, db *sql.DB) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", 42); err != nil {
		conn.Close()
		return err
	}
	_, failed := conn.ExecContext(ctx, "CREATE TABLE IF NOT EXISTS notes (body text)")
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_unlock_all()"); err != nil {
		return err // the session may have the lock still: the pool must not get it back
	}
	conn.Close()
	return failed
}
