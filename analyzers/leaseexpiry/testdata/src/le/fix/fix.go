// Package fix gives keys their expiry by a second command.
package fix

import (
	"context"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

var errBusy = errors.New("busy")

const life = time.Minute

type Store struct{ rdb *redis.Client }

func (s *Store) Plain(ctx context.Context, id string) error {
	key := "lock:" + id
	ok, err := s.rdb.SetNX(ctx, key, "me", 0).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errBusy
	}
	s.rdb.Expire(ctx, key, life) // want `two-step`
	return nil
}

func (s *Store) Init(ctx context.Context, key string, ttl time.Duration) error {
	if ok, err := s.rdb.SetNX(ctx, "lock:"+key, "me", 0).Result(); err != nil || !ok {
		return errBusy
	}
	// The lock lives as long as the caller says.
	s.rdb.Expire(ctx, "lock:"+key, ttl) // want `two-step`
	return nil
}

// No fix: somebody looks at how it went.
func (s *Store) Looks(ctx context.Context, key string) error {
	ok, err := s.rdb.SetNX(ctx, "lock:"+key, "me", 0).Result()
	if err != nil || !ok {
		return errBusy
	}
	return s.rdb.Expire(ctx, "lock:"+key, life).Err() // want `two-step`
}

// No fix: what stands between the two would no longer happen before the lock has its life.
func (s *Store) Between(ctx context.Context, key string, note func()) error {
	ok, err := s.rdb.SetNX(ctx, "lock:"+key, "me", 0).Result()
	if err != nil || !ok {
		return errBusy
	}
	note()
	s.rdb.Expire(ctx, "lock:"+key, life) // want `two-step`
	return nil
}

// No fix: who does not get the lock gives it a new life too, and would not any more.
func (s *Store) Always(ctx context.Context, key string) (bool, error) {
	ok, err := s.rdb.SetNX(ctx, "lock:"+key, "me", 0).Result()
	if err != nil {
		return false, err
	}
	s.rdb.Expire(ctx, "lock:"+key, life) // want `two-step`
	return ok, nil
}

// No fix: the life is computed later.
func (s *Store) Computed(ctx context.Context, key string, next func() time.Duration) error {
	ok, err := s.rdb.SetNX(ctx, "lock:"+key, "me", 0).Result()
	if err != nil || !ok {
		return errBusy
	}
	s.rdb.Expire(ctx, "lock:"+key, next()) // want `two-step`
	return nil
}
