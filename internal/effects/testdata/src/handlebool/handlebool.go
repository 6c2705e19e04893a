// Package handlebool returns (handle, bool, error).
package handlebool

import (
	"context"
	"errors"
	"time"

	"github.com/bsm/redislock"
)

// TryLock splits busy from broken.
func TryLock(ctx context.Context, c *redislock.Client, key string) (*redislock.Lock, bool, error) { // want TryLock:`^missed lease new0 key p2; r0=nil; r1="false"; r0 nil; r1 false \| acquire lease r0 key p2; r1="true"; r2=nil; r0 not nil; r1 true; r2 nil$`
	lock, err := c.Obtain(ctx, key, time.Minute, nil)
	if errors.Is(err, redislock.ErrNotObtained) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, err
	}
	return lock, true, nil
}

// Renew keeps what it was given.
func Renew(ctx context.Context, l *redislock.Lock) error { return l.Refresh(ctx, time.Minute, nil) } // want Renew:`^extend lease p1$`
