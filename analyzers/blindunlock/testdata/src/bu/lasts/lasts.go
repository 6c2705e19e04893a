// Package lasts: a lock without an expiry is not lost by one.
package lasts

import (
	"context"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

var errBusy = errors.New("busy")

type Jobs struct{ rdb *redis.Client }

func (j *Jobs) work(context.Context) error { return nil }

func (j *Jobs) Plain(ctx context.Context, id string) error {
	if !j.rdb.SetNX(ctx, "lock:plain:"+id, "1", 0).Val() {
		return errBusy
	}
	defer j.rdb.Del(ctx, "lock:plain:"+id) // want `lock "lock:plain:{}" is released by deleting its key, whoever set it: it has no expiry, but after its key was deleted by hand, because its holder seemed dead, the next holder's lock is deleted; .*, assuming that a lock which stays is freed by hand \(blindunlock/plain-delete\)`
	return j.work(ctx)
}

func (j *Jobs) Checked(ctx context.Context, id, token string) error {
	if !j.rdb.SetNX(ctx, "lock:checked:"+id, token, 0).Val() {
		return errBusy
	}
	err := j.work(ctx)
	if j.rdb.Get(ctx, "lock:checked:"+id).Val() == token {
		j.rdb.Del(ctx, "lock:checked:"+id) // want `it has no expiry, but if its key is deleted by hand between the two, the next .* \(blindunlock/check-then-delete\)`
	}
	return err
}

// Its expiry comes by a second command.
func (j *Jobs) TwoSteps(ctx context.Context, id string) error {
	if !j.rdb.SetNX(ctx, "lock:two:"+id, "1", 0).Val() {
		return errBusy
	}
	j.rdb.Expire(ctx, "lock:two:"+id, time.Minute)
	defer j.rdb.Del(ctx, "lock:two:"+id) // want `whoever set it: after it expired, the next .* \(blindunlock/plain-delete\)`
	return j.work(ctx)
}
