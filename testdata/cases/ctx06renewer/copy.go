// Case ctx06renewer: a function of another package renews the lease around each piece of work; beside it a loop runs under a lease that nobody renews.
package ctx06renewer

import (
	"context"
	"database/sql"
	"errors"

	"github.com/bsm/redislock"

	"locklintcases/ctx06renewer/renew"
)

type Copier struct {
	locks *redislock.Client
	db    *sql.DB
}

func (c *Copier) next(ctx context.Context, at int) (id int, err error) {
	err = c.db.QueryRowContext(ctx, "SELECT id FROM objects WHERE id > $1 ORDER BY id LIMIT 1", at).Scan(&id)
	return id, err
}

func (c *Copier) copy(ctx context.Context, id int) error {
	_, err := c.db.ExecContext(ctx, "INSERT INTO copies (id) VALUES ($1) ON CONFLICT DO NOTHING", id)
	return err
}

// Kept has each copy made while the lease is renewed.
func (c *Copier) Kept(ctx context.Context, key string) (err error) {
	l, err := renew.Take(ctx, c.locks, "copy:"+key)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, l.Free(ctx)) }()
	for at := 0; ; {
		id, err := c.next(ctx, at)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := l.Do(ctx, func(ctx context.Context) error { return c.copy(ctx, id) }); err != nil {
			return err
		}
		at = id
	}
}

// Lost forgets that.
func (c *Copier) Lost(ctx context.Context, key string) (err error) {
	l, err := renew.Take(ctx, c.locks, "copy:lost:"+key) //bug:leaseexpiry/unrenewed
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, l.Free(ctx)) }()
	for at := 0; ; {
		id, err := c.next(ctx, at)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := c.copy(ctx, id); err != nil {
			return err
		}
		at = id
	}
}
