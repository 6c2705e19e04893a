// Package busy says nil where somebody else holds the lock.
package busy

import (
	"context"
	"errors"
	"time"

	"github.com/bsm/redislock"
	"github.com/redis/go-redis/v9"
)

var errBusy = errors.New("busy")

type Locker struct {
	rdb   *redis.Client
	locks *redislock.Client
	held  *redislock.Lock
}

func (l *Locker) Do(ctx context.Context, key string, f func(context.Context) error) error {
	/* timeline: acquire */ ok, err := l.rdb.SetNX(ctx, key, "me", time.Minute).Result() // want `^where lock key is held by somebody else, the function reports success: its caller goes on as if the work were guarded, or done; return an error that says busy, assuming that the caller takes a nil error for a lock that was obtained \(uncheckedlock/busy-as-success\)$`
	if err != nil || !ok {
		return err
	}
	defer l.rdb.Del(ctx, key)
	return f(ctx)
}

func (l *Locker) DoLock(ctx context.Context, key string, f func(context.Context) error) error {
	h, err := l.locks.Obtain(ctx, key, time.Minute, nil) // want `/busy-as-success\)$`
	if errors.Is(err, redislock.ErrNotObtained) {
		return nil
	}
	if err != nil {
		return err
	}
	defer h.Release(ctx)
	return f(ctx)
}

// The helper returns as if it held the lock.
func (l *Locker) Lock(ctx context.Context, key string) error {
	h, err := l.locks.Obtain(ctx, key, time.Minute, nil) // want `/busy-as-success\)$`
	if errors.Is(err, redislock.ErrNotObtained) {
		return nil
	}
	if err != nil {
		return err
	}
	l.held = h
	return nil
}

func (l *Locker) Take(ctx context.Context, key string) (unlock func(), err error) { // of "lock:" and the key
	ok, err := l.rdb.SetNX(ctx, "lock:"+key, "me", time.Minute).Result()
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, errBusy // silent: it says so
	}
	return func() { l.rdb.Del(ctx, "lock:"+key) }, nil
}

// An unlock function that does nothing looks like one that does.
func (l *Locker) TakeLock(ctx context.Context, key string) (unlock func(), err error) {
	ok, err := l.rdb.SetNX(ctx, "lock:"+key, "me", time.Minute).Result() // want `/busy-as-success\)$`
	if err != nil {
		return nil, err
	}
	if !ok {
		return func() {}, nil
	}
	return func() { l.rdb.Del(ctx, "lock:"+key) }, nil
}

// Silent: a caller can tell.
func (l *Locker) TryLock(ctx context.Context, key string) (bool, error) {
	ok, err := l.rdb.SetNX(ctx, key, "me", time.Minute).Result()
	if err != nil {
		return false, err
	}
	return ok, nil
}

// Silent: it says whether f was run.
func (l *Locker) TryDo(ctx context.Context, key string, f func(context.Context) error) (bool, error) {
	ok, err := l.rdb.SetNX(ctx, key, "me", time.Minute).Result()
	if err != nil || !ok {
		return false, err
	}
	defer l.rdb.Del(ctx, key)
	return true, f(ctx)
}

// Silent: a job that skips its turn.
func (l *Locker) Job(ctx context.Context) error {
	ok, err := l.rdb.SetNX(ctx, "lock:job", "me", time.Minute).Result()
	if err != nil || !ok {
		return err
	}
	defer l.rdb.Del(ctx, "lock:job")
	return l.rdb.Set(ctx, "job", 1, 0).Err()
}

// Silent: so is the literal that guards a job for a scheduler.
func (l *Locker) Single(job func(context.Context) error) func(context.Context) error {
	return func(ctx context.Context) error {
		ok, err := l.rdb.SetNX(ctx, "lock:job", "me", time.Minute).Result()
		if err != nil || !ok {
			return err
		}
		defer l.rdb.Del(ctx, "lock:job")
		return job(ctx)
	}
}
