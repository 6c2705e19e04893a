// Package loser: who did not obtain the lock deletes that of whoever did.
package loser

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

type Locker struct{ rdb *redis.Client }

func (l *Locker) TryLock(ctx context.Context, key string) (bool, error) {
	return l.rdb.SetNX(ctx, key, 1, time.Minute).Result()
}

func (l *Locker) Unlock(ctx context.Context, key string) error {
	return l.rdb.Del(ctx, key).Err() // want `plain-delete`
}

func early(ctx context.Context, l *Locker, id string) error {
	ok, err := l.TryLock(ctx, "lock:"+id)
	if err != nil {
		return err
	}
	defer l.Unlock(ctx, "lock:"+id) // want `lock "lock:{}" is released where it was not obtained: that deletes the key of whoever holds it; .* \(blindunlock/plain-delete\)`
	if !ok {
		return nil
	}
	return nil
}

func right(ctx context.Context, l *Locker, id string) error {
	ok, err := l.TryLock(ctx, "lock:"+id)
	if err != nil {
		return err
	}
	if !ok {
		return nil
	}
	defer l.Unlock(ctx, "lock:"+id)
	return nil
}

// Tried until it works.
func retry(ctx context.Context, l *Locker, id string) error {
	for {
		ok, err := l.TryLock(ctx, "lock:"+id)
		if err != nil {
			return err
		}
		if ok {
			break
		}
	}
	defer l.Unlock(ctx, "lock:"+id)
	return nil
}

// Nothing is known of the key but that it is the same: that is enough.
func opaque(ctx context.Context, l *Locker, names interface{ Key() string }) error {
	key := names.Key()
	ok, err := l.TryLock(ctx, key)
	if err != nil {
		return err
	}
	defer l.Unlock(ctx, key) // want `is released where it was not obtained`
	if !ok {
		return nil
	}
	return nil
}
