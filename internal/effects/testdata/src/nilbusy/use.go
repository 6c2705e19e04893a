package nilbusy

import (
	"context"

	"github.com/bsm/redislock"
)

// Func compares with nil.
func Func(ctx context.Context, c *redislock.Client, f func()) { // want Func:`^nothing \| acquire lease new0 key "k"; run p2\(\); release lease new0 key "k"$`
	if release := TakeFunc(ctx, c, "k"); release != nil {
		defer release()
		f()
	}
}
