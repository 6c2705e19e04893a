// Package coupon redeems coupons, each as often as its row says.
package coupon

import (
	"context"
	"database/sql"
	"errors"
	"sync"

	"example.com/shop/internal/lock"
)

// ErrSpent says that the coupon has been used up.
var ErrSpent = errors.New("coupon: used up")

// Coupons redeems coupons.
type Coupons struct {
	db    *sql.DB
	locks *lock.Locker
	mu    sync.Mutex
}

// New returns Coupons.
func New(db *sql.DB, locks *lock.Locker) *Coupons { return &Coupons{db: db, locks: locks} }

func (c *Coupons) left(ctx context.Context, code string) (n int, err error) {
	err = c.db.QueryRowContext(ctx, "SELECT uses_left FROM coupons WHERE code = $1", code).Scan(&n)
	return n, err
}

func (c *Coupons) set(ctx context.Context, code string, n int) error {
	_, err := c.db.ExecContext(ctx, "UPDATE coupons SET uses_left = $1 WHERE code = $2", n, code)
	return err
}

// Redeem takes one use. The mutex keeps out the requests of this replica; the other replica has its own.
func (c *Coupons) Redeem(ctx context.Context, code string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	n, err := c.left(ctx, code)
	if err != nil {
		return err
	}
	if n == 0 {
		return ErrSpent
	}
	return c.set(ctx, code, n-1)
}

// RedeemFixed leaves it to the statement, and looks at whether it did anything.
func (c *Coupons) RedeemFixed(ctx context.Context, code string) error {
	res, err := c.db.ExecContext(ctx, "UPDATE coupons SET uses_left = uses_left - 1 WHERE code = $1 AND uses_left > 0", code)
	if err != nil {
		return err
	}
	n, err := res.RowsAffected()
	if err != nil {
		return err
	}
	if n == 0 {
		return ErrSpent
	}
	return nil
}
