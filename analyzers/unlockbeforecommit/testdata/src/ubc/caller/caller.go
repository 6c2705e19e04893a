// Package caller calls helpers that take and give back a lock inside of a transaction.
package caller

import (
	"context"
	"sync"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

type Locks struct{ mu sync.Mutex }

func (l *Locks) With(f func() error) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return f()
}

func Wrong(ctx context.Context, pool *pgxpool.Pool, l *Locks) error {
	return pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		/* timeline: acquire write release commit */ return l.With(func() error { // want `\(unlockbeforecommit/caller\)$`
			_, err := tx.Exec(ctx, "DELETE FROM carts")
			return err
		})
	})
}

func Right(ctx context.Context, pool *pgxpool.Pool, l *Locks) error {
	return l.With(func() error {
		return pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
			_, err := tx.Exec(ctx, "DELETE FROM carts")
			return err
		})
	})
}

// Beside runs something else under the lock.
func Beside(ctx context.Context, pool *pgxpool.Pool, l *Locks, f func() error) error {
	return pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		if err := l.With(f); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, "DELETE FROM carts")
		return err
	})
}
