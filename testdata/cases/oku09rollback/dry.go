// Case oku09rollback: the releases stand on paths that roll back: dry runs, sentinel errors in closures, panics.
package oku09rollback

import (
	"context"
	"errors"
	"sync"

	"github.com/go-redsync/redsync/v4"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"gorm.io/gorm"
)

var errDry = errors.New("dry run")

type Plan struct {
	ID   uint
	Done bool
}

type Plans struct {
	db   *gorm.DB
	pool *pgxpool.Pool
	rs   *redsync.Redsync
	mu   sync.Mutex
}

func (p *Plans) Dry(ctx context.Context, id uint) error {
	err := p.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		m := p.rs.NewMutex("plan")
		if err := m.LockContext(ctx); err != nil {
			return err
		}
		defer m.UnlockContext(context.WithoutCancel(ctx))
		if err := tx.Model(&Plan{}).Where("id = ?", id).Update("done", true).Error; err != nil {
			return err
		}
		return errDry
	})
	if errors.Is(err, errDry) {
		return nil
	}
	return err
}

func (p *Plans) DryHand(ctx context.Context, id uint) error {
	tx, err := p.pool.Begin(ctx)
	if err != nil {
		return err
	}
	defer tx.Rollback(ctx)
	p.mu.Lock()
	defer p.mu.Unlock()
	_, err = tx.Exec(ctx, "UPDATE plans SET done = true WHERE id = $1", id)
	return err
}

func (p *Plans) Apply(ctx context.Context, id uint, dry bool) error {
	m := p.rs.NewMutex("plan")
	if err := m.LockContext(ctx); err != nil {
		return err
	}
	tx, err := p.pool.BeginTx(ctx, pgx.TxOptions{})
	if err != nil {
		_, _ = m.Unlock()
		return err
	}
	if _, err = tx.Exec(ctx, "UPDATE plans SET done = true WHERE id = $1", id); err != nil || dry {
		_, _ = m.Unlock()
		_ = tx.Rollback(ctx)
		return err
	}
	err = tx.Commit(ctx)
	_, _ = m.Unlock()
	return err
}
