// Case ctx05pipeline: commands that a loop gives to a pipeline go to the server in one go, and take no time each; those that go alone do.
package ctx05pipeline

import (
	"context"
	"log/slog"
	"time"

	"github.com/bsm/redislock"
	"github.com/redis/go-redis/v9"
)

type Queue struct {
	rdb   *redis.Client
	locks *redislock.Client
}

func free(ctx context.Context, l *redislock.Lock) {
	uctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	if err := l.Release(uctx); err != nil {
		slog.Warn("not released", "err", err)
	}
}

// Move moves what is due in one transaction.
func (q *Queue) Move(ctx context.Context) error {
	l, err := q.locks.Obtain(ctx, "queue:move", time.Minute, nil)
	if err != nil {
		return err
	}
	defer free(ctx, l)
	due, err := q.rdb.ZRangeByScore(ctx, "due", &redis.ZRangeBy{Min: "-inf", Max: "0", Count: 100}).Result()
	if err != nil {
		return err
	}
	pipe := q.rdb.TxPipeline()
	for _, body := range due {
		pipe.XAdd(ctx, &redis.XAddArgs{Stream: "jobs", Values: map[string]any{"body": body}})
		pipe.ZRem(ctx, "due", body)
	}
	_, err = pipe.Exec(ctx)
	return err
}

// MoveEach moves them one by one.
func (q *Queue) MoveEach(ctx context.Context) error {
	l, err := q.locks.Obtain(ctx, "queue:move:each", time.Minute, nil) //bug:leaseexpiry/unrenewed
	if err != nil {
		return err
	}
	defer free(ctx, l)
	due, err := q.rdb.ZRangeByScore(ctx, "due", &redis.ZRangeBy{Min: "-inf", Max: "0"}).Result()
	if err != nil {
		return err
	}
	for _, body := range due {
		if err := q.rdb.RPush(ctx, "jobs", body).Err(); err != nil {
			return err
		}
		if err := q.rdb.ZRem(ctx, "due", body).Err(); err != nil {
			return err
		}
	}
	return nil
}
