package use // want package:`takes lock:job`

// Package use looks at what Try said before it goes on.

import (
	"context"

	"github.com/redis/go-redis/v9"

	"tryfunc"
)

// Whole gives it back where it has it.
func Whole(ctx context.Context, rdb *redis.Client, f func()) error { // want Whole:`^acquire lease key "lock:job"; run p2\(\); release lease key "lock:job"; r0=nil; r0 nil \| nothing$`
	held, release, err := tryfunc.Try(ctx, rdb, "lock:job")
	if err != nil || !held {
		return err
	}
	defer release()
	f()
	return nil
}

// Keep tells its caller with a bool alone.
func Keep(ctx context.Context, rdb *redis.Client) bool { // want Keep:`^missed lease key "lock:job"; r0="false"; r0 false \| acquire lease key "lock:job"; r0="true"; r0 true$`
	held, _, err := tryfunc.Try(ctx, rdb, "lock:job")
	if err != nil {
		return false
	}
	return held
}
