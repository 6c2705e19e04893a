// Package earlydefer registers the release before the lock is known to be held.
package earlydefer

import (
	"context"
	"sync"
	"time"

	"github.com/bsm/redislock"
)

type once struct {
	mu    sync.Mutex
	seen  map[string]bool
	locks *redislock.Client
}

func (o *once) see(id string) bool {
	/* timeline: release return */ defer o.mu.Unlock() // want `mutex o\.mu is released at line 21 although it was not acquired: that crashes, or frees the lock of somebody else; register the release behind the test of the acquire, assuming that the way out at line 21 is taken \(leakedlock/early-defer\)$`
	if !o.mu.TryLock() {
		return false
	}
	o.seen[id] = true
	return true
}

func (o *once) shared(ctx context.Context, id string) error {
	l, err := o.locks.Obtain(ctx, "lock:once:"+id, time.Minute, nil)
	defer l.Release(context.WithoutCancel(ctx)) // want `lock "lock:once:{}" is released at line 31 although it was not acquired: .*early-defer`
	if err != nil {
		return err
	}
	o.seen[id] = true
	return nil
}

// guarded looks whether there is a lock.
func (o *once) guarded(ctx context.Context, id string) error {
	l, err := o.locks.Obtain(ctx, "lock:once:"+id, time.Minute, nil)
	defer func() {
		if l != nil {
			l.Release(context.WithoutCancel(ctx))
		}
	}()
	if err != nil {
		return err
	}
	o.seen[id] = true
	return nil
}

// later is right.
func (o *once) later(id string) bool {
	if !o.mu.TryLock() {
		return false
	}
	defer o.mu.Unlock()
	o.seen[id] = true
	return true
}

// outside is called with the lock held, and lets go of it for a while.
func (o *once) outside(ids []string, work func()) {
	defer o.mu.Unlock()
	if len(ids) == 0 {
		return
	}
	o.mu.Unlock()
	work()
	o.mu.Lock()
}

func (o *once) take(ctx context.Context, id string) (func(), error) {
	l, err := o.locks.Obtain(ctx, "lock:once:"+id, time.Minute, nil)
	if err != nil {
		return nil, err
	}
	return func() { l.Release(context.WithoutCancel(ctx)) }, nil
}

func (o *once) closure(ctx context.Context, id string) error {
	unlock, err := o.take(ctx, id)
	defer unlock() // want `lock "lock:once:{}" was not acquired at line \d+, so the function that releases it is nil, and calling it crashes; .*early-defer`
	if err != nil {
		return err
	}
	o.seen[id] = true
	return nil
}
