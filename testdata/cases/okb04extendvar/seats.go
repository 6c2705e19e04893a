// Case okb04extendvar: the lease is renewed by a script in a package variable, or in a field, before the transaction commits: that is no release.
package okb04extendvar

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"
)

var (
	errBusy = errors.New("busy")
	errLost = errors.New("the lock was lost")
)

const lease = 10 * time.Second

var (
	extendScript = redis.NewScript(`
if redis.call("GET", KEYS[1]) == ARGV[1] then
	return redis.call("PEXPIRE", KEYS[1], ARGV[2])
end
return 0`)
	freeScript = redis.NewScript(`
if redis.call("GET", KEYS[1]) == ARGV[1] then
	return redis.call("DEL", KEYS[1])
end
return 0`)
)

type Seats struct {
	db     *sql.DB
	rdb    *redis.Client
	extend *redis.Script
	free   *redis.Script
}

func New(db *sql.DB, rdb *redis.Client) *Seats {
	const extend = `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("PEXPIRE", KEYS[1], ARGV[2]) end return 0`
	const free = `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`
	return &Seats{db: db, rdb: rdb, extend: redis.NewScript(extend), free: redis.NewScript(free)}
}

func seatKey(id int64) string { return fmt.Sprintf("lock:seat:%d", id) }

func (s *Seats) Move(ctx context.Context, id int64, row int) error {
	key, token := seatKey(id), rand.Text()
	ok, err := s.rdb.SetNX(ctx, key, token, lease).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errBusy
	}
	defer freeScript.Run(context.WithoutCancel(ctx), s.rdb, []string{key}, token)
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "update seats set row = $1 where id = $2", row, id); err != nil {
		return err
	}
	kept, err := extendScript.Run(ctx, s.rdb, []string{key}, token, lease.Milliseconds()).Int()
	if err != nil {
		return err
	}
	if kept == 0 {
		return errLost
	}
	return tx.Commit()
}

func (s *Seats) Swap(ctx context.Context, id int64, row int) error {
	key, token := seatKey(id), rand.Text()
	ok, err := s.rdb.SetNX(ctx, key, token, lease).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errBusy
	}
	defer s.free.Run(context.WithoutCancel(ctx), s.rdb, []string{key}, token)
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "update seats set row = $1 where id = $2", row, id); err != nil {
		return err
	}
	kept, err := s.extend.Run(ctx, s.rdb, []string{key}, token, lease.Milliseconds()).Int()
	if err != nil {
		return err
	}
	if kept == 0 {
		return errLost
	}
	return tx.Commit()
}
