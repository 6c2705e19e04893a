// Package redislock is called a lock: what is wrong with it is told in it, once.
package redislock

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

// Held is what is held.
type Held struct {
	rdb *redis.Client
	key string
}

// Acquire sets the key.
func Acquire(ctx context.Context, rdb *redis.Client, key string) (*Held, bool, error) {
	ok, err := rdb.SetNX(ctx, key, "1", time.Minute).Result()
	if err != nil || !ok {
		return nil, false, err
	}
	return &Held{rdb, key}, true, nil
}

// Release deletes the key, whoever set it.
func (h *Held) Release(ctx context.Context) error {
	return h.rdb.Del(ctx, h.key).Err() //bug:blindunlock/plain-delete
}
