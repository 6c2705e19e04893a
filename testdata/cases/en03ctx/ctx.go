// Case en03ctx: the transaction of ent travels in the context; a repository picks it up, or the client where there is none.
package en03ctx

import (
	"context"
	"time"

	"github.com/bsm/redislock"

	"locklintcases/okenclient/ent"
	"locklintcases/okenclient/ent/stock"
)

// Repo reads and writes.
type Repo struct{ client *ent.Client }

func (r *Repo) db(ctx context.Context) *ent.Client {
	if tx := ent.TxFromContext(ctx); tx != nil {
		return tx.Client()
	}
	return r.client
}

// Take lowers the stock.
func (r *Repo) Take(ctx context.Context, sku string, n int) error {
	return r.db(ctx).Stock.Update().Where(stock.Sku(sku)).AddQty(-n).Exec(ctx)
}

// InTx runs fn in a transaction that the context carries.
func (r *Repo) InTx(ctx context.Context, fn func(ctx context.Context) error) error {
	tx, err := r.client.Tx(ctx)
	if err != nil {
		return err
	}
	if err := fn(ent.NewTxContext(ctx, tx)); err != nil {
		_ = tx.Rollback()
		return err
	}
	return tx.Commit()
}

// Service sells.
type Service struct {
	repo   *Repo
	locker *redislock.Client
}

// Sell gives the lock back in the closure.
func (s *Service) Sell(ctx context.Context, sku string, n int) error {
	return s.repo.InTx(ctx, func(ctx context.Context) error {
		lock, err := s.locker.Obtain(ctx, stockKey(sku), 30*time.Second, nil)
		if err != nil {
			return err
		}
		defer lock.Release(context.WithoutCancel(ctx)) //bug:unlockbeforecommit/closure
		return s.repo.Take(ctx, sku, n)
	})
}

// Outside: the lock is around it all.
func (s *Service) Outside(ctx context.Context, sku string, n int) error {
	lock, err := s.locker.Obtain(ctx, stockKey(sku), 30*time.Second, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	return s.repo.InTx(ctx, func(ctx context.Context) error { return s.repo.Take(ctx, sku, n) })
}

// Alone: without a transaction the write is done when the call returns.
func (s *Service) Alone(ctx context.Context, sku string, n int) error {
	lock, err := s.locker.Obtain(ctx, stockKey(sku), 30*time.Second, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	return s.repo.Take(ctx, sku, n)
}

func stockKey(sku string) string { return "lock:stock:" + sku }
