// Package token: the release compares, but all holders look alike.
package token

import (
	"context"
	"crypto/rand"
	"errors"
	"time"

	"github.com/go-redsync/redsync/v4"
	"github.com/redis/go-redis/v9"
)

const owner = "worker"

var compareAndDelete = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)

func constant(ctx context.Context, rdb *redis.Client, id string) bool {
	if !rdb.SetNX(ctx, "lock:a:"+id, owner, time.Minute).Val() {
		return false
	}
	defer compareAndDelete.Run(ctx, rdb, []string{"lock:a:" + id}, owner) // want `lock "lock:a:{}" is released with a token that all holders share: .* \(blindunlock/shared-token\)`
	return true
}

func keyItself(ctx context.Context, rdb *redis.Client, id string) bool {
	key := "lock:b:" + id
	if !rdb.SetNX(ctx, key, key, time.Minute).Val() {
		return false
	}
	defer compareAndDelete.Run(ctx, rdb, []string{key}, key) // want `shared-token`
	return true
}

func ofTheKey(ctx context.Context, rs *redsync.Redsync, id string) error {
	_, err := rs.NewMutex("lock:"+id, redsync.WithValue(id)).UnlockContext(ctx) // want `shared-token`
	return err
}

func own(ctx context.Context, rdb *redis.Client, id, token string) bool {
	if !rdb.SetNX(ctx, "lock:a:"+id, token, time.Minute).Val() {
		return false
	}
	defer compareAndDelete.Run(ctx, rdb, []string{"lock:a:" + id}, token)
	return true
}

// Without WithValue each mutex has a random value.
func library(ctx context.Context, rs *redsync.Redsync, id string) error {
	m := rs.NewMutex("lock:" + id)
	if err := m.LockContext(ctx); err != nil {
		return err
	}
	_, err := m.UnlockContext(ctx)
	return err
}

func given(ctx context.Context, rs *redsync.Redsync, id, value string) error {
	_, err := rs.NewMutex("lock:"+id, redsync.WithValue(value)).UnlockContext(ctx)
	return err
}

// free is right: it is the callers who give it a token.
func free(ctx context.Context, rdb *redis.Client, key, token string) {
	compareAndDelete.Run(ctx, rdb, []string{key}, token)
}

func constantToHelper(ctx context.Context, rdb *redis.Client, id string) bool {
	if !rdb.SetNX(ctx, "lock:c:"+id, owner, time.Minute).Val() {
		return false
	}
	defer free(ctx, rdb, "lock:c:"+id, owner) // want `lock "lock:c:{}" is released with a token that all holders share: .* \(blindunlock/shared-token\)`
	return true
}

func keyToHelper(ctx context.Context, rdb *redis.Client, id string) bool {
	key := "lock:d:" + id
	if !rdb.SetNX(ctx, key, key, time.Minute).Val() {
		return false
	}
	defer free(ctx, rdb, key, key) // want `shared-token`
	return true
}

func ownToHelper(ctx context.Context, rdb *redis.Client, id, token string) bool {
	if !rdb.SetNX(ctx, "lock:e:"+id, token, time.Minute).Val() {
		return false
	}
	defer free(ctx, rdb, "lock:e:"+id, token)
	return true
}

// freeWorker gives the token itself: the fault is here, and not at its callers.
func freeWorker(ctx context.Context, rdb *redis.Client, id string) {
	free(ctx, rdb, "lock:f:"+id, owner) // want `shared-token`
}

func byFreeWorker(ctx context.Context, rdb *redis.Client, id string) bool {
	if !rdb.SetNX(ctx, "lock:f:"+id, owner, time.Minute).Val() {
		return false
	}
	defer freeWorker(ctx, rdb, id)
	return true
}

var errBusy = errors.New("busy")

func lock(ctx context.Context, rdb *redis.Client, key string) (string, error) {
	token := rand.Text()
	ok, err := rdb.SetNX(ctx, key, token, time.Minute).Result()
	if err != nil {
		return "", err
	}
	if !ok {
		return "", errBusy
	}
	return token, nil
}

func unlock(ctx context.Context, rdb *redis.Client, key, token string) {
	compareAndDelete.Run(ctx, rdb, []string{key}, token)
}

// Where the lock was not obtained the token is empty, which no holder stores: nothing is deleted.
func emptyWhereBusy(ctx context.Context, rdb *redis.Client, id string) error {
	token, err := lock(ctx, rdb, "lock:empty:"+id)
	if err != nil && !errors.Is(err, errBusy) {
		return err
	}
	defer unlock(ctx, rdb, "lock:empty:"+id, token)
	return nil
}

// A constant that stands for no token, where holders store their own.
func noneWhereBusy(ctx context.Context, rdb *redis.Client, id string) {
	token := "none"
	if own := rand.Text(); rdb.SetNX(ctx, "lock:none:"+id, own, time.Minute).Val() {
		token = own
	}
	compareAndDelete.Run(ctx, rdb, []string{"lock:none:" + id}, token)
}
