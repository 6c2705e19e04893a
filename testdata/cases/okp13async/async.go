// Case okp13async: the commit happens elsewhere (a goroutine that is waited for, a channel's receiver, a callback, a method value), before the unlock.
package okp13async

import (
	"context"
	"database/sql"
	"errors"
	"net/http"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
	"gorm.io/gorm"
)

type S struct {
	db *sql.DB
	g  *gorm.DB
	mu sync.Mutex
}

// Waited commits in a goroutine and waits for it.
func (s *S) Waited(ctx context.Context, id int64) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "UPDATE docs SET n = 1 WHERE id = $1", id); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	done := make(chan error, 1)
	go func() { done <- tx.Commit() }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		<-done
		return ctx.Err()
	}
}

// Group commits in an errgroup.
func (s *S) Group(ctx context.Context, id int64) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	s.mu.Lock()
	_, err = tx.ExecContext(ctx, "UPDATE docs SET n = 1 WHERE id = $1", id)
	var g errgroup.Group
	g.Go(func() error {
		if err != nil {
			return tx.Rollback()
		}
		return tx.Commit()
	})
	werr := g.Wait()
	s.mu.Unlock()
	return errors.Join(err, werr)
}

// Method commits through a method value that is picked before.
func (s *S) Method(ctx context.Context, id int64) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	s.mu.Lock()
	end := tx.Commit
	if _, err = tx.ExecContext(ctx, "UPDATE docs SET n = 1 WHERE id = $1", id); err != nil {
		end = tx.Rollback
	}
	eerr := end()
	s.mu.Unlock()
	return errors.Join(err, eerr)
}

type job struct {
	tx   *sql.Tx
	done chan error
}

// Committer commits what it is sent.
func committer(in <-chan job) {
	for j := range in {
		j.done <- j.tx.Commit()
	}
}

func (s *S) Sent(ctx context.Context, jobs chan<- job, id int64) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, err := tx.ExecContext(ctx, "UPDATE docs SET n = 1 WHERE id = $1", id); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	j := job{tx, make(chan error, 1)}
	jobs <- j
	return <-j.done
}

func (s *S) Start() chan<- job {
	c := make(chan job)
	go committer(c)
	return c
}

// Middleware holds the mutex around the handler's transaction: it commits before the unlock.
func (s *S) Middleware(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		defer s.mu.Unlock()
		tx := s.g.WithContext(r.Context()).Begin()
		if tx.Error != nil {
			http.Error(w, tx.Error.Error(), http.StatusInternalServerError)
			return
		}
		rec := &recorder{ResponseWriter: w, code: 200}
		next.ServeHTTP(rec, r.WithContext(context.WithValue(r.Context(), key{}, tx)))
		if rec.code >= 400 {
			tx.Rollback()
			return
		}
		tx.Commit()
	})
}

type key struct{}

type recorder struct {
	http.ResponseWriter
	code int
}

func (r *recorder) WriteHeader(c int) { r.code = c; r.ResponseWriter.WriteHeader(c) }

// Handler uses the mutex of another thing for memory.
type Handler struct {
	mu   sync.Mutex
	hits map[string]int
}

func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	tx := r.Context().Value(key{}).(*gorm.DB)
	h.mu.Lock()
	h.hits[r.URL.Path]++
	h.mu.Unlock()
	if err := tx.Exec("UPDATE pages SET hits = hits + 1 WHERE path = ?", r.URL.Path).Error; err != nil {
		w.WriteHeader(http.StatusInternalServerError)
	}
}

// Timer frees a lease by a timer if the holder is slow; the holder stops the timer after its commit.
func (s *S) Timer(ctx context.Context, id int64) error {
	s.mu.Lock()
	var once sync.Once
	free := func() { once.Do(s.mu.Unlock) }
	t := time.AfterFunc(time.Minute, free)
	defer free()
	defer t.Stop()
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "UPDATE docs SET n = 1 WHERE id = $1", id); err != nil {
		return err
	}
	return tx.Commit()
}

// Hook registers the unlock to run after the commit through a list of the runner.
type Runner struct {
	db    *sql.DB
	after []func()
}

func (r *Runner) After(f func()) { r.after = append(r.after, f) }

func (r *Runner) Run(ctx context.Context, fn func(*sql.Tx) error) error {
	tx, err := r.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() {
		for _, f := range r.after {
			f()
		}
		r.after = nil
	}()
	if err := fn(tx); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}

func (s *S) Hooked(ctx context.Context, id int64) error {
	r := &Runner{db: s.db}
	return r.Run(ctx, func(tx *sql.Tx) error {
		s.mu.Lock()
		r.After(s.mu.Unlock)
		_, err := tx.ExecContext(ctx, "UPDATE docs SET n = 1 WHERE id = $1", id)
		return err
	})
}
