// Case okgb12asked: a guard for idempotence that finds the key taken, and looks at what the other one has left there.
package okgb12asked

import (
	"context"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

var ErrConflict = errors.New("somebody else is at it")

type Guard struct{ rdb redis.Cmdable }

// Run says nil for what was done before, and a conflict for what is being done.
func (g *Guard) Run(ctx context.Context, key string, f func(context.Context) error) error {
	ok, err := g.rdb.SetNX(ctx, "once:"+key, "processing", time.Minute).Result()
	if err != nil {
		return err
	}
	if !ok {
		state, err := g.rdb.Get(ctx, "once:"+key).Result()
		if err != nil {
			return err
		}
		if state == "done" {
			return nil
		}
		return ErrConflict
	}
	if err := f(ctx); err != nil {
		g.rdb.Del(context.WithoutCancel(ctx), "once:"+key)
		return err
	}
	return g.rdb.Set(ctx, "once:"+key, "done", 24*time.Hour).Err()
}
