// Package gate lets one in at a time. Nothing in it calls a key a lock: its callers give the keys.
package gate

import (
	"context"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

// ErrDone says that somebody else has come before.
var ErrDone = errors.New("done")

// Pass is what is held.
type Pass struct {
	rdb        *redis.Client
	key, token string
}

// Acquire sets the key.
func Acquire(ctx context.Context, rdb *redis.Client, key string) (*Pass, bool, error) {
	ok, err := rdb.SetNX(ctx, key, "1", time.Minute).Result()
	if err != nil || !ok {
		return nil, false, err
	}
	return &Pass{rdb: rdb, key: key}, true, nil
}

// Release deletes the key, whoever set it.
func (p *Pass) Release(ctx context.Context) error { return p.rdb.Del(ctx, p.key).Err() }

// Take sets the key to a token.
func Take(ctx context.Context, rdb *redis.Client, key, token string) (*Pass, bool, error) {
	ok, err := rdb.SetNX(ctx, key, token, time.Minute).Result()
	if err != nil || !ok {
		return nil, false, err
	}
	return &Pass{rdb, key, token}, true, nil
}

// Free looks whose the key is, and deletes it by a command of its own.
func (p *Pass) Free(ctx context.Context) error {
	owner, err := p.rdb.Get(ctx, p.key).Result()
	if err != nil {
		return err
	}
	if owner == p.token {
		return p.rdb.Del(ctx, p.key).Err()
	}
	return nil
}

var compareAndDelete = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)

// ReleaseOwn is right: it compares and deletes in one step.
func (p *Pass) ReleaseOwn(ctx context.Context) error {
	return compareAndDelete.Run(ctx, p.rdb, []string{p.key}, p.token).Err()
}

// Once does work for a key that is new, and lets it be tried again where it failed: a mark.
func Once(ctx context.Context, rdb *redis.Client, key string, work func(context.Context) error) error {
	p, ok, err := Acquire(ctx, rdb, key)
	if err != nil {
		return err
	}
	if !ok {
		return ErrDone
	}
	if err := work(ctx); err != nil {
		_ = p.Release(context.WithoutCancel(ctx))
		return err
	}
	return nil
}
