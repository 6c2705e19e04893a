// Package unlockfunc returns the release as a function, next to an error. // want package:`Locks\.Take lock:order:\{\}` package:`told: .*TakeKey`
package unlockfunc

import (
	"context"
	"errors"
	"time"

	"github.com/bsm/redislock"
	"github.com/redis/go-redis/v9"
)

var ErrBusy = errors.New("busy")

type Locks struct {
	rdb    *redis.Client
	client *redislock.Client
}

// Take wraps a library that hands out handles.
func (l *Locks) Take(ctx context.Context, id string) (unlock func(), err error) { // want Take:`^missed lease new0 key "lock:order:\{\}"\(p2\); r0=nil; r0 nil; r1 not nil \| acquire lease new0 key "lock:order:\{\}"\(p2\); r0=func \(\*unlockfunc\.Locks\)\.Take\$1\(&new0,&p1\); r1=nil; r0 not nil; r1 nil$`
	lock, err := l.client.Obtain(ctx, "lock:order:"+id, time.Minute, nil)
	if err != nil {
		return nil, err
	}
	return func() { lock.Release(ctx) }, nil
}

// TakeKey wraps a key.
func (l *Locks) TakeKey(ctx context.Context, key string) (func() error, error) { // want TakeKey:`^missed lease key p2; r0=nil; r0 nil; r1 not nil \| acquire lease key p2; r0=func \(\*unlockfunc\.Locks\)\.TakeKey\$1\(&p0,&p1,&p2\); r1=nil; r0 not nil; r1 nil \| missed lease key p2; r0=nil; r1=unlockfunc\.ErrBusy; r0 nil; r1 not nil$`
	ok, err := l.rdb.SetNX(ctx, key, 1, time.Minute).Result()
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, ErrBusy
	}
	return func() error { return l.rdb.Del(ctx, key).Err() }, nil
}

// NoOp returns a function that does nothing where there is no Redis.
func (l *Locks) NoOp(ctx context.Context, key string) (func() error, error) { // want NoOp:`^if p0\.rdb nil; r0=func \(\*unlockfunc\.Locks\)\.NoOp\$1\(\); r1=nil; r0 not nil; r1 nil \| if p0\.rdb not nil; missed lease key p2; r0=nil; r0 nil; r1 not nil \| if p0\.rdb not nil; acquire lease key p2; r0=func \(\*unlockfunc\.Locks\)\.TakeKey\$1\(&p0,&p1,&p2\); r1=nil; r0 not nil; r1 nil$`
	if l.rdb == nil {
		return func() error { return nil }, nil
	}
	return l.TakeKey(ctx, key)
}

// Whole takes and gives back.
func (l *Locks) Whole(ctx context.Context, id string) error { // want Whole:`^inside acquire`
	unlock, err := l.Take(ctx, id)
	if err != nil {
		return err
	}
	defer unlock()
	return nil
}

// With runs a function under the lock.
func (l *Locks) With(ctx context.Context, id string, f func(ctx context.Context) error) error { // want With:`^r0 not nil \| acquire lease new0 key "lock:order:\{\}"\(p2\); run p3\(p1\) is nil; release lease new0 key "lock:order:\{\}"\(p2\); r0 nil \| acquire lease new0 key "lock:order:\{\}"\(p2\); run p3\(p1\) is not nil; release lease new0 key "lock:order:\{\}"\(p2\); r0 not nil$`
	unlock, err := l.Take(ctx, id)
	if err != nil {
		return err
	}
	defer unlock()
	return f(ctx)
}

// Leaks forgets the lock on the way out with an error.
func (l *Locks) Leaks(ctx context.Context, id string, bad bool) error { // want Leaks:`^missed lease new0 key "lock:order:\{\}"\(p2\); r0 not nil \| if p3 true; acquire lease new0 key "lock:order:\{\}"\(p2\); r0=unlockfunc\.ErrBusy; r0 not nil \| if p3 false; r0=nil; r0 nil$`
	unlock, err := l.Take(ctx, id)
	if err != nil {
		return err
	}
	if bad {
		return ErrBusy
	}
	unlock()
	return nil
}
