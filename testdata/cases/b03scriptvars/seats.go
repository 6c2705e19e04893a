// Case b03scriptvars: the scripts are package variables, or fields; the one that frees a seat deletes the key, whoever holds it.
package b03scriptvars

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"

	"github.com/redis/go-redis/v9"
)

var errBusy = errors.New("busy")

var (
	takeScript = redis.NewScript(`
if redis.call("SET", KEYS[1], ARGV[1], "NX", "PX", ARGV[2]) then
	return 1
end
return 0`)
	freeScript = redis.NewScript(`return redis.call("DEL", KEYS[1])`)
)

type Seats struct{ rdb *redis.Client }

func seatKey(id int64) string { return fmt.Sprintf("lock:seat:%d", id) }

func (s *Seats) Book(ctx context.Context, id int64) error {
	key := seatKey(id)
	got, err := takeScript.Run(ctx, s.rdb, []string{key}, rand.Text(), 10_000).Int()
	if err != nil {
		return err
	}
	if got == 0 {
		return errBusy
	}
	defer freeScript.Run(context.WithoutCancel(ctx), s.rdb, []string{key}) //bug:blindunlock/plain-delete
	return s.rdb.Incr(ctx, fmt.Sprintf("booked:%d", id)).Err()
}

type Rows struct {
	rdb        *redis.Client
	take, free *redis.Script
}

func NewRows(rdb *redis.Client) *Rows {
	r := &Rows{rdb: rdb}
	r.take = redis.NewScript(`return redis.call("SET", KEYS[1], ARGV[1], "NX", "PX", ARGV[2])`)
	r.free = redis.NewScript(`return redis.call("DEL", KEYS[1])`)
	return r
}

func rowKey(id int64) string { return fmt.Sprintf("lock:row:%d", id) }

func (r *Rows) Book(ctx context.Context, id int64) error {
	key := rowKey(id)
	if err := r.take.Run(ctx, r.rdb, []string{key}, rand.Text(), 10_000).Err(); errors.Is(err, redis.Nil) {
		return errBusy
	} else if err != nil {
		return err
	}
	defer r.free.Run(context.WithoutCancel(ctx), r.rdb, []string{key}) //bug:blindunlock/plain-delete
	return r.rdb.Incr(ctx, fmt.Sprintf("booked:row:%d", id)).Err()
}
