// Package cache is a store of keys and values; its callers know what a key is for.
package cache

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

// Cache is the store.
type Cache struct{ rdb *redis.Client }

// New makes a Cache.
func New(rdb *redis.Client) *Cache { return &Cache{rdb} }

// SetNX sets a key that is not there.
func (c *Cache) SetNX(ctx context.Context, key string, v any, ttl time.Duration) (bool, error) {
	return c.rdb.SetNX(ctx, key, v, ttl).Result()
}

// Get reads a key.
func (c *Cache) Get(ctx context.Context, key string) (string, error) {
	return c.rdb.Get(ctx, key).Result()
}

// Delete deletes keys.
func (c *Cache) Delete(ctx context.Context, keys ...string) error {
	return c.rdb.Del(ctx, keys...).Err()
}

// Forget deletes keys too.
func (c *Cache) Forget(ctx context.Context, keys ...string) {
	_ = c.Delete(ctx, keys...)
}
