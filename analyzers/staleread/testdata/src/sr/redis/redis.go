// Package redis reads keys of Redis before a lock and sets them under it.
package redis

import (
	"context"
	"time"

	"github.com/bsm/redislock"
	"github.com/redis/go-redis/v9"
)

type S struct {
	rdb   *redis.Client
	locks *redislock.Client
}

// Silent: it looks like a cache that is filled, as far as memory is followed.
func (s *S) Sell(ctx context.Context) error {
	left, err := s.rdb.Get(ctx, "stock").Int()
	if err != nil {
		return err
	}
	l, err := s.locks.Obtain(ctx, "lock:stock", time.Second, nil)
	if err != nil {
		return err
	}
	defer l.Release(ctx)
	return s.rdb.Set(ctx, "stock", left-1, 0).Err()
}

// Silent: what is set comes from elsewhere, a cache that is filled by who gets the lock.
func (s *S) Fill(ctx context.Context, ask func(context.Context) (int, error)) (price int, err error) {
	if price, err := s.rdb.Get(ctx, "price").Int(); err == nil {
		return price, nil
	}
	l, err := s.locks.Obtain(ctx, "lock:price", time.Second, nil)
	if err != nil {
		return 0, err
	}
	defer l.Release(ctx)
	price, err = ask(ctx)
	if err != nil {
		return 0, err
	}
	return price, s.rdb.Set(ctx, "price", price, 0).Err()
}

// Silent: a literal that runs under another lock of the function around it.
func (s *S) Inner(ctx context.Context) error {
	return s.within(ctx, "lock:outer", func() error {
		left, err := s.rdb.Get(ctx, "stock").Int()
		if err != nil {
			return err
		}
		return s.within(ctx, "lock:stock", func() error { return s.rdb.Set(ctx, "stock", left-1, 0).Err() })
	})
}

func (s *S) within(ctx context.Context, key string, work func() error) error {
	l, err := s.locks.Obtain(ctx, key, time.Second, nil)
	if err != nil {
		return err
	}
	defer l.Release(ctx)
	return work()
}
