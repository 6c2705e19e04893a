// Package redlock is a lock whose ways back have all kinds of names: what is wrong with each is told in it, once.
package redlock

import (
	"context"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

// ErrBusy says that somebody else has it.
var ErrBusy = errors.New("busy")

// Lock is a lock that is held.
type Lock struct {
	rdb        redis.Cmdable
	key, token string
}

// Acquire takes the lock or says ErrBusy.
func Acquire(ctx context.Context, rdb redis.Cmdable, key, token string) (*Lock, error) {
	ok, err := rdb.SetNX(ctx, key, token, time.Minute).Result()
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, ErrBusy
	}
	return &Lock{rdb, key, token}, nil
}

// GetThenDel is half right.
func (l *Lock) GetThenDel(ctx context.Context) error {
	owner, err := l.rdb.Get(ctx, l.key).Result()
	if err != nil {
		return err
	}
	if owner != l.token {
		return nil
	}
	return l.rdb.Del(ctx, l.key).Err() //bug:blindunlock/check-then-delete
}

// Close is right as far as it goes.
func (l *Lock) Close(ctx context.Context) error { return l.GetThenDel(ctx) }

func retry(n int, f func() error) (err error) {
	for range n {
		if err = f(); err == nil {
			return nil
		}
	}
	return err
}

// Drop deletes in a literal.
func (l *Lock) Drop(ctx context.Context) error {
	return retry(3, func() error { return l.rdb.Del(ctx, l.key).Err() }) //bug:blindunlock/plain-delete
}

// Do runs f under the lock.
func Do(ctx context.Context, rdb redis.Cmdable, key string, f func(context.Context) error) error {
	ok, err := rdb.SetNX(ctx, key, "1", time.Minute).Result()
	if err != nil {
		return err
	}
	if !ok {
		return ErrBusy
	}
	defer rdb.Del(context.WithoutCancel(ctx), key) //bug:blindunlock/plain-delete
	return f(ctx)
}

// Try runs f under a lock that it has from here.
func Try(ctx context.Context, rdb redis.Cmdable, key, token string, f func(context.Context) error) error {
	l, err := Acquire(ctx, rdb, key, token)
	if err != nil {
		return err
	}
	defer l.Close(context.WithoutCancel(ctx))
	return f(ctx)
}

// Of is a lock with a value.
type Of[T any] struct {
	rdb redis.Cmdable
	key string
	V   T
}

// Take takes it.
func Take[T any](ctx context.Context, rdb redis.Cmdable, key string, v T) (*Of[T], error) {
	ok, err := rdb.SetNX(ctx, key, "1", time.Minute).Result()
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, ErrBusy
	}
	return &Of[T]{rdb, key, v}, nil
}

// End deletes the key.
func (o *Of[T]) End(ctx context.Context) error {
	return o.rdb.Del(ctx, o.key).Err() //bug:blindunlock/plain-delete
}

// End ends one.
func End[T any](ctx context.Context, o *Of[T]) error { return o.End(ctx) }

// Counted ends through a function that is made for its type.
func Counted(ctx context.Context, rdb redis.Cmdable, key string, f func(context.Context) error) error {
	o, err := Take(ctx, rdb, key, 1)
	if err != nil {
		return err
	}
	defer End(context.WithoutCancel(ctx), o)
	return f(ctx)
}
