// Case c16failpath: explicit unlocks on failing and working paths under runners and functions with a deferred commit; only the working path commits.
package c16failpath

import (
	"context"
	"database/sql"
	"errors"
	"sync"
)

func inTxD(db *sql.DB, fn func(tx *sql.Tx) error) (err error) {
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = tx.Rollback()
		} else {
			err = tx.Commit()
		}
	}()
	return fn(tx)
}
func inTxE(db *sql.DB, fn func(tx *sql.Tx) error) (err error) {
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = tx.Rollback()
			return
		}
		err = tx.Commit()
	}()
	err = fn(tx)
	return err
}

type S struct {
	db *sql.DB
	mu sync.Mutex
}

func (s *S) A() error {
	return inTxD(s.db, func(tx *sql.Tx) error {
		s.mu.Lock()
		if _, err := tx.Exec("UPDATE t SET n = 1"); err != nil {
			s.mu.Unlock()
			return err
		}
		s.mu.Unlock() //bug:unlockbeforecommit/closure
		return nil
	})
}
func (s *S) B() error {
	return inTxE(s.db, func(tx *sql.Tx) error {
		s.mu.Lock()
		if _, err := tx.Exec("UPDATE t SET n = 1"); err != nil {
			s.mu.Unlock()
			return err
		}
		s.mu.Unlock() //bug:unlockbeforecommit/closure
		return nil
	})
}
func (s *S) OKdry() error {
	return inTxE(s.db, func(tx *sql.Tx) error {
		s.mu.Lock()
		defer s.mu.Unlock()
		if _, err := tx.Exec("UPDATE t SET n = 1"); err != nil {
			return err
		}
		return errors.New("dry")
	})
}

func (s *S) C(ctx context.Context) (err error) {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = tx.Rollback()
			return
		}
		err = tx.Commit()
	}()
	s.mu.Lock()
	if _, err = tx.Exec("UPDATE t SET n = 1"); err != nil {
		s.mu.Unlock()
		return err
	}
	s.mu.Unlock() //bug:unlockbeforecommit/order
	return nil
}
func (s *S) D(ctx context.Context) (err error) {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = tx.Rollback()
			return
		}
		err = tx.Commit()
	}()
	s.mu.Lock()
	if _, err := tx.Exec("UPDATE t SET n = 1"); err != nil {
		s.mu.Unlock()
		return errors.New("failed")
	}
	s.mu.Unlock() //bug:unlockbeforecommit/order
	return nil
}
