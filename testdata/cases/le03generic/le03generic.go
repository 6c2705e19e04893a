// Case le03generic: a generic runner takes a lease of ten seconds around work that loops over all rows of a table.
package le03generic

import (
	"context"
	"log/slog"
	"time"

	"github.com/bsm/redislock"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Under runs work with the lock of key.
func Under[T any](ctx context.Context, locks *redislock.Client, key string, ttl time.Duration, work func(context.Context) (T, error)) (T, error) {
	l, err := locks.Obtain(ctx, key, ttl, nil)
	if err != nil {
		var none T
		return none, err
	}
	defer func() {
		if err := l.Release(context.WithoutCancel(ctx)); err != nil {
			slog.Warn("not released", "key", key, "err", err)
		}
	}()
	return work(ctx)
}

// Tariffs are recomputed each night.
type Tariffs struct {
	locks *redislock.Client
	pool  *pgxpool.Pool
}

// All recomputes every tariff: nobody knows how many there are.
func (t *Tariffs) All(ctx context.Context) (int, error) {
	return Under(ctx, t.locks, "lock:tariffs", 10*time.Second, func(ctx context.Context) (int, error) { //bug:leaseexpiry/unrenewed
		ids, err := t.ids(ctx)
		if err != nil {
			return 0, err
		}
		for _, id := range ids {
			if _, err := t.pool.Exec(ctx, "UPDATE tariffs SET price = cost * 1.2 WHERE id = $1", id); err != nil {
				return 0, err
			}
		}
		return len(ids), nil
	})
}

// AllBounded has a deadline around the loop.
func (t *Tariffs) AllBounded(ctx context.Context) (int, error) {
	return Under(ctx, t.locks, "lock:tariffs", 10*time.Second, func(ctx context.Context) (int, error) {
		ctx, cancel := context.WithTimeout(ctx, 8*time.Second)
		defer cancel()
		ids, err := t.ids(ctx)
		if err != nil {
			return 0, err
		}
		for _, id := range ids {
			if _, err := t.pool.Exec(ctx, "UPDATE tariffs SET price = cost * 1.2 WHERE id = $1", id); err != nil {
				return 0, err
			}
		}
		return len(ids), nil
	})
}

// One is a single statement.
func (t *Tariffs) One(ctx context.Context, id int64) (int64, error) {
	return Under(ctx, t.locks, "lock:tariffs", 10*time.Second, func(ctx context.Context) (int64, error) {
		tag, err := t.pool.Exec(ctx, "UPDATE tariffs SET price = cost * 1.2 WHERE id = $1", id)
		return tag.RowsAffected(), err
	})
}

func (t *Tariffs) ids(ctx context.Context) ([]int64, error) {
	rows, err := t.pool.Query(ctx, "SELECT id FROM tariffs")
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
