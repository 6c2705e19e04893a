// Case en02withtx: the helper WithTx of ent's documentation, and a lock that is given back inside of it, or by a callee of it.
package en02withtx

import (
	"context"
	"fmt"
	"time"

	"github.com/bsm/redislock"

	"locklintcases/okenclient/ent"
	"locklintcases/okenclient/ent/stock"
)

// WithTx runs fn in a transaction.
func WithTx(ctx context.Context, client *ent.Client, fn func(tx *ent.Tx) error) error {
	tx, err := client.Tx(ctx)
	if err != nil {
		return err
	}
	defer func() {
		if v := recover(); v != nil {
			_ = tx.Rollback()
			panic(v)
		}
	}()
	if err := fn(tx); err != nil {
		if rerr := tx.Rollback(); rerr != nil {
			err = fmt.Errorf("%w: rolling back transaction: %v", err, rerr)
		}
		return err
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("committing transaction: %w", err)
	}
	return nil
}

// Shop sells.
type Shop struct {
	client *ent.Client
	locker *redislock.Client
}

// Inside takes and releases in the closure; the commit comes behind it.
func (s *Shop) Inside(ctx context.Context, sku string, n int) error {
	return WithTx(ctx, s.client, func(tx *ent.Tx) error {
		lock, err := s.locker.Obtain(ctx, stockKey(sku), 30*time.Second, nil)
		if err != nil {
			return err
		}
		defer lock.Release(context.WithoutCancel(ctx)) //bug:unlockbeforecommit/closure
		return tx.Stock.Update().Where(stock.Sku(sku)).AddQty(-n).Exec(ctx)
	})
}

// Around holds the lock until the transaction has ended.
func (s *Shop) Around(ctx context.Context, sku string, n int) error {
	lock, err := s.locker.Obtain(ctx, stockKey(sku), 30*time.Second, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	return WithTx(ctx, s.client, func(tx *ent.Tx) error {
		return s.take(ctx, tx.Client(), sku, n)
	})
}

// Callee leaves it to a function that is given the client of the transaction.
func (s *Shop) Callee(ctx context.Context, sku string, n int) error {
	return WithTx(ctx, s.client, func(tx *ent.Tx) error {
		return s.lockAndTake(ctx, tx, sku, n)
	})
}

func (s *Shop) lockAndTake(ctx context.Context, tx *ent.Tx, sku string, n int) error {
	lock, err := s.locker.Obtain(ctx, stockKey(sku), 30*time.Second, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx)) //bug:unlockbeforecommit/callee
	return s.take(ctx, tx.Client(), sku, n)
}

func (s *Shop) take(ctx context.Context, client *ent.Client, sku string, n int) error {
	return client.Stock.Update().Where(stock.Sku(sku), stock.QtyGTE(n)).AddQty(-n).Exec(ctx)
}

func stockKey(sku string) string { return "lock:stock:" + sku }
