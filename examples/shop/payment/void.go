package payment

import (
	"context"
	"fmt"

	"github.com/go-redsync/redsync/v4"

	"example.com/shop/internal/lock"
)

// Void builds the key by hand. The day lock.PaymentKey changes, a void and a capture of one payment run at once.
func (s *Service) Void(ctx context.Context, payment int64) error {
	key := fmt.Sprintf("lock:payment:%d", payment)
	m := s.rs.NewMutex(key, redsync.WithExpiry(lock.TTL))
	if err := m.LockContext(ctx); err != nil {
		return err
	}
	defer release(ctx, m)
	return s.void(ctx, payment)
}

// VoidFixed asks the function that builds all of them.
func (s *Service) VoidFixed(ctx context.Context, payment int64) error {
	m := s.mutex(payment)
	if err := m.LockContext(ctx); err != nil {
		return err
	}
	defer release(ctx, m)
	return s.void(ctx, payment)
}

func (s *Service) void(ctx context.Context, payment int64) error {
	_, err := s.pool.Exec(ctx, "UPDATE payments SET authorised = 0 WHERE id = $1 AND captured = 0", payment)
	return err
}
