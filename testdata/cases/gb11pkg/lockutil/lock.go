// Package lockutil is the company's own lock.
package lockutil

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

// ErrBusy says that somebody else has it.
var ErrBusy = errors.New("lock is busy")

// Lock is a lock that is held.
type Lock struct {
	rdb        redis.Cmdable
	key, token string
}

// Key builds all keys.
func Key(kind, id string) string { return "lock:" + kind + ":" + id }

// Acquire takes the lock or says ErrBusy.
func Acquire(ctx context.Context, rdb redis.Cmdable, key string, ttl time.Duration) (*Lock, error) {
	l := &Lock{rdb: rdb, key: key, token: uuid.NewString()}
	ok, err := rdb.SetNX(ctx, key, l.token, ttl).Result()
	switch {
	case err != nil:
		return nil, err
	case !ok:
		return nil, ErrBusy
	}
	return l, nil
}

// Release gives it back, if it is still ours.
func (l *Lock) Release(ctx context.Context) error {
	owner, err := l.rdb.Get(ctx, l.key).Result()
	if errors.Is(err, redis.Nil) || owner != l.token {
		return nil
	}
	if err != nil {
		return err
	}
	return l.rdb.Del(ctx, l.key).Err() //bug:blindunlock/check-then-delete
}

// Do runs f under the lock.
func Do(ctx context.Context, rdb redis.Cmdable, key string, ttl time.Duration, f func(context.Context) error) error {
	l, err := Acquire(ctx, rdb, key, ttl)
	if err != nil {
		return err
	}
	defer l.Release(ctx) //bug:canceledunlock/request-ctx
	return f(ctx)
}

// TryDo says in a bool whether it ran f.
func TryDo(ctx context.Context, rdb redis.Cmdable, key string, ttl time.Duration, f func(context.Context) error) (ran bool, err error) {
	l, err := Acquire(ctx, rdb, key, ttl)
	if errors.Is(err, ErrBusy) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	defer l.Release(context.WithoutCancel(ctx))
	return true, f(ctx)
}
