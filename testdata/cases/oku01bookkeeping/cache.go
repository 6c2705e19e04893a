// Case oku01bookkeeping: mutexes of caches, counters, id generators and statement caches are locked for a moment between statements of an open transaction.
package oku01bookkeeping

import (
	"context"
	"database/sql"
	"sync"
	"time"

	"gorm.io/gorm"
)

type Service struct {
	db    *sql.DB
	gdb   *gorm.DB
	mu    sync.RWMutex
	cache map[string]int64
	stats struct {
		sync.Mutex
		writes int
	}
	seqMu sync.Mutex
	seq   int64
	stmts map[string]*sql.Stmt
}

func (s *Service) nextID() int64 {
	s.seqMu.Lock()
	defer s.seqMu.Unlock()
	s.seq++
	return time.Now().UnixNano() + s.seq
}

func (s *Service) count() {
	s.stats.Lock()
	s.stats.writes++
	s.stats.Unlock()
}

func (s *Service) prepared(ctx context.Context, q string) (*sql.Stmt, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if st, ok := s.stmts[q]; ok {
		return st, nil
	}
	st, err := s.db.PrepareContext(ctx, q)
	if err != nil {
		return nil, err
	}
	s.stmts[q] = st
	return st, nil
}

func (s *Service) Put(ctx context.Context, name string, n int64) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	id := s.nextID()
	st, err := s.prepared(ctx, "INSERT INTO vals (id, name, n) VALUES ($1, $2, $3)")
	if err != nil {
		return err
	}
	if _, err := tx.StmtContext(ctx, st).ExecContext(ctx, id, name, n); err != nil {
		return err
	}
	s.count()
	s.mu.Lock()
	s.cache[name] = n
	s.mu.Unlock()
	if _, err := tx.ExecContext(ctx, "INSERT INTO log (id) VALUES ($1)", s.nextID()); err != nil {
		return err
	}
	return tx.Commit()
}

func (s *Service) insert(ctx context.Context, tx *sql.Tx, name string) error {
	s.mu.RLock()
	n := s.cache[name]
	s.mu.RUnlock()
	_, err := tx.ExecContext(ctx, "INSERT INTO vals (id, name, n) VALUES ($1, $2, $3)", s.nextID(), name, n)
	return err
}

func (s *Service) PutGorm(ctx context.Context, name string, n int64) error {
	return s.gdb.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		if err := tx.Exec("UPDATE vals SET n = ? WHERE name = ?", n, name).Error; err != nil {
			return err
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		s.cache[name] = n
		return nil
	})
}
