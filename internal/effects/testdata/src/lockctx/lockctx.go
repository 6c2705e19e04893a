// Package lockctx takes locks of a library that gives a context, which ends with the lock, and a function that gives
// it back.
package lockctx

import (
	"context"
	"errors"

	"github.com/redis/rueidis/rueidislock"
)

type Locks struct{ l rueidislock.Locker }

// Take hands the library's results on.
func (l *Locks) Take(ctx context.Context, key string) (context.Context, context.CancelFunc, error) { // want Take:`^outbound rueidislock\.Locker\.WithContext p1; acquire lease new0 key "lock:\{\}"\(p2\); r0=p1\.WithCancel\(new0\); r1=sync\.OnceFunc\(func release\(new0\),new0\); r0 not nil; r2 nil \| outbound rueidislock\.Locker\.WithContext p1; missed failed lease new0 key "lock:\{\}"\(p2\); r2 not nil$`
	return l.l.WithContext(ctx, "lock:"+key)
}

// Whole gives it back by defer.
func (l *Locks) Whole(ctx context.Context, key string, f func(ctx context.Context) error) error { // want Whole:`^outbound rueidislock\.Locker\.WithContext p1; r0 not nil \| outbound rueidislock\.Locker\.WithContext p1; acquire lease new0 key "lock:\{\}"\(p2\); run p3\(p1\.WithCancel\(new0\)\) is nil; release lease new0 key "lock:\{\}"\(p2\); r0 nil \| outbound rueidislock\.Locker\.WithContext p1; acquire lease new0 key "lock:\{\}"\(p2\); run p3\(p1\.WithCancel\(new0\)\) is not nil; release lease new0 key "lock:\{\}"\(p2\); r0 not nil$`
	ctx, cancel, err := l.Take(ctx, key)
	if err != nil {
		return err
	}
	defer cancel()
	return f(ctx)
}

// Twice gives back twice: the second time does nothing.
func (l *Locks) Twice(ctx context.Context, key string, f func()) error { // want Twice:`^r0 not nil \| acquire lease new0 key p2; run p3\(\); release lease new0 key p2; r0=nil; r0 nil$`
	_, cancel, err := l.l.ForceWithContext(ctx, key)
	if err != nil {
		return err
	}
	defer cancel()
	f()
	cancel()
	return nil
}

// Try says no where it is busy.
func (l *Locks) Try(ctx context.Context, key string) (stop func(), ok bool, err error) { // want Try:`^missed lease new0 key p2; r0=nil; r1="false"; r0 nil; r1 false \| acquire lease new0 key p2; r0=sync\.OnceFunc\(func release\(new0\),new0\); r1="true"; r2=nil; r1 true; r2 nil$`
	_, cancel, err := l.l.TryWithContext(ctx, key)
	switch {
	case errors.Is(err, rueidislock.ErrNotLocked):
		return nil, false, nil
	case err != nil:
		return nil, false, err
	}
	return cancel, true, nil
}

// Silent: a function that ends a context is no release.
func Silent(ctx context.Context, f func(ctx context.Context)) { // want Silent:`^run p1\(p0\.WithCancel\(new0\)\)$`
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	f(ctx)
}
