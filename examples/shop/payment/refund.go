package payment

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// end commits tx if *err is nil and rolls it back if not.
func end(ctx context.Context, tx pgx.Tx, err *error) {
	if *err != nil {
		*err = rollback(ctx, tx, *err)
		return
	}
	*err = tx.Commit(ctx)
}

// Refund defers the unlock after the commit, so it runs before it: deferred calls run last in, first out.
func (s *Service) Refund(ctx context.Context, payment, amount int64) (err error) {
	tx, err := s.pool.Begin(ctx)
	if err != nil {
		return err
	}
	defer end(ctx, tx, &err)
	m := s.mutex(payment)
	if err := m.LockContext(ctx); err != nil {
		return err
	}
	defer release(ctx, m)
	return refund(ctx, tx, payment, amount)
}

// RefundFixed takes the lock first, so that its deferred unlock runs last.
func (s *Service) RefundFixed(ctx context.Context, payment, amount int64) (err error) {
	m := s.mutex(payment)
	if err := m.LockContext(ctx); err != nil {
		return err
	}
	defer release(ctx, m)
	tx, err := s.pool.Begin(ctx)
	if err != nil {
		return err
	}
	defer end(ctx, tx, &err)
	return refund(ctx, tx, payment, amount)
}

func refund(ctx context.Context, tx pgx.Tx, payment, amount int64) error {
	var captured, refunded int64
	err := tx.QueryRow(ctx, "SELECT captured, refunded FROM payments WHERE id = $1", payment).Scan(&captured, &refunded)
	if err != nil {
		return err
	}
	if refunded+amount > captured {
		return ErrTooMuch
	}
	_, err = tx.Exec(ctx, "UPDATE payments SET refunded = $2 WHERE id = $1", payment, refunded+amount)
	return err
}
