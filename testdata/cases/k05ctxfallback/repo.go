// Case k05ctxfallback: repositories take the gorm transaction out of ctx or fall back to the pool; a service method called in the unit of work locks around them.
package k05ctxfallback

import (
	"context"
	"time"

	"github.com/bsm/redislock"
	"gorm.io/gorm"
)

type txKey struct{}

// Data is the database.
type Data struct{ db *gorm.DB }

// InTx is the transaction runner of the data layer.
func (d *Data) InTx(ctx context.Context, fn func(ctx context.Context) error) error {
	return d.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		ctx = context.WithValue(ctx, txKey{}, tx)
		return fn(ctx)
	})
}

// DB is the transaction of ctx or the pool.
func (d *Data) DB(ctx context.Context) *gorm.DB {
	tx, ok := ctx.Value(txKey{}).(*gorm.DB)
	if ok {
		return tx
	}
	return d.db.WithContext(ctx)
}

type User struct {
	ID      int64
	Credits int
}

type userRepo struct{ data *Data }

func (r *userRepo) Credits(ctx context.Context, id int64) (int, error) {
	var u User
	err := r.data.DB(ctx).First(&u, id).Error
	return u.Credits, err
}

func (r *userRepo) SetCredits(ctx context.Context, id int64, n int) error {
	return r.data.DB(ctx).Model(&User{}).Where("id = ?", id).Update("credits", n).Error
}

type UserCase struct {
	data  *Data
	repo  *userRepo
	locks *redislock.Client
}

func (u *UserCase) lock(ctx context.Context, key string) (func(), error) {
	l, err := u.locks.Obtain(ctx, key, 10*time.Second, nil)
	if err != nil {
		return nil, err
	}
	return func() { _ = l.Release(context.WithoutCancel(ctx)) }, nil
}

func (u *UserCase) Spend(ctx context.Context, id int64, n int) error {
	return u.data.InTx(ctx, func(ctx context.Context) error {
		unlock, err := u.lock(ctx, "user")
		if err != nil {
			return err
		}
		defer unlock() //bug:unlockbeforecommit/closure
		have, err := u.repo.Credits(ctx, id)
		if err != nil {
			return err
		}
		return u.repo.SetCredits(ctx, id, have-n)
	})
}

func (u *UserCase) give(ctx context.Context, id int64, n int) error {
	unlock, err := u.lock(ctx, "user")
	if err != nil {
		return err
	}
	defer unlock() //bug:unlockbeforecommit/callee
	have, err := u.repo.Credits(ctx, id)
	if err != nil {
		return err
	}
	return u.repo.SetCredits(ctx, id, have+n)
}

func (u *UserCase) Give(ctx context.Context, ids []int64, n int) error {
	return u.data.InTx(ctx, func(ctx context.Context) error {
		for _, id := range ids {
			if err := u.give(ctx, id, n); err != nil { //may:unlockbeforecommit
				return err
			}
		}
		return nil
	})
}

// reset is only called without a transaction.
func (u *UserCase) reset(ctx context.Context, id int64) error {
	unlock, err := u.lock(ctx, "user")
	if err != nil {
		return err
	}
	defer unlock()
	return u.repo.SetCredits(ctx, id, 0)
}

func (u *UserCase) Reset(ctx context.Context, id int64) error { return u.reset(ctx, id) }

func (u *UserCase) ResetRight(ctx context.Context, id int64) error {
	unlock, err := u.lock(ctx, "user")
	if err != nil {
		return err
	}
	defer unlock()
	return u.data.InTx(ctx, func(ctx context.Context) error { return u.repo.SetCredits(ctx, id, 0) })
}
