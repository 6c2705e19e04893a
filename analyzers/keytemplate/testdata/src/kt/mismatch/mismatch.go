// Package mismatch releases other keys than it acquires.
package mismatch

import (
	"context"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/redis/go-redis/v9"
)

var release = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)

// User locks a user: the two methods name it differently.
type User struct {
	rdb   *redis.Client
	id    int
	token string
}

func (u *User) Acquire(ctx context.Context) (bool, error) {
	return u.rdb.SetNX(ctx, "lock:user:"+strconv.Itoa(u.id), u.token, time.Second).Result()
}

func (u *User) Release(ctx context.Context) error {
	return release.Run(ctx, u.rdb, []string{"lock:usr:" + strconv.Itoa(u.id)}, u.token).Err() /* timeline: acquire release */ // want `lock is acquired as "lock:user:\{\}" at line 23 and released as "lock:usr:\{\}"`
}

func onPath(ctx context.Context, rdb *redis.Client, id, token string) error {
	if ok, err := rdb.SetNX(ctx, "lock:a:"+id, token, time.Second).Result(); err != nil || !ok {
		return err
	}
	defer release.Run(ctx, rdb, []string{"locks:a:" + id}, token) // want `acquired as "lock:a:\{\}" at line 31 and released as "locks:a:\{\}"`
	return rdb.Set(ctx, "x", "y", 0).Err()
}

func numbers(ctx context.Context, tx pgx.Tx) error {
	if _, err := tx.Exec(ctx, "SELECT pg_advisory_lock($1)", 41); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, "SELECT pg_advisory_unlock($1)", 42) // want `acquired as "41" at line 39 and released as "42"`
	return err
}

func orderKey(id string) string { return "lock:order:" + id }

func accountKey(id string) string { return "lock:account:" + id }

// The two templates are right, and the wrong one is called: the finding points at the call.
func wrongTemplate(ctx context.Context, rdb *redis.Client, id, token string) error {
	if ok, err := rdb.SetNX(ctx, orderKey(id), token, time.Second).Result(); err != nil || !ok {
		return err
	}
	defer release.Run(ctx, rdb, []string{accountKey(id)}, token) /* timeline: acquire release */ // want `acquired as "lock:order:\{\}" at line 52 and released as "lock:account:\{\}"`
	return rdb.Set(ctx, "x", "y", 0).Err()
}

// The same with a variable.
func wrongVariable(ctx context.Context, rdb *redis.Client, id, token string) error {
	key, other := orderKey(id), accountKey(id) // want `acquired as "lock:order:\{\}" at line 61 and released as "lock:account:\{\}"`
	if ok, err := rdb.SetNX(ctx, key, token, time.Second).Result(); err != nil || !ok {
		return err
	}
	defer release.Run(ctx, rdb, []string{other}, token)
	return rdb.Set(ctx, "x", "y", 0).Err()
}

// Two calls of the template could be meant: the finding points at the release.
func wrongOfTwo(ctx context.Context, rdb *redis.Client, id, token string, log func(string)) error {
	log(accountKey("none"))
	key, other := orderKey(id), accountKey(id)
	if ok, err := rdb.SetNX(ctx, key, token, time.Second).Result(); err != nil || !ok {
		return err
	}
	defer release.Run(ctx, rdb, []string{other}, token) // want `acquired as "lock:order:\{\}" at line 72 and released as "lock:account:\{\}"`
	return rdb.Set(ctx, "x", "y", 0).Err()
}

// Silent: the same key, built once.
func right(ctx context.Context, rdb *redis.Client, id, token string) error {
	key := "lock:right:" + id
	if ok, err := rdb.SetNX(ctx, key, token, time.Second).Result(); err != nil || !ok {
		return err
	}
	defer release.Run(ctx, rdb, []string{key}, token)
	return rdb.Set(ctx, "x", "y", 0).Err()
}

// Silent: two locks, released the other way round.
func nested(ctx context.Context, rdb *redis.Client, id, token string) error {
	one, two := "lock:one:"+id, "lock:two:"+id
	if ok, err := rdb.SetNX(ctx, one, token, time.Second).Result(); err != nil || !ok {
		return err
	}
	defer release.Run(ctx, rdb, []string{one}, token)
	if ok, err := rdb.SetNX(ctx, two, token, time.Second).Result(); err != nil || !ok {
		return err
	}
	defer release.Run(ctx, rdb, []string{two}, token)
	return rdb.Set(ctx, "x", "y", 0).Err()
}

// Silent: what is deleted is the cache of the thing, and the lock expires.
func cache(ctx context.Context, rdb *redis.Client, id string) error {
	if ok, err := rdb.SetNX(ctx, "lock:thing:"+id, "1", time.Second).Result(); err != nil || !ok {
		return err
	}
	return rdb.Del(ctx, "cache:thing:"+id).Err()
}
