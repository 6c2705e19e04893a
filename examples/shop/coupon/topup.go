package coupon

import (
	"context"

	"example.com/shop/internal/lock"
)

// TopUp adds uses to a coupon. The lock holds off the others, but what it writes is from before the wait.
func (c *Coupons) TopUp(ctx context.Context, code string, more int) error {
	n, err := c.left(ctx, code)
	if err != nil {
		return err
	}
	return c.locks.WithLock(ctx, lock.CouponKey(code), func(ctx context.Context) error {
		return c.set(ctx, code, n+more)
	})
}

// TopUpFixed reads under the lock.
func (c *Coupons) TopUpFixed(ctx context.Context, code string, more int) error {
	return c.locks.WithLock(ctx, lock.CouponKey(code), func(ctx context.Context) error {
		n, err := c.left(ctx, code)
		if err != nil {
			return err
		}
		return c.set(ctx, code, n+more)
	})
}
