// Package markers: keys that are taken once and are no locks.
package markers

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/redis/go-redis/v9"
)

var errDuplicate = errors.New("handled already")

type Events struct{ rdb *redis.Client }

func (e *Events) pay(context.Context) error { return nil }

// Kept on success, dropped where it failed: an honest retry may come.
func (e *Events) Once(ctx context.Context, id string) error {
	ok, err := e.rdb.SetNX(ctx, "payment:"+id, 1, 24*time.Hour).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errDuplicate
	}
	if err := e.pay(ctx); err != nil {
		return errors.Join(err, e.rdb.Del(ctx, "payment:"+id).Err())
	}
	return nil
}

// The same in a deferred literal, and without an error to return.
func (e *Events) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	key := "callback:" + r.FormValue("token")
	if !e.rdb.SetNX(r.Context(), key, 1, time.Hour).Val() {
		w.WriteHeader(http.StatusConflict)
		return
	}
	err := e.pay(r.Context())
	defer func() {
		if err != nil {
			e.rdb.Del(r.Context(), key)
		}
	}()
	if err != nil {
		w.WriteHeader(http.StatusInternalServerError)
	}
}

// A throttle that somebody resets.
func (e *Events) Allow(ctx context.Context, user string) bool {
	return e.rdb.SetNX(ctx, "throttle:"+user, 1, time.Minute).Val()
}

func (e *Events) Reset(ctx context.Context, user string) { e.rdb.Del(ctx, "throttle:"+user) }

// A mark in two functions, which nobody calls a lock.
func (e *Events) MustUnique(ctx context.Context, job string) bool {
	return e.rdb.SetNX(ctx, "running:"+job, 1, time.Hour).Val()
}

func (e *Events) Finished(ctx context.Context, job string) { e.rdb.Del(ctx, "running:"+job) }

// Deleted after success too: a lock.
func (e *Events) Lock(ctx context.Context, id string) error {
	if !e.rdb.SetNX(ctx, "payment:"+id, 1, time.Hour).Val() {
		return errDuplicate
	}
	if err := e.pay(ctx); err != nil {
		return err
	}
	return e.rdb.Del(ctx, "payment:"+id).Err() // want `plain-delete`
}
