package order

import (
	"context"
	"errors"
	"log/slog"

	"example.com/shop/internal/lock"
)

// Expire cancels a stale order. Where another replica is at it, that is written down, and this one does it too: the
// pieces go back into the stock twice.
func (s *Service) Expire(ctx context.Context, id int64) error {
	key := lock.OrderKey(id)
	token, err := s.locks.Lock(ctx, key)
	if errors.Is(err, lock.ErrBusy) {
		slog.InfoContext(ctx, "another replica expires the order", "order", id)
	} else if err != nil {
		return err
	}
	defer s.locks.Unlock(ctx, key, token)
	return cancel(s.db.WithContext(ctx), id)
}

// ExpireFixed leaves the order to the other replica.
func (s *Service) ExpireFixed(ctx context.Context, id int64) error {
	key := lock.OrderKey(id)
	token, err := s.locks.Lock(ctx, key)
	if errors.Is(err, lock.ErrBusy) {
		slog.InfoContext(ctx, "another replica expires the order", "order", id)
		return nil
	} else if err != nil {
		return err
	}
	defer s.locks.Unlock(ctx, key, token)
	return cancel(s.db.WithContext(ctx), id)
}
