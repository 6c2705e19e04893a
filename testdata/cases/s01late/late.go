// Case s01late: the order is read and judged before the wait for its lock, and paid, refunded or counted on what it was then.
package s01late

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/bsm/redislock"
	"gorm.io/gorm"
)

var errState = errors.New("order is not open")

// Order is a row.
type Order struct {
	ID       int64
	State    string
	Refunded int64
}

// Desk works on orders.
type Desk struct {
	locks *redislock.Client
	db    *gorm.DB
}

func (d *Desk) order(ctx context.Context, id int64) (o Order, err error) {
	err = d.db.WithContext(ctx).First(&o, "id = ?", id).Error
	return o, err
}

func (d *Desk) locked(ctx context.Context, name string, fn func(ctx context.Context) error) error {
	l, err := d.locks.Obtain(ctx, "lock:order:"+name, time.Minute, nil)
	if err != nil {
		return err
	}
	defer func() {
		uctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		if err := l.Release(uctx); err != nil {
			slog.Warn("order not released", "name", name, "err", err)
		}
	}()
	return fn(ctx)
}

func open(o Order) error {
	if o.State != "open" {
		return errState
	}
	return nil
}

// Pay judges before it waits.
func (d *Desk) Pay(ctx context.Context, id int64, name string) error {
	o, err := d.order(ctx, id)
	if err != nil {
		return err
	}
	if err := open(o); err != nil {
		return err
	}
	return d.locked(ctx, name, func(ctx context.Context) error {
		return d.db.WithContext(ctx).Model(&Order{}).Where("id = ?", id).Update("state", "paid").Error //bug:staleread/decision
	})
}

// PayFresh judges under the lock.
func (d *Desk) PayFresh(ctx context.Context, id int64, name string) error {
	return d.locked(ctx, name, func(ctx context.Context) error {
		o, err := d.order(ctx, id)
		if err != nil {
			return err
		}
		if err := open(o); err != nil {
			return err
		}
		return d.db.WithContext(ctx).Model(&Order{}).Where("id = ?", id).Update("state", "paid").Error
	})
}

// Refund adds to what it read before.
func (d *Desk) Refund(ctx context.Context, id, cents int64, name string) error {
	o, err := d.order(ctx, id)
	if err != nil {
		return err
	}
	return d.locked(ctx, name, func(ctx context.Context) error {
		o.Refunded += cents
		return d.db.WithContext(ctx).Save(&o).Error //bug:staleread/value
	})
}
