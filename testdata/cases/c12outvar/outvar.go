// Case c12outvar: the closure takes the lock into a variable of the outer function, and the outer function frees it after the transaction: right; freed in the closure: wrong.
package c12outvar

import (
	"context"
	"time"

	"github.com/bsm/redislock"
	"gorm.io/gorm"
)

type Doc struct {
	ID   uint
	Body string
}

type Docs struct {
	db    *gorm.DB
	locks *redislock.Client
}

func (d *Docs) Save(ctx context.Context, doc *Doc) error {
	var lock *redislock.Lock
	defer func() {
		if lock != nil {
			_ = lock.Release(context.WithoutCancel(ctx))
		}
	}()
	return d.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		var err error
		lock, err = d.locks.Obtain(ctx, "doc", 10*time.Second, nil)
		if err != nil {
			return err
		}
		return tx.Save(doc).Error
	})
}

func (d *Docs) SaveWrong(ctx context.Context, doc *Doc) error {
	var lock *redislock.Lock
	return d.db.WithContext(ctx).Transaction(func(tx *gorm.DB) (err error) {
		if lock, err = d.locks.Obtain(ctx, "doc", 10*time.Second, nil); err != nil {
			return err
		}
		if err := tx.Save(doc).Error; err != nil {
			_ = lock.Release(ctx)
			return err
		}
		if err := lock.Release(ctx); err != nil { //bug:unlockbeforecommit/closure
			return err
		}
		return nil
	})
}
