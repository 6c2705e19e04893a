// Case u03setanswer: a script that answers what SET answers says "busy" by nil, which go-redis makes the error redis.Nil of: who returns on each error is right, who lets that one pass works without the lock.
package u03setanswer

import (
	"context"
	"crypto/rand"
	"errors"

	"github.com/redis/go-redis/v9"
)

var errBusy = errors.New("busy")

var (
	take = redis.NewScript(`return redis.call("SET", KEYS[1], ARGV[1], "NX", "PX", ARGV[2])`)
	free = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)
)

func deskKey(name string) string { return "lock:desk:" + name }

type Desk struct{ rdb *redis.Client }

func (d *Desk) Any(ctx context.Context, name string) error {
	key, token := deskKey(name), rand.Text()
	if err := take.Run(ctx, d.rdb, []string{key}, token, 10_000).Err(); err != nil {
		return err
	}
	defer free.Run(context.WithoutCancel(ctx), d.rdb, []string{key}, token)
	return d.rdb.Incr(ctx, "desk:"+name).Err()
}

func (d *Desk) Busy(ctx context.Context, name string) error {
	key, token := deskKey(name), rand.Text()
	err := take.Run(ctx, d.rdb, []string{key}, token, 10_000).Err()
	if errors.Is(err, redis.Nil) {
		return errBusy
	}
	if err != nil {
		return err
	}
	defer free.Run(context.WithoutCancel(ctx), d.rdb, []string{key}, token)
	return d.rdb.Incr(ctx, "desk:"+name).Err()
}

func (d *Desk) Passes(ctx context.Context, name string) error {
	key, token := deskKey(name), rand.Text()
	err := take.Run(ctx, d.rdb, []string{key}, token, 10_000).Err() //bug:uncheckedlock/fallthrough
	if err != nil && !errors.Is(err, redis.Nil) {
		return err
	}
	defer free.Run(context.WithoutCancel(ctx), d.rdb, []string{key}, token)
	return d.rdb.Incr(ctx, "desk:"+name).Err()
}
