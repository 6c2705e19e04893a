// Package userhook gives locks back in hooks that the user's catalogue describes.
package userhook

import (
	"context"
	"database/sql"
	"time"

	"github.com/bsm/redislock"

	"userhook/unit"
)

type Shop struct {
	db    *sql.DB
	locks *redislock.Client
}

// Hooked: the user says that After is a hook. Silent.
func (s *Shop) Hooked(ctx context.Context, u *unit.Unit) error {
	lock, err := s.locks.Obtain(ctx, "stock", time.Minute, nil)
	if err != nil {
		return err
	}
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		lock.Release(ctx)
		return err
	}
	u.Tx = tx
	if _, err := tx.ExecContext(ctx, "UPDATE stock SET qty = qty - 1"); err != nil {
		tx.Rollback()
		lock.Release(ctx)
		return err
	}
	u.After(func() { lock.Release(ctx) })
	return tx.Commit()
}

// Early does not wait for it.
func (s *Shop) Early(ctx context.Context) error {
	lock, err := s.locks.Obtain(ctx, "stock", time.Minute, nil)
	if err != nil {
		return err
	}
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		lock.Release(ctx)
		return err
	}
	_, err = tx.ExecContext(ctx, "UPDATE stock SET qty = qty - 1")
	lock.Release(ctx) // want `/order\)$`
	if err != nil {
		tx.Rollback()
		return err
	}
	return tx.Commit()
}
