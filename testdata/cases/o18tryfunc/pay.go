// Case o18tryfunc: TryLock answers (bool, func(), error); the func is called before Commit.
package o18tryfunc

import (
	"context"
	"errors"
	"time"

	"github.com/go-redsync/redsync/v4"
	"gorm.io/gorm"
)

var ErrBusy = errors.New("busy")

type Invoice struct {
	ID   uint
	Paid bool
}

type Locks struct{ rs *redsync.Redsync }

func (l *Locks) TryLock(ctx context.Context, name string, ttl time.Duration) (bool, func(), error) {
	m := l.rs.NewMutex("lock:"+name, redsync.WithExpiry(ttl), redsync.WithTries(1))
	if err := m.TryLockContext(ctx); err != nil {
		var taken *redsync.ErrTaken
		if errors.As(err, &taken) {
			return false, func() {}, nil
		}
		return false, nil, err
	}
	return true, func() { _, _ = m.UnlockContext(context.WithoutCancel(ctx)) }, nil
}

type Billing struct {
	db    *gorm.DB
	locks *Locks
}

func (b *Billing) Pay(ctx context.Context, id uint) error {
	ok, unlock, err := b.locks.TryLock(ctx, "invoice", time.Minute)
	if err != nil {
		return err
	}
	if !ok {
		return ErrBusy
	}
	tx := b.db.WithContext(ctx).Begin()
	if err := tx.Model(&Invoice{}).Where("id = ? AND paid = ?", id, false).Update("paid", true).Error; err != nil {
		tx.Rollback()
		unlock()
		return err
	}
	unlock() //bug:unlockbeforecommit/order
	if err := tx.Commit().Error; err != nil {
		return err
	}
	return nil
}

func (b *Billing) PayClosure(ctx context.Context, id uint) error {
	return b.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		ok, unlock, err := b.locks.TryLock(ctx, "invoice", time.Minute)
		if err != nil {
			return err
		}
		if !ok {
			return ErrBusy
		}
		defer unlock() //bug:unlockbeforecommit/closure
		return tx.Model(&Invoice{}).Where("id = ?", id).Update("paid", true).Error
	})
}

func (b *Billing) PayRight(ctx context.Context, id uint) error {
	ok, unlock, err := b.locks.TryLock(ctx, "invoice", time.Minute)
	if err != nil {
		return err
	}
	if !ok {
		return ErrBusy
	}
	defer unlock()
	return b.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		return tx.Model(&Invoice{}).Where("id = ?", id).Update("paid", true).Error
	})
}
