// Package renew keeps a lock alive while something runs under it.
package renew

import (
	"context"
	"errors"
	"time"

	"github.com/bsm/redislock"
)

// Lock is a lock that can be kept.
type Lock struct{ l *redislock.Lock }

// Take takes the lock of a key.
func Take(ctx context.Context, c *redislock.Client, key string) (*Lock, error) {
	l, err := c.Obtain(ctx, key, 2*time.Second, nil)
	if err != nil {
		return nil, err
	}
	return &Lock{l}, nil
}

// Free gives it back.
func (k *Lock) Free(ctx context.Context) error {
	uctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	return k.l.Release(uctx)
}

// Do renews the lease while work runs.
func (k *Lock) Do(ctx context.Context, work func(context.Context) error) error {
	if err := k.l.Refresh(ctx, 2*time.Second, nil); err != nil {
		return err
	}
	wctx, stop := context.WithCancel(ctx)
	defer stop()
	done := make(chan error, 1)
	go func() { done <- work(wctx) }()
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			if err := k.l.Refresh(ctx, 2*time.Second, nil); err != nil {
				stop()
				return errors.Join(err, <-done)
			}
		case err := <-done:
			return err
		}
	}
}
