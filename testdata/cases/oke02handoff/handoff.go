// Case oke02handoff: the lock is given back by a goroutine, a worker pool, an errgroup, a timer, or at most once: nothing is released here before the commit, or not by this function.
package oke02handoff

import (
	"context"
	"database/sql"
	"sync"
	"time"
)

type S struct {
	db   *sql.DB
	mu   sync.Mutex
	jobs chan func()
}

// Goroutine gives the lock back when the upload is done, whenever that is.
func (s *S) Goroutine(ctx context.Context, id int64) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	s.mu.Lock()
	if _, err := tx.ExecContext(ctx, "UPDATE docs SET n = n + 1 WHERE id = $1", id); err != nil {
		s.mu.Unlock()
		return err
	}
	go func() {
		defer s.mu.Unlock()
		upload(id)
	}()
	return tx.Commit()
}

// Queue gives it to a worker.
func (s *S) Queue(ctx context.Context, id int64) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	s.mu.Lock()
	if _, err := tx.ExecContext(ctx, "UPDATE docs SET n = n + 1 WHERE id = $1", id); err != nil {
		s.mu.Unlock()
		return err
	}
	s.jobs <- func() {
		upload(id)
		s.mu.Unlock()
	}
	return tx.Commit()
}

// Timer gives it back a while later.
func (s *S) Timer(ctx context.Context, id int64) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	s.mu.Lock()
	if _, err := tx.ExecContext(ctx, "UPDATE docs SET n = n + 1 WHERE id = $1", id); err != nil {
		s.mu.Unlock()
		return err
	}
	time.AfterFunc(time.Second, s.mu.Unlock)
	return tx.Commit()
}

// take returns a release that may be called twice.
func (s *S) take() func() {
	var once sync.Once
	s.mu.Lock()
	return func() { once.Do(s.mu.Unlock) }
}

// Twice gives it back behind the commit; the deferred call is for the ways out before it, which roll back first.
func (s *S) Twice(ctx context.Context, id int64) error {
	release := s.take()
	defer release()
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "UPDATE docs SET n = n + 1 WHERE id = $1", id); err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	release()
	return nil
}

func upload(id int64) {}
