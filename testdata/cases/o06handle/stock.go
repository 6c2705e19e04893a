// Case o06handle: a handle struct of another package, taken with functional options, is unlocked before Commit.
package o06handle

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"locklintcases/o06handle/dlock"
)

type Stock struct {
	pool  *pgxpool.Pool
	locks *dlock.Manager
}

func (s *Stock) Take(ctx context.Context, sku string, n int) error {
	h, err := s.locks.Acquire(ctx, "stock:"+sku, dlock.WithTTL(5*time.Second), dlock.WithRetry(50*time.Millisecond, 20))
	if err != nil {
		return err
	}
	tx, err := s.pool.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.ReadCommitted})
	if err != nil {
		return errors.Join(err, h.Unlock(ctx))
	}
	if err := take(ctx, tx, sku, n); err != nil {
		return errors.Join(err, tx.Rollback(ctx), h.Unlock(ctx))
	}
	if err := h.Unlock(ctx); err != nil { //bug:unlockbeforecommit/order
		return errors.Join(err, tx.Rollback(ctx))
	}
	return tx.Commit(ctx)
}

func (s *Stock) TakeRight(ctx context.Context, sku string, n int) error {
	h, err := s.locks.Acquire(ctx, "stock:"+sku, dlock.WithTTL(5*time.Second)) //may:keytemplate
	if err != nil {
		return err
	}
	tx, err := s.pool.Begin(ctx)
	if err != nil {
		return errors.Join(err, h.Unlock(ctx))
	}
	if err := take(ctx, tx, sku, n); err != nil {
		return errors.Join(err, tx.Rollback(ctx), h.Unlock(ctx))
	}
	return errors.Join(tx.Commit(ctx), h.Unlock(ctx))
}

func take(ctx context.Context, tx pgx.Tx, sku string, n int) error {
	batch := &pgx.Batch{}
	batch.Queue("UPDATE stock SET qty = qty - $2 WHERE sku = $1", sku, n)
	batch.Queue("INSERT INTO moves (sku, n) VALUES ($1, $2)", sku, n)
	return tx.SendBatch(ctx, batch).Close()
}
