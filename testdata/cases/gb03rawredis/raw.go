// Case gb03rawredis: SET NX by hand, with all the ways to give it back wrongly.
package gb03rawredis

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

var ErrLocked = errors.New("locked")

func lockKey(id string) string { return "lock:report:" + id }

type Repo struct {
	rdb redis.UniversalClient
	db  *sql.DB
}

func (r *Repo) build(ctx context.Context, id string) error {
	_, err := r.db.ExecContext(ctx, "UPDATE reports SET built = now() WHERE id = $1", id)
	return err
}

// Plain deletes the key, whosever it is.
func (r *Repo) Plain(ctx context.Context, id string) error {
	ok, err := r.rdb.SetNX(ctx, lockKey(id), 1, time.Minute).Result()
	if err != nil {
		return err
	}
	if !ok {
		return ErrLocked
	}
	defer func() { //bug:blindunlock/plain-delete
		if err := r.rdb.Del(context.WithoutCancel(ctx), lockKey(id)).Err(); err != nil {
			println(err.Error())
		}
	}()
	return r.build(ctx, id)
}

// Compared reads the owner and deletes by a second command.
func (r *Repo) Compared(ctx context.Context, id string) error {
	token := uuid.NewString()
	ok, err := r.rdb.SetNX(ctx, lockKey(id), token, time.Minute).Result()
	if err != nil {
		return err
	}
	if !ok {
		return ErrLocked
	}
	defer r.unlockCompared(lockKey(id), token)
	return r.build(ctx, id)
}

func (r *Repo) unlockCompared(key, token string) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	owner, err := r.rdb.Get(ctx, key).Result()
	if err != nil || owner != token {
		return
	}
	r.rdb.Del(ctx, key) //bug:blindunlock/check-then-delete
}

var compareAndDelete = redis.NewScript(`
if redis.call("get", KEYS[1]) == ARGV[1] then
	return redis.call("del", KEYS[1])
end
return 0`)

// Scripted is right.
func (r *Repo) Scripted(ctx context.Context, id string) error {
	token := uuid.NewString()
	ok, err := r.rdb.SetNX(ctx, lockKey(id), token, time.Minute).Result()
	if err != nil {
		return err
	}
	if !ok {
		return ErrLocked
	}
	defer compareAndDelete.Run(context.WithoutCancel(ctx), r.rdb, []string{lockKey(id)}, token)
	return r.build(ctx, id)
}

// SharedToken compares what everybody stores.
func (r *Repo) SharedToken(ctx context.Context, id string) error {
	ok, err := r.rdb.SetNX(ctx, lockKey(id), "worker", time.Minute).Result()
	if err != nil {
		return err
	}
	if !ok {
		return ErrLocked
	}
	defer compareAndDelete.Run(context.WithoutCancel(ctx), r.rdb, []string{lockKey(id)}, "worker") //bug:blindunlock/shared-token
	return r.build(ctx, id)
}

// Watched is right: WATCH and MULTI stand around the comparison.
func (r *Repo) Watched(ctx context.Context, id string) error {
	token := uuid.NewString()
	ok, err := r.rdb.SetNX(ctx, lockKey(id), token, time.Minute).Result()
	if err != nil {
		return err
	}
	if !ok {
		return ErrLocked
	}
	defer r.unlockWatched(lockKey(id), token)
	return r.build(ctx, id)
}

func (r *Repo) unlockWatched(key, token string) {
	ctx := context.Background()
	err := r.rdb.Watch(ctx, func(tx *redis.Tx) error {
		owner, err := tx.Get(ctx, key).Result()
		if err != nil || owner != token {
			return err
		}
		_, err = tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			p.Del(ctx, key)
			return nil
		})
		return err
	}, key)
	if err != nil {
		println(err.Error())
	}
}

// Retry is right with a flag: the key is dropped where the work failed, and kept where it was done.
func (r *Repo) Once(ctx context.Context, event string) error {
	key := "seen:" + event
	ok, err := r.rdb.SetNX(ctx, key, 1, 24*time.Hour).Result()
	if err != nil {
		return err
	}
	if !ok {
		return nil
	}
	done := false
	defer func() {
		if !done {
			r.rdb.Del(context.WithoutCancel(ctx), key)
		}
	}()
	if err := r.build(ctx, event); err != nil {
		return err
	}
	done = true
	return nil
}

// Throttle is right: the key runs out, nobody deletes it.
func (r *Repo) Throttle(ctx context.Context, user string) error {
	ok, err := r.rdb.SetNX(ctx, "throttle:"+user, 1, time.Second).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errors.New("too fast")
	}
	return r.build(ctx, user)
}

// Poll tries a few times and returns inside of the loop.
func (r *Repo) Poll(ctx context.Context, id string) (err error) {
	token := uuid.NewString()
	ok, err := r.rdb.SetNX(ctx, lockKey(id), token, time.Minute).Result()
	if err != nil {
		return err
	}
	if !ok {
		return ErrLocked
	}
	for i := 0; i < 3; i++ { //may:leakedlock
		if err = r.build(ctx, id); err == nil {
			compareAndDelete.Run(context.WithoutCancel(ctx), r.rdb, []string{lockKey(id)}, token)
			return nil
		}
	}
	compareAndDelete.Run(context.WithoutCancel(ctx), r.rdb, []string{lockKey(id)}, token)
	return err
}

// Set is SetArgs with mode NX; the answer is an error, redis.Nil where somebody else is at it.
func (r *Repo) Args(ctx context.Context, id string) error {
	err := r.rdb.SetArgs(ctx, lockKey(id), 1, redis.SetArgs{Mode: "NX", TTL: time.Minute}).Err()
	if errors.Is(err, redis.Nil) {
		return ErrLocked
	}
	if err != nil {
		return err
	}
	defer r.rdb.Unlink(context.Background(), lockKey(id)) //bug:blindunlock/plain-delete
	return r.build(ctx, id)
}
