// Package payment books captures, refunds and invoices, with pgx. Its locks are redsync's, on three Redis servers of their own.
package payment

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/go-redsync/redsync/v4"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"example.com/shop/internal/lock"
)

const endTime = 2 * time.Second

// ErrTooMuch tells that more would be captured than was authorised, or more refunded than captured.
var ErrTooMuch = errors.New("payment: more than there is")

// Service books payments.
type Service struct {
	pool *pgxpool.Pool
	rs   *redsync.Redsync
}

// New returns a Service.
func New(pool *pgxpool.Pool, rs *redsync.Redsync) *Service { return &Service{pool: pool, rs: rs} }

func (s *Service) mutex(payment int64) *redsync.Mutex {
	return s.rs.NewMutex(lock.PaymentKey(payment), redsync.WithExpiry(lock.TTL))
}

// release frees m, even when the request is over.
func release(ctx context.Context, m *redsync.Mutex) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), endTime)
	defer cancel()
	if ok, err := m.UnlockContext(ctx); err != nil || !ok {
		slog.WarnContext(ctx, "payment not released", "key", m.Name(), "err", err)
	}
}

// rollback undoes tx, even when the request is over, and returns err.
func rollback(ctx context.Context, tx pgx.Tx, err error) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), endTime)
	defer cancel()
	return errors.Join(err, tx.Rollback(ctx))
}

// Capture frees the payment before it commits: the next capture reads the old sum, and both are booked.
func (s *Service) Capture(ctx context.Context, payment, amount int64) error {
	m := s.mutex(payment)
	if err := m.LockContext(ctx); err != nil {
		return err
	}
	tx, err := s.pool.Begin(ctx)
	if err != nil {
		release(ctx, m)
		return err
	}
	if err := capture(ctx, tx, payment, amount); err != nil {
		err = rollback(ctx, tx, err)
		release(ctx, m)
		return err
	}
	release(ctx, m)
	return tx.Commit(ctx)
}

// CaptureFixed commits first.
func (s *Service) CaptureFixed(ctx context.Context, payment, amount int64) error {
	m := s.mutex(payment)
	if err := m.LockContext(ctx); err != nil {
		return err
	}
	tx, err := s.pool.Begin(ctx)
	if err != nil {
		release(ctx, m)
		return err
	}
	if err := capture(ctx, tx, payment, amount); err != nil {
		err = rollback(ctx, tx, err)
		release(ctx, m)
		return err
	}
	err = tx.Commit(ctx)
	release(ctx, m)
	return err
}

func capture(ctx context.Context, tx pgx.Tx, payment, amount int64) error {
	var authorised, captured int64
	err := tx.QueryRow(ctx, "SELECT authorised, captured FROM payments WHERE id = $1", payment).Scan(&authorised, &captured)
	if err != nil {
		return err
	}
	if captured+amount > authorised {
		return ErrTooMuch
	}
	_, err = tx.Exec(ctx, "UPDATE payments SET captured = $2 WHERE id = $1", payment, captured+amount)
	return err
}
