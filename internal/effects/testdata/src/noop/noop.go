package noop // want package:`noop\.Locker\.Lock: .*acquire lease key p2; r0=func \(\*noop\.Redis\)\.Lock\$1\(.*noop\.Locker\.Lock: r0=func \(noop\.NoOp\)\.Lock\$1\(\)`

import (
	"context"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

// Locker has a real implementation and one for tests and small installations.
type Locker interface {
	Lock(ctx context.Context, key string) (unlock func(), err error)
}

type Redis struct{ rdb *redis.Client }

func (r *Redis) Lock(ctx context.Context, key string) (func(), error) { // want Lock:`^missed lease key p2; r0=nil; r0 nil; r1 not nil \| acquire lease key p2; r0=func \(\*noop\.Redis\)\.Lock\$1\(&p0,&p1,&p2\); r1=nil; r0 not nil; r1 nil$`
	ok, err := r.rdb.SetNX(ctx, key, 1, time.Minute).Result()
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, errors.New("busy")
	}
	return func() { r.rdb.Del(ctx, key) }, nil
}

type NoOp struct{}

func (NoOp) Lock(ctx context.Context, key string) (func(), error) { return func() {}, nil } // want Lock:`^r0=func \(noop\.NoOp\)\.Lock\$1\(\); r1=nil; r0 not nil; r1 nil$`

// Keep locks through the interface.
func Keep(ctx context.Context, l Locker) (func(), error) { return l.Lock(ctx, "lock:a") } // want Keep:`^if is \*noop\.Redis\(p1\) false; if is noop\.NoOp\(p1\) true; r0=func \(noop\.NoOp\)\.Lock\$1\(\); r1=nil; r0 not nil; r1 nil \| if is \*noop\.Redis\(p1\) true; if is noop\.NoOp\(p1\) false; missed lease key "lock:a"; r0=nil; r0 nil; r1 not nil \| if is \*noop\.Redis\(p1\) true; if is noop\.NoOp\(p1\) false; acquire lease key "lock:a"; r0=func \(\*noop\.Redis\)\.Lock\$1\(&p1,&p0,&"lock:a"\); r1=nil; r0 not nil; r1 nil$`

// Whole gives it back.
func Whole(ctx context.Context, l Locker, f func()) error { // want Whole:`^if is \*noop\.Redis\(p1\) true; if is noop\.NoOp\(p1\) false; r0 not nil \| if is \*noop\.Redis\(p1\) false; if is noop\.NoOp\(p1\) true; run p2\(\); r0=nil; r0 nil \| if is \*noop\.Redis\(p1\) true; if is noop\.NoOp\(p1\) false; acquire lease key "lock:a"; run p2\(\); release lease key "lock:a"; r0=nil; r0 nil$`
	unlock, err := l.Lock(ctx, "lock:a")
	if err != nil {
		return err
	}
	defer unlock()
	f()
	return nil
}
