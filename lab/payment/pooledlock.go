package payment

import (
	"context"
	"errors"

	"github.com/locklint/locklint/lab/lock"
)

// Bill locks and frees on whatever connection the pool has at hand: pool.
func (s *Service) Bill(ctx context.Context, order int64) error {
	if _, err := s.pg.Exec(ctx, "select pg_advisory_lock($1)", order); err != nil {
		return err
	}
	err := s.settle(ctx, s.pg, order)
	var freed bool
	return errors.Join(err, s.pg.QueryRow(context.WithoutCancel(ctx), "select pg_advisory_unlock($1)", order).Scan(&freed))
}

// BillFixed keeps one connection for both.
func (s *Service) BillFixed(ctx context.Context, order int64) error {
	conn, err := s.pg.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	if _, err := conn.Exec(ctx, "select pg_advisory_lock($1)", order); err != nil {
		return err
	}
	return errors.Join(s.settle(ctx, conn, order), unlock(ctx, conn, order))
}

// Invoice forgets the lock when the gateway fails; it goes back to the pool with the connection: returned-locked.
func (s *Service) Invoice(ctx context.Context, order int64) error {
	conn, err := s.pg.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	var ok bool
	if err := conn.QueryRow(ctx, "select pg_try_advisory_lock($1)", order).Scan(&ok); err != nil {
		return err
	}
	if !ok {
		return lock.ErrBusy
	}
	if err := s.settle(ctx, conn, order); err != nil {
		return err
	}
	return unlock(ctx, conn, order)
}

// InvoiceFixed frees it on every way out.
func (s *Service) InvoiceFixed(ctx context.Context, order int64) error {
	conn, err := s.pg.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	var ok bool
	if err := conn.QueryRow(ctx, "select pg_try_advisory_lock($1)", order).Scan(&ok); err != nil {
		return err
	}
	if !ok {
		return lock.ErrBusy
	}
	return errors.Join(s.settle(ctx, conn, order), unlock(ctx, conn, order))
}
