// Package entclient works on the client that ent generates for a project.
package entclient

import (
	"context"
	"time"

	"github.com/bsm/redislock"

	"shopdb/ent"
	"shopdb/ent/stock"
)

type Shop struct {
	client *ent.Client
	locker *redislock.Client
}

func withTx(ctx context.Context, client *ent.Client, fn func(tx *ent.Tx) error) error {
	tx, err := client.Tx(ctx)
	if err != nil {
		return err
	}
	defer func() {
		if v := recover(); v != nil {
			tx.Rollback()
			panic(v)
		}
	}()
	if err := fn(tx); err != nil {
		tx.Rollback()
		return err
	}
	return tx.Commit()
}

func (s *Shop) Deferred(ctx context.Context, sku string, n int) (err error) {
	lock, err := s.locker.Obtain(ctx, "stock", time.Minute, nil)
	if err != nil {
		return err
	}
	defer lock.Release(ctx) // silent: the transaction has ended by then
	return withTx(ctx, s.client, func(tx *ent.Tx) error {
		_, err := tx.Stock.Update().Where(stock.Sku(sku)).AddQty(-n).Save(ctx)
		return err
	})
}

func (s *Shop) InClosure(ctx context.Context, sku string, n int) error {
	return withTx(ctx, s.client, func(tx *ent.Tx) error {
		lock, err := s.locker.Obtain(ctx, "stock", time.Minute, nil)
		if err != nil {
			return err
		}
		defer lock.Release(ctx) // want `lock "stock" is released before the transaction commits at line \d+: the next holder reads the old rows; lock and unlock around the transaction, not inside of it \(unlockbeforecommit/closure\)`
		_, err = tx.Stock.Update().Where(stock.Sku(sku)).AddQty(-n).Save(ctx)
		return err
	})
}

func (s *Shop) Early(ctx context.Context, id, n int) error {
	tx, err := s.client.Tx(ctx)
	if err != nil {
		return err
	}
	lock, err := s.locker.Obtain(ctx, "stock", time.Minute, nil)
	if err != nil {
		tx.Rollback()
		return err
	}
	row, err := tx.Client().Stock.Get(ctx, id)
	if err == nil {
		err = row.Update().SetQty(row.Qty - n).Exec(ctx)
	}
	lock.Release(ctx) // want `lock "stock" is released before the transaction commits at line \d+: the next holder reads the old rows; release it behind the commit \(unlockbeforecommit/order\)`
	if err != nil {
		tx.Rollback()
		return err
	}
	return tx.Commit()
}

// Outside the transaction the write is done when the call returns: silent, whatever is open beside it.
func (s *Shop) Beside(ctx context.Context, id, n int) error {
	tx, err := s.client.Tx(ctx)
	if err != nil {
		return err
	}
	lock, err := s.locker.Obtain(ctx, "stock", time.Minute, nil)
	if err != nil {
		tx.Rollback()
		return err
	}
	_, err = s.client.Stock.Create().SetQty(n).Save(ctx)
	lock.Release(ctx)
	if err != nil {
		tx.Rollback()
		return err
	}
	return tx.Commit()
}

// InHook releases behind the commit, where ent runs the hook: silent.
func (s *Shop) InHook(ctx context.Context, sku string) error {
	lock, err := s.locker.Obtain(ctx, "stock", time.Minute, nil)
	if err != nil {
		return err
	}
	tx, err := s.client.Tx(ctx)
	if err != nil {
		lock.Release(ctx)
		return err
	}
	tx.OnCommit(func(next ent.Committer) ent.Committer {
		return ent.CommitFunc(func(ctx context.Context, tx *ent.Tx) error {
			err := next.Commit(ctx, tx)
			lock.Release(ctx)
			return err
		})
	})
	if _, err := tx.Stock.Delete().Where(stock.Sku(sku)).Exec(ctx); err != nil {
		tx.Rollback()
		return err
	}
	return tx.Commit()
}
