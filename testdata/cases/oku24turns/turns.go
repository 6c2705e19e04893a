// Case oku24turns: who does not get the lock skips the turn, takes another lock, or does less; a marker that is kept is no lock.
package oku24turns

import (
	"context"
	"errors"
	"log"
	"sync"
	"time"

	"github.com/bsm/redislock"
	"github.com/redis/go-redis/v9"
)

// Jobs run on one replica each.
type Jobs struct {
	rdb   *redis.Client
	locks *redislock.Client
	local sync.Mutex
}

func (j *Jobs) sweep(ctx context.Context) error { return j.rdb.Del(ctx, "stale").Err() }

func free(l *redislock.Lock) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if err := l.Release(ctx); err != nil {
		log.Println(err)
	}
}

// Turn skips it.
func (j *Jobs) Turn(ctx context.Context) error {
	l, err := j.locks.Obtain(ctx, "lock:sweep", time.Minute, nil)
	if errors.Is(err, redislock.ErrNotObtained) {
		return nil
	}
	if err != nil {
		return err
	}
	defer free(l)
	return j.sweep(ctx)
}

// Local goes on under a lock of its own.
func (j *Jobs) Local(ctx context.Context) error {
	l, err := j.locks.Obtain(ctx, "lock:sweep", time.Minute, nil)
	if err != nil {
		j.local.Lock()
		defer j.local.Unlock()
	} else {
		defer free(l)
	}
	return j.sweep(ctx)
}

// Once does something once; the others come too late for it.
func (j *Jobs) Once(ctx context.Context, id string, f func() error) error {
	first, err := j.rdb.SetNX(ctx, "told:"+id, "1", 0).Result() //may:claimonly
	if err != nil || !first {
		return err
	}
	return f()
}
