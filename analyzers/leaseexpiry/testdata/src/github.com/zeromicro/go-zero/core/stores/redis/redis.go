// Package redis has the few declarations of go-zero's redis that the shapes need.
package redis

import "context"

type Redis struct{ Addr string }

type RedisLock struct{ key string }

func NewRedisLock(store *Redis, key string) *RedisLock { return &RedisLock{key} }

func (rl *RedisLock) SetExpire(seconds int)                        {}
func (rl *RedisLock) AcquireCtx(ctx context.Context) (bool, error) { return true, nil }
func (rl *RedisLock) ReleaseCtx(ctx context.Context) (bool, error) { return true, nil }
