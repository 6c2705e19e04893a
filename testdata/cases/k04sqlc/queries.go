// Case k04sqlc: sqlc's Queries on a DBTX; a method of a service value bound to a transaction locks around its statements.
package k04sqlc

import (
	"context"
	"time"

	"github.com/bsm/redislock"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

type DBTX interface {
	Exec(context.Context, string, ...interface{}) (pgconn.CommandTag, error)
	Query(context.Context, string, ...interface{}) (pgx.Rows, error)
	QueryRow(context.Context, string, ...interface{}) pgx.Row
}

func New(db DBTX) *Queries { return &Queries{db: db} }

type Queries struct{ db DBTX }

func (q *Queries) WithTx(tx pgx.Tx) *Queries { return &Queries{db: tx} }

const spend = `-- name: Spend :exec
UPDATE budgets SET left_over = left_over - $2 WHERE id = $1
`

type SpendParams struct {
	ID     int64
	Amount int64
}

func (q *Queries) Spend(ctx context.Context, arg SpendParams) error {
	_, err := q.db.Exec(ctx, spend, arg.ID, arg.Amount)
	return err
}

type Budgets struct {
	pool  *pgxpool.Pool
	q     *Queries
	locks *redislock.Client
}

func (b *Budgets) Spend(ctx context.Context, id, n int64) error {
	return pgx.BeginFunc(ctx, b.pool, func(tx pgx.Tx) error {
		qtx := b.q.WithTx(tx)
		l, err := b.locks.Obtain(ctx, "budget", 5*time.Second, nil)
		if err != nil {
			return err
		}
		defer l.Release(context.WithoutCancel(ctx)) //bug:unlockbeforecommit/closure
		return qtx.Spend(ctx, SpendParams{ID: id, Amount: n})
	})
}

func (b *Budgets) spendLocked(ctx context.Context, q *Queries, id, n int64) error {
	l, err := b.locks.Obtain(ctx, "budget", 5*time.Second, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx)) //bug:unlockbeforecommit/callee
	return q.Spend(ctx, SpendParams{ID: id, Amount: n})
}

func (b *Budgets) SpendTwo(ctx context.Context, x, y, n int64) error {
	tx, err := b.pool.Begin(ctx)
	if err != nil {
		return err
	}
	defer tx.Rollback(ctx)
	q := b.q.WithTx(tx)
	if err := b.spendLocked(ctx, q, x, n); err != nil { //may:unlockbeforecommit
		return err
	}
	if err := b.spendLocked(ctx, q, y, n); err != nil { //may:unlockbeforecommit
		return err
	}
	return tx.Commit(ctx)
}

func (b *Budgets) spendPool(ctx context.Context, q *Queries, id, n int64) error {
	l, err := b.locks.Obtain(ctx, "budget", 5*time.Second, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	return q.Spend(ctx, SpendParams{ID: id, Amount: n})
}

func (b *Budgets) SpendPool(ctx context.Context, id, n int64) error {
	return b.spendPool(ctx, b.q, id, n)
}
