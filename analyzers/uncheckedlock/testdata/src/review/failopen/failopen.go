// Package failopen works without the lock where Redis cannot be asked.
package failopen

import (
	"context"
	"errors"
	"log"
	"time"

	"github.com/redis/go-redis/v9"
)

var errBusy = errors.New("busy")

type Shop struct{ rdb *redis.Client }

func (s *Shop) work(ctx context.Context) error { return s.rdb.Set(ctx, "a", 1, 0).Err() }

func (s *Shop) Inline(ctx context.Context) error {
	ok, err := s.rdb.SetNX(ctx, "lock:a", "me", time.Minute).Result() // want `^where lock "lock:a" could not be tried, the work goes on without it, beside another holder \(uncheckedlock/fail-open\)$`
	if err != nil {
		log.Println("redis is down", err)
	} else if !ok {
		return errBusy
	}
	defer s.rdb.Del(ctx, "lock:a")
	return s.work(ctx)
}

func (s *Shop) Lock(ctx context.Context) (bool, error) {
	ok, err := s.rdb.SetNX(ctx, "lock:a", "me", time.Minute).Result() // want `/fail-open\)$`
	if err != nil {
		return true, nil
	}
	if !ok {
		return false, nil
	}
	return true, nil
}

// Silent: it is said that the lock could not be tried.
func (s *Shop) TryLock(ctx context.Context) (bool, error) {
	return s.rdb.SetNX(ctx, "lock:a", "me", time.Minute).Result()
}
