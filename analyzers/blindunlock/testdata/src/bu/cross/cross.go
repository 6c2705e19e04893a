// Package cross deletes a key that a package which it imports takes.
package cross

import (
	"context"

	"github.com/redis/go-redis/v9"

	"bu/cross/keys"
)

func Free(ctx context.Context, rdb *redis.Client, id string) error {
	return rdb.Del(ctx, keys.Tenant(id)).Err() // want `lock "tenant-lock:{}" is released by deleting its key`
}

func Other(ctx context.Context, rdb *redis.Client, id string) error {
	return rdb.Del(ctx, "tenant:"+id).Err()
}
