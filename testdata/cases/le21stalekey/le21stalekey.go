// Case le21stalekey: a stock in Redis is read before its lock and written back under it; a cache that looks the same is right.
package le21stalekey

import (
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/bsm/redislock"
	"github.com/redis/go-redis/v9"
)

var errEmpty = errors.New("sold out")

// Stock counts in Redis.
type Stock struct {
	rdb   *redis.Client
	locks *redislock.Client
}

func stockKey(sku string) string { return "stock:" + sku }

func lockKey(sku string) string { return "lock:stock:" + sku }

// Sell writes back what it read before the lock.
func (s *Stock) Sell(ctx context.Context, sku string, n int) (err error) {
	left, err := s.rdb.Get(ctx, stockKey(sku)).Int()
	if err != nil {
		return err
	}
	if left < n {
		return errEmpty
	}
	l, err := s.locks.Obtain(ctx, lockKey(sku), 5*time.Second, nil)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, l.Release(context.WithoutCancel(ctx))) }()
	return s.rdb.Set(ctx, stockKey(sku), left-n, 0).Err() //may:staleread
}

// SellRight reads under the lock.
func (s *Stock) SellRight(ctx context.Context, sku string, n int) (err error) {
	l, err := s.locks.Obtain(ctx, lockKey(sku), 5*time.Second, nil)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, l.Release(context.WithoutCancel(ctx))) }()
	left, err := s.rdb.Get(ctx, stockKey(sku)).Int()
	if err != nil {
		return err
	}
	if left < n {
		return errEmpty
	}
	return s.rdb.Set(ctx, stockKey(sku), left-n, 0).Err()
}

// SellRelative reads only to fail early.
func (s *Stock) SellRelative(ctx context.Context, sku string, n int) (err error) {
	left, err := s.rdb.Get(ctx, stockKey(sku)).Int()
	if err != nil {
		return err
	}
	if left < n {
		return errEmpty
	}
	l, err := s.locks.Obtain(ctx, lockKey(sku), 5*time.Second, nil)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, l.Release(context.WithoutCancel(ctx))) }()
	return s.rdb.DecrBy(ctx, stockKey(sku), int64(n)).Err()
}

// Price fills a cache by who gets the lock.
func (s *Stock) Price(ctx context.Context, sku string, ask func(context.Context, string) (int, error)) (price int, err error) {
	text, err := s.rdb.Get(ctx, "price:"+sku).Result()
	if err == nil {
		return strconv.Atoi(text)
	}
	if !errors.Is(err, redis.Nil) {
		return 0, err
	}
	l, err := s.locks.Obtain(ctx, "lock:price:"+sku, 5*time.Second, nil)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, l.Release(context.WithoutCancel(ctx))) }()
	price, err = ask(ctx, sku)
	if err != nil {
		return 0, err
	}
	return price, s.rdb.Set(ctx, "price:"+sku, price, time.Minute).Err()
}

// Refresh writes a cache anew that is too old.
func (s *Stock) Refresh(ctx context.Context, sku string, ask func(context.Context, string) (int, error)) (err error) {
	age, err := s.rdb.Get(ctx, "age:"+sku).Int()
	if err == nil && age < 10 {
		return nil
	}
	l, err := s.locks.Obtain(ctx, "lock:age:"+sku, 5*time.Second, nil)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, l.Release(context.WithoutCancel(ctx))) }()
	n, err := ask(ctx, sku)
	if err != nil {
		return err
	}
	return s.rdb.Set(ctx, "age:"+sku, n, time.Minute).Err()
}
