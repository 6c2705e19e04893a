// Case o16runnerorder: a lock runner between an explicit Begin and Commit has freed the lock when Commit runs.
package o16runnerorder

import (
	"context"
	"database/sql"
	"time"

	"github.com/bsm/redislock"
)

type Guard struct{ c *redislock.Client }

func (g *Guard) Do(ctx context.Context, key string, fn func() error) error {
	l, err := g.c.Obtain(ctx, key, 10*time.Second, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	return fn()
}

type Shop struct {
	db *sql.DB
	g  *Guard
}

func (s *Shop) Buy(ctx context.Context, sku string) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	err = s.g.Do(ctx, "sku:"+sku, func() error { //bug:unlockbeforecommit/order
		_, err := tx.ExecContext(ctx, "UPDATE stock SET qty = qty - 1 WHERE sku = $1", sku)
		return err
	})
	if err != nil {
		return err
	}
	return tx.Commit()
}

func (s *Shop) BuyRight(ctx context.Context, sku string) error {
	return s.g.Do(ctx, "sku:"+sku, func() error { //may:keytemplate
		tx, err := s.db.BeginTx(ctx, nil)
		if err != nil {
			return err
		}
		defer tx.Rollback()
		if _, err := tx.ExecContext(ctx, "UPDATE stock SET qty = qty - 1 WHERE sku = $1", sku); err != nil {
			return err
		}
		return tx.Commit()
	})
}
