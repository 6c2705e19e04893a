package payment

import (
	"context"
	"fmt"
	"time"
)

const remember = 24 * time.Hour

func callbackKey(order int64) string { return fmt.Sprintf("callback:%d", order) }

// Callback is called again by the gateway until it succeeds. A failure keeps the claim, so that the second call looks like a
// duplicate: stuck.
func (s *Service) Callback(ctx context.Context, order int64) error {
	first, err := s.rdb.SetNX(ctx, callbackKey(order), 1, remember).Result()
	if err != nil {
		return err
	}
	if !first {
		return nil
	}
	return s.book(ctx, order)
}

// CallbackFixed gives the claim back.
func (s *Service) CallbackFixed(ctx context.Context, order int64) error {
	first, err := s.rdb.SetNX(ctx, callbackKey(order), 1, remember).Result()
	if err != nil {
		return err
	}
	if !first {
		return nil
	}
	if err := s.book(ctx, order); err != nil {
		s.rdb.Del(context.WithoutCancel(ctx), callbackKey(order))
		return err
	}
	return nil
}

func (s *Service) book(ctx context.Context, order int64) error {
	if err := s.charge(ctx, order); err != nil {
		return err
	}
	_, err := s.pg.Exec(ctx, "insert into payments (order_id, cents) values ($1, 100)", order)
	return err
}
