package retry // want package:`takes lock:\{\}`

// Package retry polls for a lock.

import (
	"context"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

// Take tries a few times.
func Take(ctx context.Context, rdb *redis.Client, key string) error { // want Take:`^wait time\.Sleep <"1000000000" x3; missed lease key "lock:\{\}"\(p2\); wait time\.Sleep <"1000000000" x3; r0 not nil \| wait time\.Sleep <"1000000000" x3; acquire lease key "lock:\{\}"\(p2\); r0=nil; r0 nil$`
	for range 3 {
		ok, err := rdb.SetNX(ctx, "lock:"+key, 1, time.Minute).Result()
		if err != nil {
			return err
		}
		if ok {
			return nil
		}
		time.Sleep(time.Second)
	}
	return errors.New("busy")
}

// With runs f under it.
func With(ctx context.Context, rdb *redis.Client, key string, f func() error) error { // want With:`^wait time\.Sleep <"1000000000" x3; r0 not nil \| wait time\.Sleep <"1000000000" x3; acquire lease key "lock:\{\}"\(p2\); run p3\(\) is nil; release lease key "lock:\{\}"\(p2\); r0 nil \| wait time\.Sleep <"1000000000" x3; acquire lease key "lock:\{\}"\(p2\); run p3\(\) is not nil; release lease key "lock:\{\}"\(p2\); r0 not nil$`
	if err := Take(ctx, rdb, key); err != nil {
		return err
	}
	defer rdb.Del(ctx, "lock:"+key)
	return f()
}
