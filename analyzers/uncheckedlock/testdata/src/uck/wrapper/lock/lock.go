// Package lock is a project's own wrapper.
package lock

import (
	"context"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

var ErrBusy = errors.New("busy")

type Locker struct{ rdb *redis.Client }

// Silent: it hands on what it was told.
func (l *Locker) Acquire(ctx context.Context, key string) error {
	ok, err := l.rdb.SetNX(ctx, key, "me", time.Minute).Result()
	if err != nil {
		return err
	}
	if !ok {
		return ErrBusy
	}
	return nil
}

func (l *Locker) Lock(ctx context.Context, key string) {
	l.rdb.SetNX(ctx, key, "me", time.Minute) // want `/ignored\)$`
}

func (l *Locker) MaybeLock(ctx context.Context, key string) error {
	ok, err := l.rdb.SetNX(ctx, key, "me", time.Minute).Result() // want `/busy-as-success\)$`
	if err != nil || !ok {
		return err
	}
	return nil
}

func (l *Locker) Release(ctx context.Context, key string) { l.rdb.Del(ctx, key) }
