// Package check: the owner is looked up, and the key is deleted by a command of its own.
package check

import (
	"context"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

var errLost = errors.New("lost")

type Rooms struct{ rdb *redis.Client }

func key(name string) string { return "room_lock:" + name }

func (r *Rooms) lock(ctx context.Context, name, token string) (bool, error) {
	return r.rdb.SetNX(ctx, key(name), token, time.Minute).Result()
}

func (r *Rooms) unlock(ctx context.Context, name, token string) error {
	v, err := r.rdb.Get(ctx, key(name)).Result()
	if err != nil {
		return err
	}
	if v != token {
		return errLost
	}
	return r.rdb.Del(ctx, key(name)).Err() // want `lock "room_lock:{}" is compared and then deleted by a command of its own: .* \(blindunlock/check-then-delete\)`
}

func (r *Rooms) short(ctx context.Context, name, token string) {
	if r.rdb.Get(ctx, key(name)).Val() == token {
		r.rdb.Del(ctx, key(name)) // want `check-then-delete`
	}
}

// Read, but not compared.
func (r *Rooms) read(ctx context.Context, name string) (string, error) {
	v, err := r.rdb.Get(ctx, key(name)).Result()
	if err != nil {
		return "", err
	}
	return v, r.rdb.Del(ctx, key(name)).Err() // want `plain-delete`
}

// EXEC fails where the key changed after GET.
func (r *Rooms) watched(ctx context.Context, name, token string) error {
	k := key(name)
	return r.rdb.Watch(ctx, func(tx *redis.Tx) error {
		v, err := tx.Get(ctx, k).Result()
		if err != nil {
			return err
		}
		if v != token {
			return errLost
		}
		_, err = tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			p.Del(ctx, key(name))
			return nil
		})
		return err
	}, k)
}

// The token is made here, and the lock was taken with it.
func (r *Rooms) fresh(ctx context.Context, name string) error {
	token := time.Now().String()
	ok, err := r.lock(ctx, name, token)
	if err != nil || !ok {
		return err
	}
	if v, err := r.rdb.Get(ctx, key(name)).Result(); err == nil && v == token {
		r.rdb.Del(ctx, key(name)) // want `check-then-delete`
	}
	return nil
}

// What is compared is not the token.
func (r *Rooms) other(ctx context.Context, name string) error {
	token := time.Now().String()
	ok, err := r.lock(ctx, name, token)
	if err != nil || !ok {
		return err
	}
	v, w := r.rdb.Get(ctx, key(name)).Val(), r.rdb.Get(ctx, "mode").Val()
	if v == w {
		r.rdb.Del(ctx, key(name)) // want `plain-delete`
	}
	return nil
}
