// Package use ends transactions through the functions of another package.
package use

import (
	"context"
	"database/sql"

	"funcvals"
)

func Save(ctx context.Context, db *sql.DB) error { // want Save:`^write new0 carts$`
	tx, commit, rollback, err := funcvals.Begin(ctx, db)
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "DELETE FROM carts"); err != nil {
		rollback()
		return err
	}
	return commit()
}

// Done is deferred with the error of the function.
func Done(ctx context.Context, db *sql.DB) (err error) { // want Done:`^write new0 carts$`
	tx, done, err := funcvals.Done(ctx, db)
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "DELETE FROM carts"); err != nil {
		return done(err)
	}
	return done(nil)
}

// Open hands the pieces on.
func Open(ctx context.Context, db *sql.DB) (*sql.Tx, func() error, error) { // want Open:`^r0=nil; r1=nil; r0 nil; r1 nil; r2 not nil \| begin r0; r1=func \(\*database/sql\.Tx\)\.Commit\$bound\(r0\); r2=nil; r0 not nil; r1 not nil; r2 nil$`
	tx, commit, _, err := funcvals.Begin(ctx, db)
	return tx, commit, err
}
