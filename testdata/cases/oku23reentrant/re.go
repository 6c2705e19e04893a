// Case oku23reentrant: the lock goes around a runner that would join a transaction of its ctx; none of the callers has one.
package oku23reentrant

import (
	"context"
	"database/sql"
	"errors"
	"sync"

	"gorm.io/gorm"
)

type key struct{}

func txOf(ctx context.Context) *sql.Tx {
	if tx, ok := ctx.Value(key{}).(*sql.Tx); ok {
		return tx
	}
	return nil
}

type Manager struct{ db *sql.DB }

// Do joins or begins.
func (m *Manager) Do(ctx context.Context, fn func(ctx context.Context) error) error {
	if txOf(ctx) != nil {
		return fn(ctx)
	}
	tx, err := m.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err = fn(context.WithValue(ctx, key{}, tx)); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}

func set(ctx context.Context) error {
	_, err := txOf(ctx).ExecContext(ctx, "UPDATE t SET n = n + 1")
	return err
}

type Service struct {
	m  *Manager
	mu sync.Mutex
}

func (s *Service) Set(ctx context.Context) error {
	s.mu.Lock() //may:localmutex
	defer s.mu.Unlock()
	return s.m.Do(ctx, func(ctx context.Context) error { return set(ctx) })
}

func (s *Service) SetValue(ctx context.Context) error {
	s.mu.Lock() //may:localmutex
	defer s.mu.Unlock()
	return s.m.Do(ctx, set)
}

// Handler is a caller without a transaction.
func (s *Service) Handler(ctx context.Context) error { return s.SetValue(ctx) }

type gkey struct{}

// Data does the same on gorm, with the pool as the fallback.
type Data struct {
	db *gorm.DB
	mu sync.Mutex
}

func (d *Data) DB(ctx context.Context) *gorm.DB {
	if tx, ok := ctx.Value(gkey{}).(*gorm.DB); ok {
		return tx.WithContext(ctx)
	}
	return d.db.WithContext(ctx)
}

func (d *Data) InTx(ctx context.Context, fn func(ctx context.Context) error) error {
	if _, ok := ctx.Value(gkey{}).(*gorm.DB); ok {
		return fn(ctx)
	}
	return d.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		return fn(context.WithValue(ctx, gkey{}, tx))
	})
}

func (d *Data) Bump(ctx context.Context) error {
	d.mu.Lock() //may:localmutex
	defer d.mu.Unlock()
	return d.InTx(ctx, func(ctx context.Context) error {
		return d.DB(ctx).Exec("UPDATE t SET n = n + 1").Error
	})
}

func (d *Data) Plain(ctx context.Context) error {
	d.mu.Lock() //may:localmutex
	defer d.mu.Unlock()
	return d.DB(ctx).Exec("UPDATE t SET n = n + 1").Error
}
