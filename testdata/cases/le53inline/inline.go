// Case le53inline: the work renews its lease itself, between two steps, and does not look at how that went. A longer life that is given when all is done is no renewal.
package le53inline

import (
	"context"
	"time"

	"github.com/bsm/redislock"
	"github.com/go-redsync/redsync/v4"
	"github.com/redis/go-redis/v9"
)

type Jobs struct {
	locks *redislock.Client
	rs    *redsync.Redsync
	rdb   *redis.Client
}

func (j *Jobs) step(ctx context.Context, id string) error { return j.rdb.Incr(ctx, id).Err() }

func (j *Jobs) Dropped(ctx context.Context, ids []string) error {
	l, err := j.locks.Obtain(ctx, "dropped", time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	for _, id := range ids {
		_ = l.Refresh(ctx, time.Minute, nil) //bug:leaseexpiry/renewal-ignored
		if err := j.step(ctx, id); err != nil {
			return err
		}
	}
	return nil
}

func (j *Jobs) Extended(ctx context.Context, ids []string) error {
	m := j.rs.NewMutex("extended")
	if err := m.LockContext(ctx); err != nil {
		return err
	}
	defer m.UnlockContext(context.WithoutCancel(ctx))
	for _, id := range ids {
		_, _ = m.ExtendContext(ctx) //bug:leaseexpiry/renewal-ignored
		if err := j.step(ctx, id); err != nil {
			return err
		}
	}
	return nil
}

func (j *Jobs) Looked(ctx context.Context, ids []string) error {
	l, err := j.locks.Obtain(ctx, "looked", time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	for _, id := range ids {
		if err := l.Refresh(ctx, time.Minute, nil); err != nil {
			return err
		}
		if err := j.step(ctx, id); err != nil {
			return err
		}
	}
	return nil
}

// Cooldown keeps others away for a while when the work is done.
func (j *Jobs) Cooldown(ctx context.Context, id string) error {
	l, err := j.locks.Obtain(ctx, "cooldown:"+id, time.Minute, nil)
	if err != nil {
		return err
	}
	if err := j.step(ctx, id); err != nil {
		return err
	}
	_ = l.Refresh(ctx, 10*time.Minute, nil)
	return nil
}
