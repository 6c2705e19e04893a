package adapter // want package:`port\.Lock\.Free: release lease p0\.lock; port\.Locker\.Obtain: .*acquire lease r0\.lock key "lock:\{\}"\(p2\)`

import (
	"context"
	"time"

	"github.com/bsm/redislock"

	"port"
)

// Redis is the adapter of port.Locker.
type Redis struct{ c *redislock.Client }

func (r *Redis) Obtain(ctx context.Context, key string) (port.Lock, error) { // want Obtain:`^missed lease new0 key "lock:\{\}"\(p2\); r0=nil; r0 nil; r1 not nil \| acquire lease r0\.lock key "lock:\{\}"\(p2\); r1=nil; r0 not nil; r1 nil$`
	l, err := r.c.Obtain(ctx, "lock:"+key, time.Minute, nil)
	if err != nil {
		return nil, err
	}
	return &held{l}, nil
}

type held struct{ lock *redislock.Lock }

func (h *held) Free(ctx context.Context) error { return h.lock.Release(ctx) } // want Free:`^release lease p0\.lock$`
