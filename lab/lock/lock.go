// Package lock keeps the replicas of the service out of each other's way, with leases in Redis.
package lock

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"time"

	"github.com/redis/go-redis/v9"
)

const (
	ttl         = 20 * time.Second
	retry       = 20 * time.Millisecond
	releaseTime = 2 * time.Second
)

// ErrBusy tells that somebody else holds the lock.
var ErrBusy = errors.New("lock: held by somebody else")

var compareAndDelete = redis.NewScript(`
if redis.call("GET", KEYS[1]) == ARGV[1] then
	return redis.call("DEL", KEYS[1])
end
return 0`)

// Locker takes locks.
type Locker struct{ rdb *redis.Client }

// New returns a Locker on rdb.
func New(rdb *redis.Client) *Locker { return &Locker{rdb: rdb} }

// NewToken returns what tells one holder of a lock from another.
func NewToken() string { return rand.Text() }

// Acquire takes key for the holder of token. It returns false when somebody else holds it.
func (l *Locker) Acquire(ctx context.Context, key, token string) (bool, error) {
	return l.rdb.SetNX(ctx, key, token, ttl).Result()
}

// Release frees key if the holder of token still has it. It reaches Redis even when ctx is done.
func (l *Locker) Release(ctx context.Context, key, token string) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), releaseTime)
	defer cancel()
	if err := compareAndDelete.Run(ctx, l.rdb, []string{key}, token).Err(); err != nil {
		slog.WarnContext(ctx, "lock not released", "key", key, "err", err)
	}
}

// Try takes key, or returns ErrBusy, and returns the function that frees it.
func (l *Locker) Try(ctx context.Context, key string) (unlock func(), err error) {
	token := NewToken()
	ok, err := l.Acquire(ctx, key, token)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, ErrBusy
	}
	return func() { l.Release(ctx, key, token) }, nil
}

// Take waits for key as long as ctx lives, and returns the function that frees it.
func (l *Locker) Take(ctx context.Context, key string) (unlock func(), err error) {
	for {
		unlock, err := l.Try(ctx, key)
		if !errors.Is(err, ErrBusy) {
			return unlock, err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(retry):
		}
	}
}

// With waits for key and runs fn while it is held.
func (l *Locker) With(ctx context.Context, key string, fn func(context.Context) error) error {
	unlock, err := l.Take(ctx, key)
	if err != nil {
		return err
	}
	defer unlock()
	return fn(ctx)
}
