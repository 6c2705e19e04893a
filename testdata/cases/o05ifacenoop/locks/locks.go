// Package locks has a Redis locker and one that does nothing.
package locks

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

// ErrNotAcquired tells that somebody else has the lock.
var ErrNotAcquired = errors.New("lock not acquired")

// Locker takes named locks.
type Locker interface {
	Lock(ctx context.Context, key string) (unlock func(), err error)
}

type redisLocker struct {
	rdb *redis.Client
	ttl time.Duration
}

// NewRedis makes the real one.
func NewRedis(rdb *redis.Client, ttl time.Duration) Locker { return &redisLocker{rdb: rdb, ttl: ttl} }

var unlockScript = redis.NewScript(`
if redis.call("get", KEYS[1]) == ARGV[1] then
	return redis.call("del", KEYS[1])
end
return 0`)

func (l *redisLocker) Lock(ctx context.Context, key string) (func(), error) {
	token := uuid.NewString()
	ok, err := l.rdb.SetNX(ctx, key, token, l.ttl).Result()
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, ErrNotAcquired
	}
	return func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		if err := unlockScript.Run(ctx, l.rdb, []string{key}, token).Err(); err != nil {
			slog.Error("unlock", "err", err)
		}
	}, nil
}

type noop struct{}

// NewNoop is for a single instance.
func NewNoop() Locker { return noop{} }

func (noop) Lock(context.Context, string) (func(), error) { return func() {}, nil }
