// Case oken02writes: what ent reads before a lock or under a mutex, and writes that need no more guard than they have.
package oken02writes

import (
	"context"
	"sync"
	"time"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/bsm/redislock"

	"locklintcases/okenclient/ent"
	"locklintcases/okenclient/ent/stock"
)

// Shop sells.
type Shop struct {
	mu     sync.Mutex
	client *ent.Client
	locker *redislock.Client
}

// ByKey reads the row before the lock, and takes nothing but its key from it.
func (s *Shop) ByKey(ctx context.Context, sku string, n int) error {
	row, err := s.client.Stock.Query().Where(stock.Sku(sku)).Only(ctx)
	if err != nil {
		return err
	}
	lock, err := s.locker.Obtain(ctx, stockKey(sku), 30*time.Second, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	return s.client.Stock.UpdateOne(row).SetQty(n).Exec(ctx)
}

// Again reads the row again under the lock.
func (s *Shop) Again(ctx context.Context, id, n int) error {
	row, err := s.client.Stock.Get(ctx, id)
	if err != nil {
		return err
	}
	lock, err := s.locker.Obtain(ctx, stockKey(row.Sku), 30*time.Second, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	row, err = s.client.Stock.Get(ctx, id)
	if err != nil {
		return err
	}
	return row.Update().SetQty(row.Qty - n).Exec(ctx)
}

// Upsert is atomic by itself.
func (s *Shop) Upsert(ctx context.Context, sku string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	there, err := s.client.Stock.Query().Where(stock.Sku(sku)).Exist(ctx)
	if err != nil || there {
		return err
	}
	return s.client.Stock.Create().SetSku(sku).SetQty(0).OnConflict(entsql.ConflictColumns("sku")).Ignore().Exec(ctx)
}

// Unique leaves it to the constraint.
func (s *Shop) Unique(ctx context.Context, sku string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	there, err := s.client.Stock.Query().Where(stock.Sku(sku)).Exist(ctx)
	if err != nil || there {
		return err
	}
	err = s.client.Stock.Create().SetSku(sku).SetQty(0).Exec(ctx)
	if ent.IsConstraintError(err) {
		return nil
	}
	return err
}

// Locked reads with FOR UPDATE in the transaction that writes.
func (s *Shop) Locked(ctx context.Context, sku string, n int) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	tx, err := s.client.Tx(ctx)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	row, err := tx.Stock.Query().Where(stock.Sku(sku)).ForUpdate().Only(ctx)
	if err != nil {
		return err
	}
	if err := row.Update().SetQty(row.Qty - n).Exec(ctx); err != nil {
		return err
	}
	return tx.Commit()
}

// Version is a conditional write on one row: ent says not found where it has changed.
func (s *Shop) Version(ctx context.Context, id, n int) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	row, err := s.client.Stock.Get(ctx, id)
	if err != nil {
		return err
	}
	return s.client.Stock.UpdateOneID(id).Where(stock.Qty(row.Qty)).SetQty(row.Qty - n).Exec(ctx)
}

func stockKey(sku string) string { return "lock:stock:" + sku }
