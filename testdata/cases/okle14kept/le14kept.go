// Case okle14kept: keys with a time that nobody deletes: turns, markers, and a lock of which somebody else knows.
package okle14kept

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/redis/go-redis/v9"
)

var errDone = errors.New("was done")

// Jobs run on one node each.
type Jobs struct {
	rdb  *redis.Client
	pool *pgxpool.Pool
}

func (j *Jobs) all(ctx context.Context) ([]int64, error) {
	rows, err := j.pool.Query(ctx, "SELECT id FROM users")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var ids []int64
	for rows.Next() {
		var id int64
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, rows.Err()
}

func (j *Jobs) each(ctx context.Context) error {
	ids, err := j.all(ctx)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if _, err := j.pool.Exec(ctx, "UPDATE users SET points = points + 1 WHERE id = $1", id); err != nil {
			return err
		}
	}
	return nil
}

// Nightly takes the turn of this night: the key must not be deleted, or a slower node runs the job again.
func (j *Jobs) Nightly(ctx context.Context) error {
	ok, err := j.rdb.SetNX(ctx, "cron:lock:nightly", "1", 10*time.Minute).Result()
	if err != nil || !ok {
		return err
	}
	return j.each(ctx)
}

// Daily has the day in its key.
func (j *Jobs) Daily(ctx context.Context) error {
	ok, err := j.rdb.SetNX(ctx, "job:lock:"+time.Now().Format(time.DateOnly), "1", 24*time.Hour).Result()
	if err != nil || !ok {
		return err
	}
	return j.each(ctx)
}

// Throttled runs at most once in a minute for each tenant.
func (j *Jobs) Throttled(ctx context.Context, tenant string) error {
	ok, err := j.rdb.SetNX(ctx, "throttle:recount:"+tenant, "1", time.Minute).Result()
	if err != nil || !ok {
		return err
	}
	return j.each(ctx)
}

// Settings come from outside.
func (j *Jobs) Settings(ctx context.Context, ttl time.Duration) (bool, error) {
	return j.rdb.SetNX(ctx, "settings:lock", "1", ttl).Result()
}
