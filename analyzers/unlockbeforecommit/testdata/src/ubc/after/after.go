// Package after registers releases for later.
package after

import (
	"context"
	"database/sql"
	"sync"
)

type Shop struct {
	db *sql.DB
	mu sync.Mutex
}

// Unit runs hooks when its transaction has ended.
type Unit struct {
	tx    *sql.Tx
	hooks []func()
}

func (u *Unit) After(f func()) { u.hooks = append(u.hooks, f) }

// Hook leaves the release to the unit.
func (s *Shop) Hook(ctx context.Context, u *Unit) error {
	s.mu.Lock()
	u.After(s.mu.Unlock)
	_, err := u.tx.ExecContext(ctx, "DELETE FROM carts")
	return err
}

// Later collects and runs behind the commit.
func (s *Shop) Later(ctx context.Context) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	s.mu.Lock()
	release := s.mu.Unlock
	if _, err := tx.ExecContext(ctx, "DELETE FROM carts"); err != nil {
		tx.Rollback()
		release()
		return err
	}
	err = tx.Commit()
	release()
	return err
}

// Soon does not wait for it.
func (s *Shop) Soon(ctx context.Context) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	s.mu.Lock()
	release := s.mu.Unlock
	_, err = tx.ExecContext(ctx, "DELETE FROM carts")
	release() // want `\(unlockbeforecommit/order\)$`
	if err != nil {
		tx.Rollback()
		return err
	}
	return tx.Commit()
}
