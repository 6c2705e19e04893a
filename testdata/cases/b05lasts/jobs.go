// Case b05lasts: a lock without an expiry that is released by deleting its key: who frees it by hand lets the next one in, whose
// lock is deleted then. With a token and a script that compares it, only the missing expiry is left.
package b05lasts

import (
	"context"
	"errors"

	"github.com/redis/go-redis/v9"
)

var errBusy = errors.New("busy")

// Jobs run one at a time.
type Jobs struct{ rdb *redis.Client }

func (j *Jobs) work(ctx context.Context, id string) error { return j.rdb.Incr(ctx, "jobs:"+id).Err() }

// Plain deletes the key.
func (j *Jobs) Plain(ctx context.Context, id string) error {
	ok, err := j.rdb.SetNX(ctx, "lock:plain:"+id, 1, 0).Result() //bug:leaseexpiry/no-ttl
	if err != nil {
		return err
	}
	if !ok {
		return errBusy
	}
	defer j.rdb.Del(context.WithoutCancel(ctx), "lock:plain:"+id) //bug:blindunlock/plain-delete
	return j.work(ctx, id)
}

var release = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)

// Scripted compares.
func (j *Jobs) Scripted(ctx context.Context, id, token string) error {
	ok, err := j.rdb.SetNX(ctx, "lock:scripted:"+id, token, 0).Result() //bug:leaseexpiry/no-ttl
	if err != nil {
		return err
	}
	if !ok {
		return errBusy
	}
	defer release.Run(context.WithoutCancel(ctx), j.rdb, []string{"lock:scripted:" + id}, token)
	return j.work(ctx, id)
}
