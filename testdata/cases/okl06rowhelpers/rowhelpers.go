// Case okl06rowhelpers: the number of rows that a conditional write changed is looked at in a helper that gets the result. A helper that looks at the error alone sees no lost update.
package okl06rowhelpers

import (
	"context"
	"database/sql"
	"errors"
	"sync"

	"locklintcases/okl06rowhelpers/rows"
)

var errGone = errors.New("gone")

type Coupons struct {
	mu sync.Mutex
	db *sql.DB
}

const use = "UPDATE coupons SET n = $1, version = version + 1 WHERE code = $2 AND version = $3"

func (c *Coupons) read(ctx context.Context, code string) (left, ver int, err error) {
	err = c.db.QueryRowContext(ctx, "SELECT n, version FROM coupons WHERE code = $1", code).Scan(&left, &ver)
	return left, ver, err
}

func affected(res sql.Result) error {
	n, err := res.RowsAffected()
	if err != nil {
		return err
	}
	if n == 0 {
		return errGone
	}
	return nil
}

func only(_ sql.Result, err error) error { return err }

func (c *Coupons) Here(ctx context.Context, code string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	left, ver, err := c.read(ctx, code)
	if err != nil {
		return err
	}
	res, err := c.db.ExecContext(ctx, use, left-1, code, ver)
	if err != nil {
		return err
	}
	return affected(res)
}

func (c *Coupons) There(ctx context.Context, code string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	left, ver, err := c.read(ctx, code)
	if err != nil {
		return err
	}
	return rows.One(c.db.ExecContext(ctx, use, left-1, code, ver))
}

func (c *Coupons) Dropped(ctx context.Context, code string) error {
	c.mu.Lock() //bug:localmutex/read-modify-write
	defer c.mu.Unlock()
	left, ver, err := c.read(ctx, code)
	if err != nil {
		return err
	}
	return only(c.db.ExecContext(ctx, use, left-1, code, ver))
}

// Logged hands the result to a package that might look at it.
func (c *Coupons) Logged(ctx context.Context, code string) error {
	c.mu.Lock() //may:localmutex
	defer c.mu.Unlock()
	left, ver, err := c.read(ctx, code)
	if err != nil {
		return err
	}
	return rows.Log(c.db.ExecContext(ctx, use, left-1, code, ver))
}
