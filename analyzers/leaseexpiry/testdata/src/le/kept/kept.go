// Package kept takes locks that nothing but their time ends.
package kept

import (
	"context"
	"database/sql"
	"time"

	"github.com/redis/go-redis/v9"
)

type Store struct {
	rdb *redis.Client
	db  *sql.DB
}

func (s *Store) Lock(ctx context.Context, key string, ttl time.Duration) (bool, error) {
	return s.rdb.SetNX(ctx, key, "1", ttl).Result()
}

func (s *Store) work(ctx context.Context) error {
	rows, err := s.db.QueryContext(ctx, "SELECT id FROM jobs")
	if err != nil {
		return err
	}
	defer rows.Close()
	var ids []int
	for rows.Next() {
		var id int
		if err := rows.Scan(&id); err != nil {
			return err
		}
		ids = append(ids, id)
	}
	for _, id := range ids {
		if _, err := s.db.ExecContext(ctx, "UPDATE jobs SET state = 1 WHERE id = $1", id); err != nil {
			return err
		}
	}
	return nil
}

// A lock by its name, for a loop over data: five minutes are a guess.
func (s *Store) Migrate(ctx context.Context, project string) error {
	ok, err := s.Lock(ctx, "migrate:"+project, 5*time.Minute) // want `^the lease of lock "migrate:\{\}" is 5m0s, nothing renews it, .*unrenewed`
	if err != nil || !ok {
		return err
	}
	return s.work(ctx)
}

// Silent: a turn, which keeps the others from starting for a while.
func (s *Store) Nightly(ctx context.Context) error {
	ok, err := s.Lock(ctx, "cron:nightly", 5*time.Minute)
	if err != nil || !ok {
		return err
	}
	return s.work(ctx)
}

// Silent: nothing calls it a lock: a mark that it was done.
func (s *Store) Once(ctx context.Context, project string) error {
	ok, err := s.rdb.SetNX(ctx, "migrated:"+project, "1", 5*time.Minute).Result()
	if err != nil || !ok {
		return err
	}
	return s.work(ctx)
}

// Silent: no loop.
func (s *Store) One(ctx context.Context, project string) error {
	ok, err := s.Lock(ctx, "fix:"+project, 5*time.Minute)
	if err != nil || !ok {
		return err
	}
	_, err = s.db.ExecContext(ctx, "UPDATE jobs SET state = 1")
	return err
}
