// Package use opens and closes.
package use

import (
	"context"
	"sync"

	"github.com/bsm/redislock"

	"ctorclose"
)

func Whole(mu *sync.Mutex) error {
	f := ctorclose.Open(mu)
	return f.Close()
}

func Keep(mu *sync.Mutex) { ctorclose.Open(mu) } // want Keep:`^acquire mutex p0$`

func Lease(ctx context.Context, c *redislock.Client, f func()) error { // want Lease:`^r0 not nil \| acquire lease new0\.lock key "lease:a"; run p2\(\); release lease new0\.lock key "lease:a"; r0=nil; r0 nil$`
	l, err := ctorclose.NewLease(ctx, c, "a")
	if err != nil {
		return err
	}
	defer l.Close(ctx)
	f()
	return nil
}

// Late keeps the lease where f fails.
func Late(ctx context.Context, c *redislock.Client, f func() error) error { // want Late:`^missed lease new0 key "lease:a"; r0 not nil \| acquire lease new0\.lock key "lease:a"; run p2\(\) is not nil; r0 not nil \| acquire lease new0\.lock key "lease:a"; run p2\(\) is nil; release lease new0\.lock key "lease:a"$`
	l, err := ctorclose.NewLease(ctx, c, "a")
	if err != nil {
		return err
	}
	if err := f(); err != nil {
		return err
	}
	return l.Close(ctx)
}
