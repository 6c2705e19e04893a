// Case oku25loopkeys: each round of a loop takes another key and keeps it until the function ends; where one is busy the run is put back.
package oku25loopkeys

import (
	"context"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

var errNone = errors.New("no run")

// Runs are worked on by one replica each.
type Runs struct{ rdb *redis.Client }

func (r *Runs) lock(ctx context.Context, key string) (bool, error) {
	return r.rdb.SetNX(ctx, key, "true", time.Minute).Result()
}

func (r *Runs) unlock(key string) { r.rdb.Del(context.Background(), key) } //may:blindunlock

func (r *Runs) enqueue(ctx context.Context, id string) { r.rdb.LPush(ctx, "runs", id) }

func (r *Runs) work(id string) error {
	if id == "" {
		return errNone
	}
	return nil
}

func engineKey(id string) string { return "lock:engine:" + id }

func groupKey(id string) string { return "lock:group:" + id }

// Trigger holds its own lock and those of all groups.
func (r *Runs) Trigger(ctx context.Context, id string, groups []string) error {
	key := engineKey(id)
	ok, err := r.lock(ctx, key)
	if err != nil {
		return err
	}
	if !ok {
		r.enqueue(ctx, id)
		return nil
	}
	defer func() {
		r.unlock(key)
	}()
	for _, g := range groups {
		key := groupKey(g)
		ok, err := r.lock(ctx, key)
		if err != nil {
			return err
		}
		if !ok {
			r.enqueue(ctx, id)
			return nil
		}
		defer r.unlock(key)
	}
	return r.work(id)
}

// Engine calls it from a loop.
func (r *Runs) Engine(ctx context.Context, ids chan string) {
	for {
		select {
		case <-ctx.Done():
			return
		case id := <-ids:
			if err := r.Trigger(ctx, id, []string{id}); err != nil {
				return
			}
		}
	}
}
