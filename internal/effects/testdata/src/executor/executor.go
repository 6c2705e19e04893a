// Package executor works on whatever can execute. // want package:`shared database`
package executor

import (
	"context"
	"database/sql"
)

type Executor interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

// Save runs on a pool or a transaction: the caller knows which.
func Save(ctx context.Context, e Executor, id int) error { // want Save:`^write p1 orders$`
	_, err := e.ExecContext(ctx, "UPDATE orders SET state = 2 WHERE id = $1", id)
	return err
}

// Switch asks whether it is a transaction, and begins one elsewhere.
func Switch(ctx context.Context, e Executor, db *sql.DB) error { // want Switch:`^write p1 carts; write new0 orders$`
	switch e := e.(type) {
	case *sql.Tx:
		_, err := e.ExecContext(ctx, "DELETE FROM carts")
		return err
	default:
		return Own(ctx, db)
	}
}

// OnDB calls it with a pool.
func OnDB(ctx context.Context, db *sql.DB) error { return Save(ctx, db, 1) } // want OnDB:`^write p1 orders$`

// OnTx calls it with a transaction of its caller.
func OnTx(ctx context.Context, tx *sql.Tx) error { return Save(ctx, tx, 1) } // want OnTx:`^write p1 orders$`

// Own calls it with one of its own.
func Own(ctx context.Context, db *sql.DB) error { // want Own:`^write new0 orders$`
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := Save(ctx, tx, 1); err != nil {
		return err
	}
	return tx.Commit()
}
