// Case oku12commitgate: the lock is held over the commit alone or taken again for it; helpers commit and roll back.
package oku12commitgate

import (
	"context"
	"database/sql"
	"log/slog"
	"sync"
	"time"

	"github.com/go-redsync/redsync/v4"
	"gorm.io/gorm"
)

type Store struct {
	db       *sql.DB
	gdb      *gorm.DB
	commitMu sync.Mutex
	rs       *redsync.Redsync
}

func (s *Store) commit(tx *sql.Tx) error {
	s.commitMu.Lock()
	defer s.commitMu.Unlock()
	return tx.Commit()
}

func (s *Store) Add(ctx context.Context, v string) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "INSERT INTO vals (v) VALUES (?)", v); err != nil {
		s.abort(tx)
		return err
	}
	return s.commit(tx)
}

func (s *Store) abort(tx *sql.Tx) {
	if err := tx.Rollback(); err != nil {
		slog.Warn("rollback", "err", err)
	}
}

func (s *Store) AddLocked(ctx context.Context, v string) error {
	m := s.rs.NewMutex("vals", redsync.WithExpiry(10*time.Second))
	if err := m.LockContext(ctx); err != nil {
		return err
	}
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		m.Unlock()
		return err
	}
	if _, err := tx.ExecContext(ctx, "INSERT INTO vals (v) VALUES (?)", v); err != nil {
		s.abort(tx)
		m.Unlock()
		return err
	}
	if err := s.commit(tx); err != nil {
		s.abort(tx)
		m.Unlock()
		return err
	}
	m.Unlock()
	return nil
}

// AddTwice unlocks between two transactions.
func (s *Store) AddTwice(ctx context.Context, v string) error {
	m := s.rs.NewMutex("vals")
	if err := m.LockContext(ctx); err != nil {
		return err
	}
	tx := s.gdb.WithContext(ctx).Begin()
	if err := tx.Exec("INSERT INTO vals (v) VALUES (?)", v).Error; err != nil {
		tx.Rollback()
		m.Unlock()
		return err
	}
	if err := tx.Commit().Error; err != nil {
		m.Unlock()
		return err
	}
	m.Unlock()
	tx = s.gdb.WithContext(ctx).Begin()
	if err := tx.Exec("INSERT INTO log (v) VALUES (?)", v).Error; err != nil {
		tx.Rollback()
		return err
	}
	return tx.Commit().Error
}
