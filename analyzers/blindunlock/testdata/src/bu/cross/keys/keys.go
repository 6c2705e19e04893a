// Package keys takes the keys that others delete.
package keys

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

// Tenant is a key.
func Tenant(id string) string { return "tenant-lock:" + id }

// Acquire takes it.
func Acquire(ctx context.Context, rdb *redis.Client, id string) bool {
	return rdb.SetNX(ctx, Tenant(id), "x", time.Minute).Val()
}
