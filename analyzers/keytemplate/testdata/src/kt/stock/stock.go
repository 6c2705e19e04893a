// Package stock builds a key by hand, for importers to meet.
package stock

import (
	"context"
	"time"

	"github.com/bsm/redislock"
)

// Take locks a product while it counts.
func Take(ctx context.Context, locks *redislock.Client, sku string) error {
	l, err := locks.Obtain(ctx, "lock:sku:"+sku, time.Second, nil)
	if err != nil {
		return err
	}
	return l.Release(ctx)
}
