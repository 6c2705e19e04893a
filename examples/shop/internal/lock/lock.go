// Package lock keeps the replicas of the shop out of each other's way. All keys are built in keys.go.
package lock

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

const (
	// TTL is the life of a lock whose holder died.
	TTL = 30 * time.Second
	// WorkTime is what WithLock gives to the work: less than TTL.
	WorkTime = 20 * time.Second

	releaseTime = 2 * time.Second
)

// ErrBusy tells that another request holds the lock.
var ErrBusy = errors.New("lock: held by another request")

var compareAndDelete = redis.NewScript(`
if redis.call("GET", KEYS[1]) == ARGV[1] then
	return redis.call("DEL", KEYS[1])
end
return 0`)

// Locker takes locks in Redis.
type Locker struct{ rdb *redis.Client }

// New returns a Locker on rdb.
func New(rdb *redis.Client) *Locker { return &Locker{rdb: rdb} }

// Lock takes key and returns the token that Unlock needs.
func (l *Locker) Lock(ctx context.Context, key string) (token string, err error) {
	token = uuid.NewString()
	ok, err := l.rdb.SetNX(ctx, key, token, TTL).Result()
	if err != nil {
		return "", err
	}
	if !ok {
		return "", ErrBusy
	}
	return token, nil
}

// Unlock frees key if it is still ours. It reaches Redis even when ctx is done.
func (l *Locker) Unlock(ctx context.Context, key, token string) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), releaseTime)
	defer cancel()
	freed, err := compareAndDelete.Run(ctx, l.rdb, []string{key}, token).Int()
	if err != nil || freed == 0 {
		slog.WarnContext(ctx, "lock not released", "key", key, "err", err)
	}
}

// Take takes key and returns the function that frees it.
func (l *Locker) Take(ctx context.Context, key string) (unlock func(), err error) {
	token, err := l.Lock(ctx, key)
	if err != nil {
		return nil, err
	}
	return func() { l.Unlock(ctx, key, token) }, nil
}

// WithLock runs fn while key is held.
func (l *Locker) WithLock(ctx context.Context, key string, fn func(context.Context) error) error {
	unlock, err := l.Take(ctx, key)
	if err != nil {
		return err
	}
	defer unlock()
	work, cancel := context.WithTimeout(ctx, WorkTime)
	defer cancel()
	return fn(work)
}
