// Package cache is a store behind an interface; its lock is a key that anybody can delete.
package cache

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"
)

// Key joins the parts of a key.
func Key(args ...string) string { return strings.Join(args, ":") }

// Store is what the services see.
type Store interface {
	Delete(key string) error
	Lock(key string, ttl time.Duration, retries int) (bool, error)
	Unlock(key string) error
}

// RedisStore is the Store in Redis.
type RedisStore struct{ Client *redis.Client }

// Delete deletes any key.
func (s *RedisStore) Delete(key string) error {
	if err := s.Client.Del(context.Background(), key).Err(); err != nil {
		return fmt.Errorf("delete %s: %w", key, err)
	}
	return nil
}

func wrap(err error, key string) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("lock %s: %w", key, err)
}

// Lock tries a few times.
func (s *RedisStore) Lock(key string, ttl time.Duration, retries int) (bool, error) {
	var err error
	var res bool
	for range retries {
		res, err = s.Client.SetNX(context.Background(), key, "true", ttl).Result()
		if err == nil && res {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	return res, wrap(err, key)
}

// Unlock deletes whatever is there.
func (s *RedisStore) Unlock(key string) error {
	return s.Delete(key) //bug:blindunlock/plain-delete
}
