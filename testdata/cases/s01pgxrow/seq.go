// Case s01pgxrow: try-lock and unlock of a session lock through pgx.BeginFunc's transaction, the unlock in a deferred QueryRow.
package s01pgxrow

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

const (
	lockSQL   = `SELECT pg_try_advisory_lock($1, $2)`
	unlockSQL = `select pg_advisory_unlock($1, $2)`
)

var errBusy = errors.New("busy")

func Next(ctx context.Context, pool *pgxpool.Pool, ns int32, id int32) (n int64, err error) {
	err = pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		var ok bool
		if err := tx.QueryRow(ctx, lockSQL, ns, id).Scan(&ok); err != nil {
			return err
		}
		if !ok {
			return errBusy
		}
		defer func() { //bug:unlockbeforecommit/session
			var freed bool
			_ = tx.QueryRow(context.WithoutCancel(ctx), unlockSQL, ns, id).Scan(&freed)
		}()
		return tx.QueryRow(ctx, "UPDATE seqs SET n = n + 1 WHERE ns = $1 AND id = $2 RETURNING n", ns, id).Scan(&n)
	})
	return n, err
}

func NextXact(ctx context.Context, pool *pgxpool.Pool, ns int32, id int32) (n int64, err error) {
	err = pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		var ok bool
		if err := tx.QueryRow(ctx, `SELECT pg_try_advisory_xact_lock($1, $2)`, ns, id).Scan(&ok); err != nil {
			return err
		}
		if !ok {
			return errBusy
		}
		return tx.QueryRow(ctx, "UPDATE seqs SET n = n + 1 WHERE ns = $1 AND id = $2 RETURNING n", ns, id).Scan(&n)
	})
	return n, err
}
