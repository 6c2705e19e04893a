// Package funcvals returns (tx, commit, rollback, err).
package funcvals

import (
	"context"
	"database/sql"
)

func Begin(ctx context.Context, db *sql.DB) (*sql.Tx, func() error, func() error, error) { // want Begin:`^r0=nil; r1=nil; r2=nil; r0 nil; r1 nil; r2 nil; r3 not nil \| begin r0; r1=func \(\*database/sql\.Tx\)\.Commit\$bound\(r0\); r2=func funcvals\.Begin\$1\(&r0\); r3=nil; r0 not nil; r1 not nil; r2 not nil; r3 nil$`
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return nil, nil, nil, err
	}
	return tx, tx.Commit, func() error { return tx.Rollback() }, nil
}

// Done returns one function that does what the error says.
func Done(ctx context.Context, db *sql.DB) (*sql.Tx, func(err error) error, error) { // want Done:`^r0=nil; r1=nil; r0 nil; r1 nil; r2 not nil \| begin r0; r1=func funcvals\.Done\$1\(&r0\); r2=nil; r0 not nil; r1 not nil; r2 nil$`
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return nil, nil, err
	}
	return tx, func(err error) error {
		if err != nil {
			tx.Rollback()
			return err
		}
		return tx.Commit()
	}, nil
}

// Save does it all.
func Save(ctx context.Context, db *sql.DB) error { // want Save:`^write new0 carts$`
	tx, commit, rollback, err := Begin(ctx, db)
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "DELETE FROM carts"); err != nil {
		rollback()
		return err
	}
	return commit()
}
