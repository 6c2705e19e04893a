// Case d03gormrecover: gorm transaction ended by a deferred literal with recover; the redislock release is deferred after it.
package d03gormrecover

import (
	"context"
	"time"

	"github.com/bsm/redislock"
	"gorm.io/gorm"
)

type Coupon struct {
	Code string `gorm:"primaryKey"`
	Left int
}

type Coupons struct {
	db     *gorm.DB
	locker *redislock.Client
}

func (c *Coupons) Redeem(ctx context.Context, code string) (err error) {
	tx := c.db.WithContext(ctx).Begin()
	if tx.Error != nil {
		return tx.Error
	}
	defer func() {
		if r := recover(); r != nil {
			tx.Rollback()
			panic(r)
		} else if err != nil {
			tx.Rollback()
		} else {
			err = tx.Commit().Error
		}
	}()

	lock, err := c.locker.Obtain(ctx, "coupon:"+code, 3*time.Second, nil)
	if err != nil {
		return err
	}
	defer func() { //bug:unlockbeforecommit/defer-order
		_ = lock.Release(context.WithoutCancel(ctx))
	}()

	var row Coupon
	if err = tx.Where("code = ?", code).Take(&row).Error; err != nil {
		return err
	}
	if row.Left == 0 {
		return gorm.ErrRecordNotFound
	}
	err = tx.Model(&row).Update("left", row.Left-1).Error
	return err
}

// RedeemOnce has the unlock in the literal, behind both ends.
func (c *Coupons) RedeemOnce(ctx context.Context, code string) (err error) {
	lock, err := c.locker.Obtain(ctx, "coupon:"+code, 3*time.Second, nil) //may:keytemplate
	if err != nil {
		return err
	}
	tx := c.db.WithContext(ctx).Begin()
	defer func() {
		if err != nil {
			tx.Rollback()
		} else {
			err = tx.Commit().Error
		}
		_ = lock.Release(context.WithoutCancel(ctx))
	}()
	err = tx.Model(&Coupon{}).Where("code = ?", code).Update("left", gorm.Expr("left - 1")).Error
	return err
}
