// Package ctxlock returns a context that dies with the lock, and the function that ends both.
package ctxlock

import (
	"context"
	"time"

	"github.com/bsm/redislock"
)

func Take(ctx context.Context, c *redislock.Client) (context.Context, context.CancelFunc, error) { // want Take:`^missed lease new0 key "lock:leader"; r0=nil; r1=nil; r0 nil; r1 nil; r2 not nil \| acquire lease new1 key "lock:leader"; r0=p0\.WithTimeout 1m0s\(new0\); r1=func ctxlock\.Take\$1\(&cancel\(p0\.WithTimeout 1m0s\(new0\)\),&new1,&p0\); r2=nil; r0 not nil; r1 not nil; r2 nil$`
	lock, err := c.Obtain(ctx, "lock:leader", time.Minute, nil)
	if err != nil {
		return nil, nil, err
	}
	child, cancel := context.WithTimeout(ctx, time.Minute)
	return child, func() {
		cancel()
		lock.Release(ctx)
	}, nil
}

// Whole runs f while it leads.
func Whole(ctx context.Context, c *redislock.Client, f func(ctx context.Context)) error { // want Whole:`^r0 not nil \| acquire lease new0 key "lock:leader"; run p2\(p0\.WithTimeout 1m0s\(new1\)\); release lease new0 key "lock:leader"; r0=nil; r0 nil$`
	led, stop, err := Take(ctx, c)
	if err != nil {
		return err
	}
	defer stop()
	f(led)
	return nil
}
