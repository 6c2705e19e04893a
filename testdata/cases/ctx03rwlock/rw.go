// Case ctx03rwlock: the methods of a lock try again and return with the lock held, which another method of the type gives back; a method that does its work itself leaves it behind.
package ctx03rwlock

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

var free = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)

func writerKey(key string) string { return "rw:" + key + ":writer" }

// RW is a lock with one writer.
type RW struct {
	c     *redis.Client
	token string
}

// New has a token of its own.
func New(c *redis.Client) *RW { return &RW{c: c, token: uuid.NewString()} }

// Lock waits for the readers and returns with the writer's key set.
func (rw *RW) Lock(ctx context.Context, key string, ttl time.Duration) error {
	for range 3 {
		ok, err := rw.c.SetNX(ctx, writerKey(key), rw.token, ttl).Result()
		if err != nil || !ok {
			continue
		}
		readers, err := rw.c.HGetAll(ctx, "rw:"+key+":readers").Result()
		if err != nil {
			free.Run(ctx, rw.c, []string{writerKey(key)}, rw.token)
			continue
		}
		if len(readers) == 0 {
			return nil
		}
		free.Run(ctx, rw.c, []string{writerKey(key)}, rw.token)
	}
	return errors.New("held")
}

// TryLock says by a bool whether the key is set.
func (rw *RW) TryLock(ctx context.Context, key string, ttl time.Duration) (bool, error) {
	ok, err := rw.c.SetNX(ctx, writerKey(key), rw.token, ttl).Result()
	if err != nil || !ok {
		return false, err
	}
	readers, err := rw.c.HGetAll(ctx, "rw:"+key+":readers").Result()
	if err != nil {
		free.Run(ctx, rw.c, []string{writerKey(key)}, rw.token)
		return false, err
	}
	if len(readers) > 0 {
		free.Run(ctx, rw.c, []string{writerKey(key)}, rw.token)
		return false, nil
	}
	return true, nil
}

// Unlock deletes the writer's key if it is ours.
func (rw *RW) Unlock(ctx context.Context, key string) error {
	return free.Run(ctx, rw.c, []string{writerKey(key)}, rw.token).Err()
}

// Jobs works under keys of its own.
type Jobs struct {
	c     *redis.Client
	token string
}

func jobKey(id string) string { return "job:lock:" + id }

// Drain leaves the key behind where there is nothing left to do.
func (j *Jobs) Drain(ctx context.Context, ids []string) error {
	for _, id := range ids {
		ok, err := j.c.SetNX(ctx, jobKey(id), j.token, time.Minute).Result() //bug:leakedlock/early-return
		if err != nil {
			return err
		}
		if !ok {
			return errors.New("busy")
		}
		n, err := j.c.LLen(ctx, "job:"+id).Result()
		if err == nil && n == 0 {
			return nil
		}
		err = j.c.RPush(ctx, "done", id).Err()
		free.Run(ctx, j.c, []string{jobKey(id)}, j.token)
		if err != nil {
			return err
		}
	}
	return nil
}
