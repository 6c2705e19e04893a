// Case c15reentrant: a runner that joins the transaction of its ctx, if there is one; the lock is taken inside of its closure.
package c15reentrant

import (
	"context"
	"database/sql"
	"errors"
	"sync"
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

// DoTx gives the transaction to the function.
func (m *Manager) DoTx(ctx context.Context, fn func(tx *sql.Tx) error) error {
	if tx, ok := ctx.Value(key{}).(*sql.Tx); ok {
		return fn(tx)
	}
	tx, err := m.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err = fn(tx); err != nil {
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
	return s.m.Do(ctx, func(ctx context.Context) error {
		s.mu.Lock()         //may:localmutex
		defer s.mu.Unlock() //bug:unlockbeforecommit/closure
		return set(ctx)
	})
}

func (s *Service) SetTx(ctx context.Context) error {
	return s.m.DoTx(ctx, func(tx *sql.Tx) error {
		s.mu.Lock()         //may:localmutex
		defer s.mu.Unlock() //bug:unlockbeforecommit/closure
		_, err := tx.ExecContext(ctx, "UPDATE t SET n = n + 1")
		return err
	})
}

func (s *Service) SetInner(ctx context.Context) error {
	return s.m.Do(ctx, func(ctx context.Context) error {
		return s.inner(ctx) //may:unlockbeforecommit
	})
}

// inner has a transaction of its own when it is called alone, but SetInner calls it inside of one.
func (s *Service) inner(ctx context.Context) error {
	s.mu.Lock()         //may:localmutex
	defer s.mu.Unlock() //bug:unlockbeforecommit/callee
	return s.m.Do(ctx, set)
}
