// Package unguided builds keys although the configuration says who has to.
package unguided

import (
	"context"
	"fmt"
	"time"

	"github.com/bsm/redislock"

	"kt/lockkeys"
)

type Keys struct{ app string }

// Cart is one of the configured functions.
func (k Keys) Cart(id int64) string { return fmt.Sprintf("lock:cart:%d", id) }

func otherKey(id int64) string {
	return fmt.Sprintf("lock:other:%d", id) // want `lock key "lock:other:\{\}" is built by hand, but the configuration wants the keys of locks from kt/lockkeys.Order, kt/unguided.Keys.Cart`
}

func take(ctx context.Context, locks *redislock.Client, key string) error {
	l, err := locks.Obtain(ctx, "app:"+key, time.Second, nil) // silent: a wrapper puts its prefix in front
	if err != nil {
		return err
	}
	return l.Release(ctx)
}

func hand(ctx context.Context, locks *redislock.Client, id int64) error {
	return take(ctx, locks, fmt.Sprintf("lock:hand:%d", id)) // want `lock key "lock:hand:\{\}" is built by hand`
}

func other(ctx context.Context, locks *redislock.Client, id int64) error {
	return take(ctx, locks, otherKey(id))
}

// Silent: the configured functions, and constants.
func guided(ctx context.Context, locks *redislock.Client, id int64) error {
	if err := take(ctx, locks, lockkeys.Order(id)); err != nil {
		return err
	}
	if err := take(ctx, locks, Keys{}.Cart(id)); err != nil {
		return err
	}
	return take(ctx, locks, "lock:nightly")
}
