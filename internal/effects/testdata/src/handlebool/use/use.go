// Package use tests the bool.
package use

import (
	"context"

	"github.com/bsm/redislock"

	"handlebool"
)

func Whole(ctx context.Context, c *redislock.Client, f func()) error { // want Whole:`^acquire lease new0 key "k"; run p2\(\); release lease new0 key "k"; r0=nil; r0 nil \| nothing$`
	lock, ok, err := handlebool.TryLock(ctx, c, "k")
	if err != nil || !ok {
		return err
	}
	defer lock.Release(ctx)
	f()
	return nil
}
