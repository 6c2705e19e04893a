// Package wrapper: lock types are told once, in their release.
package wrapper

import (
	"context"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

var errBusy = errors.New("busy")

// Locker gets the key from its caller.
type Locker struct{ rdb *redis.Client }

func (l *Locker) TryLock(ctx context.Context, key string) (bool, error) {
	return l.rdb.SetNX(ctx, key, 1, time.Minute).Result()
}

func (l *Locker) Unlock(ctx context.Context, key string) error {
	return l.rdb.Del(ctx, key).Err() // want `plain-delete`
}

func use(ctx context.Context, l *Locker, id string) error {
	ok, err := l.TryLock(ctx, "lock:order:"+id)
	if err != nil || !ok {
		return errBusy
	}
	defer l.Unlock(ctx, "lock:order:"+id) // told in Unlock
	return nil
}

// Held keeps the key in a field.
type Held struct {
	rdb *redis.Client
	key string
}

func Take(ctx context.Context, rdb *redis.Client, name string) (*Held, error) {
	key := "lock:" + name
	ok, err := rdb.SetNX(ctx, key, "me", time.Minute).Result()
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, errBusy
	}
	return &Held{rdb: rdb, key: key}, nil
}

func (h *Held) Release(ctx context.Context) error {
	return h.rdb.Del(ctx, h.key).Err() // want `plain-delete`
}

func useHeld(ctx context.Context, rdb *redis.Client) error {
	h, err := Take(ctx, rdb, "a")
	if err != nil {
		return err
	}
	defer h.Release(ctx) // told in Release
	return nil
}

// Mutex has both in methods.
type Mutex struct {
	rdb *redis.Client
	key string
}

func (m *Mutex) Lock(ctx context.Context) error {
	ok, err := m.rdb.SetNX(ctx, m.key, "1", time.Minute).Result()
	if err == nil && !ok {
		err = errBusy
	}
	return err
}

func (m *Mutex) Unlock(ctx context.Context) { m.rdb.Del(ctx, m.key) } // want `plain-delete`

// TakeFunc returns the function that deletes.
func TakeFunc(ctx context.Context, rdb *redis.Client, name string) (func(), error) {
	key := "lock:func:" + name
	if !rdb.SetNX(ctx, key, "1", time.Minute).Val() {
		return nil, errBusy
	}
	return func() {
		rdb.Del(ctx, key) // want `plain-delete`
	}, nil
}

func useFunc(ctx context.Context, rdb *redis.Client) error {
	unlock, err := TakeFunc(ctx, rdb, "b")
	if err != nil {
		return err
	}
	defer unlock() // told in TakeFunc
	return nil
}

// Cache is a store of keys and values behind an interface: whoever calls it knows what a key is for.
type Cache interface {
	Claim(ctx context.Context, key string) (bool, error)
	Drop(ctx context.Context, key string) error
}

type redisCache struct{ rdb *redis.Client }

func (c redisCache) Claim(ctx context.Context, key string) (bool, error) {
	return c.rdb.SetNX(ctx, key, 1, time.Minute).Result()
}

func (c redisCache) Drop(ctx context.Context, key string) error { return c.rdb.Del(ctx, key).Err() }

func through(ctx context.Context, c Cache, id string) error {
	ok, err := c.Claim(ctx, "lock:invoice:"+id)
	if err != nil {
		return err
	}
	if !ok {
		return errBusy
	}
	defer c.Drop(ctx, "lock:invoice:"+id) // want `lock "lock:invoice:{}" .*plain-delete`
	return nil
}

func cached(ctx context.Context, c Cache, id string) error { return c.Drop(ctx, "profile:"+id) }
