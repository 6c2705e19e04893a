// Case okgb21pipe: SET NX in a pipeline: the answers come all at once, when it is executed.
package okgb21pipe

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

// Take tries several keys and looks at all answers.
func Take(ctx context.Context, rdb *redis.Client, token string, ids []string) (taken int, err error) {
	pipe := rdb.TxPipeline()
	for _, id := range ids {
		pipe.SetNX(ctx, "lock:item:"+id, token, time.Minute)
	}
	cmds, err := pipe.Exec(ctx)
	if err != nil {
		return 0, err
	}
	for _, c := range cmds {
		if set, ok := c.(*redis.BoolCmd); ok && set.Val() {
			taken++
		}
	}
	return taken, nil
}
