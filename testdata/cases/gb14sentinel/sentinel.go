// Case gb14sentinel: a helper that says busy by an error of its own, and callers who ask for that error alone.
package gb14sentinel

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

var (
	errUnavailable = errors.New("lock is not available")
	errElse        = errors.New("something else")
)

type dao struct {
	rdb   *redis.Client
	db    *sql.DB
	token string
}

func newDAO(rdb *redis.Client, db *sql.DB) *dao {
	return &dao{rdb: rdb, db: db, token: uuid.NewString()}
}

func key(id string) string { return "locks:" + id }

// lock says errUnavailable whatever happened.
func (d *dao) lock(ctx context.Context, id string) error {
	ok, err := d.rdb.SetNX(ctx, key(id), d.token, time.Minute).Result()
	if err != nil || !ok {
		return errUnavailable
	}
	return nil
}

var compareAndDelete = redis.NewScript(`if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("del", KEYS[1]) end return 0`)

func (d *dao) unlock(ctx context.Context, id string) {
	compareAndDelete.Run(ctx, d.rdb, []string{key(id)}, d.token)
}

func (d *dao) clean(ctx context.Context, id string) error {
	_, err := d.db.ExecContext(ctx, "DELETE FROM repositories WHERE id = $1", id)
	return err
}

// Clean is right: there is no other error.
func (d *dao) Clean(ctx context.Context, id string) error {
	if err := d.lock(ctx, id); err == errUnavailable {
		return nil
	}
	defer d.unlock(context.WithoutCancel(ctx), id)
	return d.clean(ctx, id)
}

// CleanIs is right in the other words.
func (d *dao) CleanIs(ctx context.Context, id string) error {
	if err := d.lock(ctx, id); errors.Is(err, errUnavailable) {
		return nil
	}
	defer d.unlock(context.WithoutCancel(ctx), id)
	return d.clean(ctx, id)
}

// CleanOther asks for an error that does not come.
func (d *dao) CleanOther(ctx context.Context, id string) error {
	if err := d.lock(ctx, id); err == errElse { //bug:uncheckedlock/fallthrough
		return nil
	}
	defer d.unlock(context.WithoutCancel(ctx), id)
	return d.clean(ctx, id)
}
