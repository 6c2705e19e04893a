// Case okle11waits: limits of the wait for a lock that are limits of its life or of the work too: for a reader to judge.
package okle11waits

import (
	"context"
	"errors"
	"time"

	"github.com/bsm/redislock"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/redis/go-redis/v9"
)

var errBusy = errors.New("busy")

// Books close once a month.
type Books struct {
	locks *redislock.Client
	rdb   *redis.Client
	pool  *pgxpool.Pool
}

// Close waits and works on one context.
func (b *Books) Close(ctx context.Context) (err error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	l, err := b.locks.Obtain(ctx, "lock:books", 10*time.Second, &redislock.Options{RetryStrategy: redislock.LinearBackoff(200 * time.Millisecond)}) //review:leaseexpiry/wait-as-lease
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, l.Release(context.WithoutCancel(ctx))) }()
	_, err = b.pool.Exec(ctx, "UPDATE books SET state = 'closed'")
	return err
}

// CloseApart waits on a context of its own.
func (b *Books) CloseApart(ctx context.Context) (err error) {
	wait, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	l, err := b.locks.Obtain(wait, "lock:books", 10*time.Second, &redislock.Options{RetryStrategy: redislock.LinearBackoff(200 * time.Millisecond)})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, l.Release(context.WithoutCancel(ctx))) }()
	_, err = b.pool.Exec(ctx, "UPDATE books SET state = 'closed'")
	return err
}

const free = `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`

// Patient tries for a minute to get a lock of ten seconds.
func (b *Books) Patient(ctx context.Context, token string) error {
	for range 120 {
		ok, err := b.rdb.SetNX(ctx, "lock:ledger", token, 10*time.Second).Result() //review:leaseexpiry/wait-as-lease
		if err != nil {
			return err
		}
		if ok {
			_, err := b.pool.Exec(ctx, "UPDATE ledgers SET state = 'closed'")
			return errors.Join(err, b.rdb.Eval(context.WithoutCancel(ctx), free, []string{"lock:ledger"}, token).Err())
		}
		time.Sleep(500 * time.Millisecond)
	}
	return errBusy
}
