// Case okkt03guided: wrappers that prefix, a method as template, a prefix constant, a date in a marker and SQL texts with one number.
package okkt03guided

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/redis/go-redis/v9"
)

const (
	lockJobs   = "SELECT pg_advisory_xact_lock(4370)"
	lockJobsRO = "SELECT pg_advisory_xact_lock_shared(4370)"
	prefix     = "jobs:"
)

// Store keeps jobs.
type Store struct {
	rdb *redis.Client
	app string
}

var release = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)

// Lock and Unlock put the prefix in front.
func (s *Store) Lock(ctx context.Context, key, token string) (bool, error) {
	return s.rdb.SetNX(ctx, "store:"+key, token, 10*time.Second).Result()
}

// Unlock gives it back.
func (s *Store) Unlock(ctx context.Context, key, token string) error {
	return release.Run(ctx, s.rdb, []string{"store:" + key}, token).Err()
}

func (s *Store) key(id int64) string { return fmt.Sprintf("%s:job:%d", s.app, id) }

// Start and Stop call the template; Pause and Resume use the constant.
func (s *Store) Start(ctx context.Context, id int64, token string) (bool, error) {
	return s.Lock(ctx, s.key(id), token)
}

// Stop is its end.
func (s *Store) Stop(ctx context.Context, id int64, token string) error {
	return s.Unlock(ctx, s.key(id), token)
}

// Pause takes a job out.
func (s *Store) Pause(ctx context.Context, id, token string) (bool, error) {
	return s.Lock(ctx, prefix+id, token)
}

// Resume puts it back.
func (s *Store) Resume(ctx context.Context, id, token string) error {
	return s.Unlock(ctx, prefix+id, token)
}

// Today tells that the report of the day was not written yet.
func (s *Store) Today(ctx context.Context) (bool, error) {
	return s.rdb.SetNX(ctx, "report:"+time.Now().UTC().Format("2006-01-02"), "1", 25*time.Hour).Result()
}

// Write and Read lock by one number, which is one lock.
func Write(ctx context.Context, tx pgx.Tx) error {
	_, err := tx.Exec(ctx, lockJobs)
	return err
}

// Read waits for writers.
func Read(ctx context.Context, tx pgx.Tx) error {
	_, err := tx.Exec(ctx, lockJobsRO)
	return err
}
