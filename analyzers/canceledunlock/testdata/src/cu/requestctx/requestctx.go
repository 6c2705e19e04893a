// Package requestctx: a deferred release on the context of the caller.
package requestctx

import (
	"context"
	"database/sql"
	"net/http"
	"sync"
	"time"

	"github.com/bsm/redislock"
)

type Store struct {
	db    *sql.DB
	locks *redislock.Client
	mu    sync.Mutex
	ctx   context.Context
}

func (s *Store) Lease(ctx context.Context, _ string) error {
	l, err := s.locks.Obtain(ctx, "lock:a", time.Minute, nil)
	if err != nil {
		return err
	}
	/* timeline: acquire release */ defer l.Release(ctx) // want `lock "lock:a" is released on the caller's context: .* assuming that the caller's context can end before the release runs \(canceledunlock/request-ctx\)`
	return s.work(ctx)
}

func (s *Store) work(context.Context) error { return nil }

func (s *Store) Session(ctx context.Context, id int64) error {
	conn, err := s.db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", id); err != nil {
		return err
	}
	defer func() { // want `session lock .*request-ctx`
		_, _ = conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", id)
	}()
	return s.work(ctx)
}

// A context that is derived with a time limit ends with its parent too.
func (s *Store) Limited(parent context.Context) error {
	ctx, cancel := context.WithTimeout(parent, time.Minute)
	defer cancel()
	l, err := s.locks.Obtain(ctx, "lock:b", time.Minute, nil)
	if err != nil {
		return err
	}
	defer func() { // want `request-ctx`
		uctx, done := context.WithTimeout(ctx, time.Second)
		defer done()
		_ = l.Release(uctx)
	}()
	return s.work(ctx)
}

func (s *Store) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	l, err := s.locks.Obtain(r.Context(), "lock:c", time.Minute, nil)
	if err != nil {
		return
	}
	defer l.Release(r.Context()) // want `request-ctx`
	_ = s.work(r.Context())
}

// Through a wrapper that gets the context.
type held struct{ l *redislock.Lock }

func (h *held) Free(ctx context.Context) { _ = h.l.Release(ctx) }

func (s *Store) take(ctx context.Context) (*held, error) {
	l, err := s.locks.Obtain(ctx, "lock:d", time.Minute, nil)
	if err != nil {
		return nil, err
	}
	return &held{l}, nil
}

func (s *Store) Wrapped(ctx context.Context, _ string) error {
	h, err := s.take(ctx)
	if err != nil {
		return err
	}
	defer h.Free(ctx) // want `request-ctx`
	return s.work(ctx)
}

// A runner releases in its own defer; those who call it have no say in that.
func (s *Store) With(ctx context.Context, f func(context.Context) error) error {
	l, err := s.locks.Obtain(ctx, "lock:e", time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(ctx) // want `request-ctx`
	return f(ctx)
}

func (s *Store) ByRunner(ctx context.Context) error {
	return s.With(ctx, s.work)
}

// Not deferred: the work is over, and the context has carried it so far.
func (s *Store) Explicit(ctx context.Context) error {
	l, err := s.locks.Obtain(ctx, "lock:f", time.Minute, nil)
	if err != nil {
		return err
	}
	err = s.work(ctx)
	_ = l.Release(ctx)
	return err
}

// Nobody knows how long a context in a field lives.
func (s *Store) Field() error {
	l, err := s.locks.Obtain(s.ctx, "lock:g", time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(s.ctx)
	return nil
}

// The mutex is no lease, and the transaction takes its lock with it.
func (s *Store) Others(ctx context.Context, tx *sql.Tx) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, err := tx.ExecContext(ctx, "SELECT pg_advisory_xact_lock(1)")
	return err
}

// All callers are here, and give it a context that nobody ends.
func (s *Store) nightly(ctx context.Context) {
	l, err := s.locks.Obtain(ctx, "lock:h", time.Minute, nil)
	if err != nil {
		return
	}
	defer l.Release(ctx)
	_ = s.work(ctx)
}

func (s *Store) Nightly() { s.nightly(context.Background()) }

// The goroutine has a context of its own.
func (s *Store) Spawn() {
	go func(ctx context.Context) {
		l, err := s.locks.Obtain(ctx, "lock:i", time.Minute, nil)
		if err != nil {
			return
		}
		defer l.Release(ctx)
		_ = s.work(ctx)
	}(context.Background())
}

// A runner that is deferred itself takes and frees its own lock: it is told in the runner.
func (s *Store) Afterwards(ctx context.Context) {
	defer s.publish(ctx)
}

func (s *Store) publish(ctx context.Context) { _ = s.With(ctx, s.work) }

// The helper defers the release itself, and is told there.
func (s *Store) Helped(ctx context.Context) error {
	h, err := s.take(ctx)
	if err != nil {
		return err
	}
	defer helped(ctx, h)
	return nil
}

func helped(ctx context.Context, h *held) {
	defer h.Free(ctx) // want `request-ctx`
}

// A function that another one made, and that defers the release itself: told there, once.
func (s *Store) Around(ctx context.Context, _ string) error {
	l, err := s.locks.Obtain(ctx, "lock:around", time.Minute, nil)
	if err != nil {
		return err
	}
	defer s.last(l)(ctx)
	return s.work(ctx)
}

func (s *Store) last(l *redislock.Lock) func(context.Context) {
	return func(ctx context.Context) {
		defer l.Release(ctx) // want `request-ctx`
		_ = s.work(ctx)
	}
}
