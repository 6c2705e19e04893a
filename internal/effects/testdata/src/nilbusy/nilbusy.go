// Package nilbusy returns nil where the lock is busy.
package nilbusy

import (
	"context"
	"time"

	"github.com/bsm/redislock"
)

// TakeFunc returns a nil function.
func TakeFunc(ctx context.Context, c *redislock.Client, key string) func() { // want TakeFunc:`^missed lease new0 key p2; r0=nil; r0 nil \| acquire lease new0 key p2; r0=func nilbusy\.TakeFunc\$1\(&new0,&p0\); r0 not nil$`
	lock, err := c.Obtain(ctx, key, time.Minute, nil)
	if err != nil {
		return nil
	}
	return func() { lock.Release(ctx) }
}
