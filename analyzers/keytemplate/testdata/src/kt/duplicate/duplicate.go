// Package duplicate builds one key in several functions.
package duplicate

import (
	"context"
	"fmt"
	"time"

	"github.com/bsm/redislock"
	"github.com/redis/go-redis/v9"

	"kt/stock"
)

type Service struct {
	locks *redislock.Client
	rdb   *redis.Client
}

func (s *Service) enqueue(ctx context.Context, account int64) error {
	key := fmt.Sprintf("locks:acct:%d", account)
	return s.rdb.SetNX(ctx, key, "1", time.Minute).Err()
}

func (s *Service) handle(ctx context.Context, account int64) error {
	return s.rdb.Del(ctx, fmt.Sprintf("locks:acct:%d", account)).Err() /* timeline: first again */ // want `lock key "locks:acct:\{\}" is built by hand here and in Service.enqueue at line 21: .*, assuming that the two mean one lock`
}

func (s *Service) third(ctx context.Context, account int64) (*redislock.Lock, error) {
	return s.locks.Obtain(ctx, fmt.Sprintf("locks:acct:%d", account), time.Second, nil) // want `here and in Service.enqueue`
}

func (s *Service) imported(ctx context.Context, sku string) error {
	if err := stock.Take(ctx, s.locks, sku); err != nil {
		return err
	}
	l, err := s.locks.Obtain(ctx, "lock:sku:"+sku, time.Second, nil) // want `is built by hand here and in stock.Take`
	if err != nil {
		return err
	}
	return l.Release(ctx)
}

// Silent: one function that builds it twice.
func (s *Service) twice(ctx context.Context, id string) error {
	if err := s.rdb.SetNX(ctx, "locks:twice:"+id, "1", time.Minute).Err(); err != nil {
		return err
	}
	return s.rdb.Del(ctx, "locks:twice:"+id).Err()
}

// Silent: wrappers that put their prefix in front of a key that they are given.
func (s *Service) take(ctx context.Context, key string) error {
	return s.rdb.SetNX(ctx, "mine:"+key, "1", time.Minute).Err()
}

func (s *Service) give(ctx context.Context, key string) error {
	return s.rdb.Del(ctx, "mine:"+key).Err()
}

// Silent: nobody locks by it.
func (s *Service) cached(ctx context.Context, id string) error {
	return s.rdb.Set(ctx, "cache:"+id, "1", 0).Err()
}

func (s *Service) forget(ctx context.Context, id string) error {
	return s.rdb.Del(ctx, "cache:"+id).Err()
}

// Silent: the text has nothing but punctuation in common.
func (s *Service) pair(ctx context.Context, a, b string) error {
	return s.rdb.SetNX(ctx, a+":"+b, "1", time.Minute).Err()
}

func (s *Service) pairAgain(ctx context.Context, a, b string) error {
	return s.rdb.SetNX(ctx, a+":"+b, "1", time.Minute).Err()
}
