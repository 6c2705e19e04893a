// Package afterdone: the release is only reached when its context is done.
package afterdone

import (
	"context"
	"errors"
	"time"

	"github.com/bsm/redislock"
)

func hold(ctx context.Context, l *redislock.Lock, t *time.Ticker) error {
	for {
		select {
		case <-ctx.Done():
			/* timeline: done release */ return errors.Join(ctx.Err(), l.Release(ctx)) // want `is only released when its context is done: .* \(canceledunlock/after-done\)`
		case <-t.C:
		}
	}
}

func wait(ctx context.Context, l *redislock.Lock) {
	<-ctx.Done()
	_ = l.Release(ctx) // want `after-done`
}

func derived(ctx context.Context, l *redislock.Lock) {
	if err := ctx.Err(); err != nil {
		uctx, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel()
		_ = l.Release(uctx) // want `after-done`
	}
}

// The loop is left for another reason too.
func either(ctx context.Context, l *redislock.Lock, done <-chan struct{}) {
loop:
	for {
		select {
		case <-ctx.Done():
			break loop
		case <-done:
			break loop
		}
	}
	_ = l.Release(ctx)
}

// The context is not done yet.
func before(ctx context.Context, l *redislock.Lock) {
	if ctx.Err() == nil {
		_ = l.Release(ctx)
	}
}

// The context of the release is another one.
func other(ctx, root context.Context, l *redislock.Lock) {
	<-ctx.Done()
	_ = l.Release(root)
}

func detached(ctx context.Context, l *redislock.Lock) {
	<-ctx.Done()
	uctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	_ = l.Release(uctx)
}
