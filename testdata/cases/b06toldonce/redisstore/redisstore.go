// Package redisstore is the locks in Redis.
package redisstore

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"

	"locklintcases/b06toldonce/ports"
)

type locks struct{ rdb *redis.Client }

// New makes them.
func New(rdb *redis.Client) ports.Locks { return &locks{rdb} }

// Enter tries once.
func (l *locks) Enter(ctx context.Context, key string) (bool, error) {
	return l.rdb.SetNX(ctx, "lock:"+key, "1", time.Minute).Result()
}

// Leave deletes the key.
func (l *locks) Leave(ctx context.Context, key string) error {
	return l.del(ctx, "lock:"+key) //bug:blindunlock/plain-delete
}

func (l *locks) del(ctx context.Context, key string) error { return l.rdb.Del(ctx, key).Err() }
