// Case gb17open: locks that are let through where the server of the locks does not answer.
package gb17open

import (
	"context"
	"database/sql"
	"errors"
	"log"
	"time"

	"github.com/bsm/redislock"
	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

var ErrBusy = errors.New("busy")

func rowKey(id string) string { return "row:" + id }

type Locker struct {
	c   *redislock.Client
	rdb *redis.Client
	db  *sql.DB
}

// TryLock says yes where it could not ask.
func (l *Locker) TryLock(ctx context.Context, key, token string) (bool, error) {
	ok, err := l.rdb.SetNX(ctx, "lock:"+key, token, time.Minute).Result() //review:uncheckedlock/fail-open
	if err != nil {
		log.Println("redis is down, going on:", err)
		return true, nil
	}
	return ok, nil
}

// Lock says nil where it could not ask.
func (l *Locker) Lock(ctx context.Context, key, token string) error {
	ok, err := l.rdb.SetNX(ctx, "lock:"+key, token, time.Minute).Result() //review:uncheckedlock/fail-open
	if err != nil {
		log.Println("redis is down, going on:", err)
		return nil
	}
	if !ok {
		return ErrBusy
	}
	return nil
}

// Update works on where the lock could not be asked for.
func (l *Locker) Update(ctx context.Context, id string) error {
	token := uuid.NewString()
	ok, err := l.rdb.SetNX(ctx, "lock:row:"+id, token, time.Minute).Result() //review:uncheckedlock/fail-open
	if err != nil {
		log.Println("redis is down, going on:", err)
	} else if !ok {
		return ErrBusy
	}
	_, err = l.db.ExecContext(ctx, "UPDATE rows SET n = n + 1 WHERE id = $1", id)
	return err
}

// Both goes on in both cases: that is no question of the server.
func (l *Locker) Both(ctx context.Context, id string) error {
	lock, err := l.c.Obtain(ctx, rowKey(id), time.Minute, nil) //bug:uncheckedlock/fallthrough
	switch {
	case errors.Is(err, redislock.ErrNotObtained):
		log.Println("busy, going on")
	case err != nil:
		log.Println("redis is down, going on:", err)
	default:
		defer lock.Release(context.WithoutCancel(ctx))
	}
	_, err = l.db.ExecContext(ctx, "UPDATE rows SET n = n + 1 WHERE id = $1", id)
	return err
}

// Optional is right: without a client nobody else is there.
func (l *Locker) Optional(ctx context.Context, id string) error {
	if l.c != nil {
		lock, err := l.c.Obtain(ctx, rowKey(id), time.Minute, nil)
		if err != nil {
			return err
		}
		defer lock.Release(context.WithoutCancel(ctx))
	}
	_, err := l.db.ExecContext(ctx, "UPDATE rows SET n = n + 1 WHERE id = $1", id)
	return err
}

// ReadOnly is right: without the lock it only reads.
func (l *Locker) ReadOnly(ctx context.Context, id string) (n int, err error) {
	lock, err := l.c.Obtain(ctx, rowKey(id), time.Minute, nil)
	if err != nil {
		err = l.db.QueryRowContext(ctx, "SELECT n FROM rows WHERE id = $1", id).Scan(&n)
		return n, err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	if _, err = l.db.ExecContext(ctx, "UPDATE rows SET n = n + 1 WHERE id = $1", id); err != nil {
		return 0, err
	}
	err = l.db.QueryRowContext(ctx, "SELECT n FROM rows WHERE id = $1", id).Scan(&n)
	return n, err
}

// Queued is right: what is busy is put off, and done later.
func (l *Locker) Queued(ctx context.Context, id string) error {
	lock, err := l.c.Obtain(ctx, rowKey(id), time.Minute, nil)
	if errors.Is(err, redislock.ErrNotObtained) {
		return l.rdb.RPush(ctx, "later", id).Err()
	}
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	_, err = l.db.ExecContext(ctx, "UPDATE rows SET n = n + 1 WHERE id = $1", id)
	return err
}
