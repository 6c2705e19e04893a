// Case o17session: a unit struct holds transaction and lock; its Commit releases the lock first.
package o17session

import (
	"context"
	"errors"
	"time"

	"github.com/bsm/redislock"
	"github.com/jmoiron/sqlx"
)

type Unit struct {
	tx   *sqlx.Tx
	lock *redislock.Lock
}

func Open(ctx context.Context, db *sqlx.DB, c *redislock.Client, key string) (*Unit, error) {
	l, err := c.Obtain(ctx, key, 20*time.Second, nil)
	if err != nil {
		return nil, err
	}
	tx, err := db.BeginTxx(ctx, nil)
	if err != nil {
		return nil, errors.Join(err, l.Release(context.WithoutCancel(ctx)))
	}
	return &Unit{tx: tx, lock: l}, nil
}

func (u *Unit) Add(ctx context.Context, name string) error {
	_, err := u.tx.ExecContext(ctx, "INSERT INTO names (name) VALUES ($1)", name)
	return err
}

func (u *Unit) Commit(ctx context.Context) error {
	if err := u.lock.Release(ctx); err != nil { //bug:unlockbeforecommit/order
		return errors.Join(err, u.tx.Rollback())
	}
	return u.tx.Commit()
}

func (u *Unit) Close(ctx context.Context) error {
	return errors.Join(u.tx.Commit(), u.lock.Release(ctx))
}

// AddAll sees both ends.
func AddAll(ctx context.Context, db *sqlx.DB, c *redislock.Client, names []string) error {
	u, err := Open(ctx, db, c, "lock:names")
	if err != nil {
		return err
	}
	for _, n := range names {
		if err := u.Add(ctx, n); err != nil {
			return errors.Join(err, u.tx.Rollback(), u.lock.Release(ctx))
		}
	}
	return u.Commit(ctx) //may:unlockbeforecommit
}
