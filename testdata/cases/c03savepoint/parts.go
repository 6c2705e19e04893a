// Case c03savepoint: what is done in a savepoint belongs to the transaction around it, also where only the type of a parameter, or only the value behind an interface, says that there is one.
package c03savepoint

import (
	"context"

	"github.com/go-redsync/redsync/v4"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

type Parts struct {
	pool *pgxpool.Pool
	rs   *redsync.Redsync
}

// Take gets the transaction of its caller, and leaves its own part of it out where it fails.
func (p *Parts) Take(ctx context.Context, tx pgx.Tx, id int64) error {
	m := p.rs.NewMutex("parts")
	if err := m.LockContext(ctx); err != nil {
		return err
	}
	defer m.UnlockContext(context.WithoutCancel(ctx)) //bug:unlockbeforecommit/callee
	part, err := tx.Begin(ctx)
	if err != nil {
		return err
	}
	defer part.Rollback(context.WithoutCancel(ctx))
	if _, err := part.Exec(ctx, "UPDATE parts SET n = n - 1 WHERE id = $1", id); err != nil {
		return err
	}
	return part.Commit(ctx)
}

// beginner is a pool or a transaction.
type beginner interface {
	Begin(ctx context.Context) (pgx.Tx, error)
}

// Swap commits the part, unlocks, and commits the whole.
func (p *Parts) Swap(ctx context.Context, id int64) error {
	tx, err := p.pool.Begin(ctx)
	if err != nil {
		return err
	}
	defer tx.Rollback(context.WithoutCancel(ctx))
	m := p.rs.NewMutex("parts")
	if err := m.LockContext(ctx); err != nil {
		return err
	}
	var on beginner = tx
	part, err := on.Begin(ctx)
	if err == nil {
		if _, err = part.Exec(ctx, "UPDATE parts SET n = n - 1 WHERE id = $1", id); err == nil {
			err = part.Commit(ctx)
		}
	}
	_, _ = m.UnlockContext(context.WithoutCancel(ctx)) //bug:unlockbeforecommit/order
	if err != nil {
		return err
	}
	return tx.Commit(ctx)
}

// Whole begins on the pool what is no part of anything.
func (p *Parts) Whole(ctx context.Context, id int64) error {
	m := p.rs.NewMutex("parts")
	if err := m.LockContext(ctx); err != nil {
		return err
	}
	defer m.UnlockContext(context.WithoutCancel(ctx))
	var on beginner = p.pool
	tx, err := on.Begin(ctx)
	if err != nil {
		return err
	}
	defer tx.Rollback(context.WithoutCancel(ctx))
	if _, err := tx.Exec(ctx, "UPDATE parts SET n = n - 1 WHERE id = $1", id); err != nil {
		return err
	}
	return tx.Commit(ctx)
}
