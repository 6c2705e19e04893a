// Case en01order: ent transactions whose lock is given back before the commit, by defer order or by hand.
package en01order

import (
	"context"
	"errors"
	"time"

	"github.com/bsm/redislock"

	"locklintcases/okenclient/ent"
	"locklintcases/okenclient/ent/stock"
)

// Shop sells.
type Shop struct {
	client *ent.Client
	locker *redislock.Client
}

// Sell commits in a defer that was registered before that of the lock, and so runs after it.
func (s *Shop) Sell(ctx context.Context, sku string, n int) (err error) {
	tx, err := s.client.Tx(ctx)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = tx.Rollback()
			return
		}
		err = tx.Commit()
	}()
	lock, err := s.locker.Obtain(ctx, stockKey(sku), 30*time.Second, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx)) //bug:unlockbeforecommit/defer-order
	row, err := tx.Stock.Query().Where(stock.Sku(sku)).Only(ctx)
	if err != nil {
		return err
	}
	if row.Qty < n {
		return errors.New("sold out")
	}
	return tx.Stock.UpdateOne(row).SetQty(row.Qty - n).Exec(ctx)
}

// Refill gives the lock back by hand; the rows are changed through the entity, which keeps the transaction.
func (s *Shop) Refill(ctx context.Context, sku string, n int) error {
	lock, err := s.locker.Obtain(ctx, stockKey(sku), 30*time.Second, nil)
	if err != nil {
		return err
	}
	tx, err := s.client.BeginTx(ctx, nil)
	if err != nil {
		_ = lock.Release(ctx)
		return err
	}
	row, err := tx.Stock.Query().Where(stock.SkuEQ(sku)).ForUpdate().First(ctx)
	if err == nil {
		_, err = row.Update().AddQty(n).Save(ctx)
	}
	if err != nil {
		_ = tx.Rollback()
		_ = lock.Release(ctx)
		return err
	}
	_ = lock.Release(ctx) //bug:unlockbeforecommit/order
	return tx.Commit()
}

// Drop works through the client of the transaction.
func (s *Shop) Drop(ctx context.Context, sku string) error {
	lock, err := s.locker.Obtain(ctx, stockKey(sku), 30*time.Second, nil)
	if err != nil {
		return err
	}
	tx, err := s.client.Tx(ctx)
	if err != nil {
		_ = lock.Release(ctx)
		return err
	}
	n, err := drop(ctx, tx.Client(), sku)
	_ = lock.Release(ctx) //bug:unlockbeforecommit/order
	if err != nil || n == 0 {
		_ = tx.Rollback()
		return err
	}
	return tx.Commit()
}

func drop(ctx context.Context, client *ent.Client, sku string) (int, error) {
	return client.Stock.Delete().Where(stock.Sku(sku)).Exec(ctx)
}

func stockKey(sku string) string { return "lock:stock:" + sku }
