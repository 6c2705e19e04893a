// Case le20stale: what was read before a lock decides or is written under it; beside it what looks like that and is right.
package le20stale

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/bsm/redislock"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"gorm.io/gorm"
)

var (
	errState = errors.New("voucher was used")
	errRace  = errors.New("voucher has changed")
)

// Voucher is a row.
type Voucher struct {
	ID    int64
	State string
	Cents int64
	Owner int64
}

// Vouchers are redeemed once.
type Vouchers struct {
	pool  *pgxpool.Pool
	orm   *gorm.DB
	locks *redislock.Client
}

func voucherKey(id int64) string { return fmt.Sprintf("lock:voucher:%d", id) }

func (v *Vouchers) find(ctx context.Context, id int64) (Voucher, error) {
	var x Voucher
	err := v.pool.QueryRow(ctx, "SELECT id, state, cents FROM vouchers WHERE id = $1", id).Scan(&x.ID, &x.State, &x.Cents)
	return x, err
}

// within runs work under the lock of a voucher.
func (v *Vouchers) within(ctx context.Context, id int64, work func(context.Context) error) (err error) {
	l, err := v.locks.Obtain(ctx, voucherKey(id), 30*time.Second, nil)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, l.Release(context.WithoutCancel(ctx))) }()
	return work(ctx)
}

// Redeem looks before it waits.
func (v *Vouchers) Redeem(ctx context.Context, id int64) error {
	x, err := v.find(ctx, id)
	if err != nil {
		return err
	}
	if x.State == "used" {
		return errState
	}
	return v.within(ctx, id, func(ctx context.Context) error {
		_, err := v.pool.Exec(ctx, "UPDATE vouchers SET state = 'used' WHERE id = $1", id) //bug:staleread/decision
		return err
	})
}

// RedeemRight looks again.
func (v *Vouchers) RedeemRight(ctx context.Context, id int64) error {
	x, err := v.find(ctx, id)
	if err != nil {
		return err
	}
	if x.State == "used" {
		return errState
	}
	return v.within(ctx, id, func(ctx context.Context) error {
		if x, err = v.find(ctx, id); err != nil {
			return err
		}
		if x.State == "used" {
			return errState
		}
		_, err := v.pool.Exec(ctx, "UPDATE vouchers SET state = 'used' WHERE id = $1", id)
		return err
	})
}

// Guarded lets the statement look, and looks at it.
func (v *Vouchers) Guarded(ctx context.Context, id int64) error {
	x, err := v.find(ctx, id)
	if err != nil {
		return err
	}
	if x.State == "used" {
		return errState
	}
	return v.within(ctx, id, func(ctx context.Context) error {
		tag, err := v.pool.Exec(ctx, "UPDATE vouchers SET state = 'used' WHERE id = $1 AND state = 'open'", id)
		if err == nil && tag.RowsAffected() == 0 {
			err = errRace
		}
		return err
	})
}

// Halve writes what it computed of the old sum.
func (v *Vouchers) Halve(ctx context.Context, id int64) error {
	x, err := v.find(ctx, id)
	if err != nil {
		return err
	}
	left := x.Cents / 2
	return pgx.BeginFunc(ctx, v.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock(hashtext('voucher'), $1)", id); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, "UPDATE vouchers SET cents = $2 WHERE id = $1", id, left) //bug:staleread/value
		return err
	})
}

// HalveRelative lets the database compute.
func (v *Vouchers) HalveRelative(ctx context.Context, id int64) error {
	if _, err := v.find(ctx, id); err != nil {
		return err
	}
	return pgx.BeginFunc(ctx, v.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock(hashtext('voucher'), $1)", id); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, "UPDATE vouchers SET cents = cents / 2 WHERE id = $1", id)
		return err
	})
}

// Save writes the whole row back.
func (v *Vouchers) Save(ctx context.Context, id int64) (err error) {
	db := v.orm.WithContext(ctx)
	var x Voucher
	if err := db.First(&x, id).Error; err != nil {
		return err
	}
	l, err := v.locks.Obtain(ctx, voucherKey(id), 30*time.Second, nil)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, l.Release(context.WithoutCancel(ctx))) }()
	x.Cents += 100
	return db.Save(&x).Error //bug:staleread/value
}

// SaveRight reads it anew into the same variable.
func (v *Vouchers) SaveRight(ctx context.Context, id int64) (err error) {
	db := v.orm.WithContext(ctx)
	var x Voucher
	if err := db.First(&x, id).Error; err != nil {
		return err
	}
	l, err := v.locks.Obtain(ctx, voucherKey(x.ID), 30*time.Second, nil)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, l.Release(context.WithoutCancel(ctx))) }()
	if err := db.First(&x, id).Error; err != nil {
		return err
	}
	x.Cents += 100
	return db.Save(&x).Error
}

// ByID reads an id, which never changes.
func (v *Vouchers) ByID(ctx context.Context, code string) error {
	var id int64
	if err := v.pool.QueryRow(ctx, "SELECT id FROM vouchers WHERE code = $1", code).Scan(&id); err != nil {
		return err
	}
	return v.within(ctx, id, func(ctx context.Context) error {
		_, err := v.pool.Exec(ctx, "UPDATE vouchers SET state = 'used' WHERE id = $1", id)
		return err
	})
}

// Limited reads a setting.
func (v *Vouchers) Limited(ctx context.Context, id int64) error {
	var most int64
	if err := v.pool.QueryRow(ctx, "SELECT value FROM settings WHERE name = 'voucher_limit'").Scan(&most); err != nil {
		return err
	}
	return v.within(ctx, id, func(ctx context.Context) error {
		_, err := v.pool.Exec(ctx, "UPDATE vouchers SET cents = $2 WHERE id = $1", id, most)
		return err
	})
}

// Locked reads under an outer lock.
func (v *Vouchers) Locked(ctx context.Context, id int64) error {
	return v.within(ctx, 0, func(ctx context.Context) error {
		x, err := v.find(ctx, id)
		if err != nil {
			return err
		}
		if x.State == "used" {
			return errState
		}
		return v.within(ctx, id, func(ctx context.Context) error {
			_, err := v.pool.Exec(ctx, "UPDATE vouchers SET state = 'used' WHERE id = $1", id)
			return err
		})
	})
}

// Other reads something that the lock does not guard.
func (v *Vouchers) Other(ctx context.Context, user, id int64) error {
	var name string
	if err := v.pool.QueryRow(ctx, "SELECT name FROM users WHERE id = $1", user).Scan(&name); err != nil {
		return err
	}
	return v.within(ctx, id, func(ctx context.Context) error {
		_, err := v.pool.Exec(ctx, "INSERT INTO mails (voucher, recipient) VALUES ($1, $2)", id, name)
		return err
	})
}
