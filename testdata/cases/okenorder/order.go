// Case okenorder: ent transactions that end before their lock is given back, or that only roll back.
package okenorder

import (
	"context"
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

// Sell: the defer of the lock was registered first and runs last.
func (s *Shop) Sell(ctx context.Context, sku string, n int) error {
	lock, err := s.locker.Obtain(ctx, stockKey(sku), 30*time.Second, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	tx, err := s.client.Tx(ctx)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.Stock.Update().Where(stock.Sku(sku)).AddQty(-n).Save(ctx); err != nil {
		return err
	}
	return tx.Commit()
}

// Hooked gives the lock back behind the commit, in a hook, and in another one behind the rollback.
func (s *Shop) Hooked(ctx context.Context, sku string, n int) error {
	lock, err := s.locker.Obtain(ctx, stockKey(sku), 30*time.Second, nil)
	if err != nil {
		return err
	}
	tx, err := s.client.Tx(ctx)
	if err != nil {
		_ = lock.Release(ctx)
		return err
	}
	tx.OnCommit(func(next ent.Committer) ent.Committer {
		return ent.CommitFunc(func(ctx context.Context, tx *ent.Tx) error {
			err := next.Commit(ctx, tx)
			_ = lock.Release(ctx)
			return err
		})
	})
	tx.OnRollback(func(next ent.Rollbacker) ent.Rollbacker {
		return ent.RollbackFunc(func(ctx context.Context, tx *ent.Tx) error {
			err := next.Rollback(ctx, tx)
			_ = lock.Release(ctx)
			return err
		})
	})
	if err := tx.Stock.Update().Where(stock.Sku(sku)).AddQty(-n).Exec(ctx); err != nil {
		_ = tx.Rollback()
		return err
	}
	return tx.Commit()
}

// Beside: the transaction is open, but what is done under the lock is done by the client, at once.
func (s *Shop) Beside(ctx context.Context, sku string, n int) error {
	tx, err := s.client.Tx(ctx)
	if err != nil {
		return err
	}
	if err := tx.Stock.Create().SetSku(sku).SetQty(0).Exec(ctx); err != nil {
		_ = tx.Rollback()
		return err
	}
	if err := s.count(ctx, sku, n); err != nil {
		_ = tx.Rollback()
		return err
	}
	return tx.Commit()
}

func (s *Shop) count(ctx context.Context, sku string, n int) error {
	lock, err := s.locker.Obtain(ctx, "lock:count:"+sku, 30*time.Second, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	return s.client.Stock.Update().Where(stock.Sku(sku)).AddQty(n).Exec(ctx)
}

// Looks only reads and never commits.
func (s *Shop) Looks(ctx context.Context, sku string) (int, error) {
	lock, err := s.locker.Obtain(ctx, stockKey(sku), 30*time.Second, nil)
	if err != nil {
		return 0, err
	}
	tx, err := s.client.Tx(ctx)
	if err != nil {
		_ = lock.Release(ctx)
		return 0, err
	}
	row, err := tx.Stock.Query().Where(stock.Sku(sku)).ForShare().Only(ctx)
	_ = lock.Release(ctx)
	_ = tx.Rollback()
	if ent.IsNotFound(err) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	return row.Unwrap().Qty, nil
}

func stockKey(sku string) string { return "lock:stock:" + sku }

// Helped leaves the registering to a helper.
func (s *Shop) Helped(ctx context.Context, sku string, n int) error {
	lock, err := s.locker.Obtain(ctx, stockKey(sku), 30*time.Second, nil)
	if err != nil {
		return err
	}
	tx, err := s.client.Tx(ctx)
	if err != nil {
		_ = lock.Release(ctx)
		return err
	}
	afterEnd(tx, func() { _ = lock.Release(context.WithoutCancel(ctx)) })
	if err := tx.Stock.Update().Where(stock.Sku(sku)).AddQty(-n).Exec(ctx); err != nil {
		_ = tx.Rollback()
		return err
	}
	return tx.Commit()
}

func afterEnd(tx *ent.Tx, f func()) {
	tx.OnCommit(func(next ent.Committer) ent.Committer {
		return ent.CommitFunc(func(ctx context.Context, tx *ent.Tx) error {
			defer f()
			return next.Commit(ctx, tx)
		})
	})
	tx.OnRollback(func(next ent.Rollbacker) ent.Rollbacker {
		return ent.RollbackFunc(func(ctx context.Context, tx *ent.Tx) error {
			defer f()
			return next.Rollback(ctx, tx)
		})
	})
}
