// Case e01fieldfuncs: ports as function fields that a constructor sets, a once-only release, a loop that gives back what a slice holds, and handlers kept by a router; each releases before the commit.
package e01fieldfuncs

import (
	"context"
	"database/sql"
	"net/http"
	"sync"
	"time"

	"github.com/bsm/redislock"
)

// Ports are what the service needs, as functions.
type Ports struct {
	acquire func(ctx context.Context, key string) (release func(), err error)
	atomic  func(ctx context.Context, fn func(ctx context.Context, tx *sql.Tx) error) error
}

func NewPorts(db *sql.DB, c *redislock.Client) Ports {
	p := Ports{}
	p.acquire = func(ctx context.Context, key string) (func(), error) {
		l, err := c.Obtain(ctx, key, time.Minute, nil)
		if err != nil {
			return nil, err
		}
		return func() { _ = l.Release(context.WithoutCancel(ctx)) }, nil
	}
	p.atomic = func(ctx context.Context, fn func(ctx context.Context, tx *sql.Tx) error) error {
		tx, err := db.BeginTx(ctx, nil)
		if err != nil {
			return err
		}
		if err := fn(ctx, tx); err != nil {
			_ = tx.Rollback()
			return err
		}
		return tx.Commit()
	}
	return p
}

type Service struct{ ports Ports }

// Inside takes and gives back in the transaction.
func (s *Service) Inside(ctx context.Context, id int64) error {
	return s.ports.atomic(ctx, func(ctx context.Context, tx *sql.Tx) error {
		release, err := s.ports.acquire(ctx, "doc")
		if err != nil {
			return err
		}
		defer release() //bug:unlockbeforecommit/closure
		_, err = tx.ExecContext(ctx, "UPDATE docs SET n = n + 1 WHERE id = $1", id)
		return err
	})
}

// Outside holds it around the transaction: silent.
func (s *Service) Outside(ctx context.Context, id int64) error {
	release, err := s.ports.acquire(ctx, "doc")
	if err != nil {
		return err
	}
	defer release()
	return s.ports.atomic(ctx, func(ctx context.Context, tx *sql.Tx) error {
		_, err = tx.ExecContext(ctx, "UPDATE docs SET n = n + 1 WHERE id = $1", id)
		return err
	})
}

type Web struct {
	db *sql.DB
	mu sync.Mutex
}

// atomic makes a handler of one that works in a transaction.
func (w *Web) atomic(h func(tx *sql.Tx, r *http.Request) error) http.Handler {
	return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		tx, err := w.db.BeginTx(r.Context(), nil)
		if err != nil {
			http.Error(rw, err.Error(), http.StatusInternalServerError)
			return
		}
		if err := h(tx, r); err != nil {
			_ = tx.Rollback()
			http.Error(rw, err.Error(), http.StatusConflict)
			return
		}
		_ = tx.Commit()
	})
}

func (w *Web) Register(mux *http.ServeMux) {
	mux.Handle("POST /sell", w.atomic(func(tx *sql.Tx, r *http.Request) error {
		w.mu.Lock()
		defer w.mu.Unlock() //bug:unlockbeforecommit/closure
		_, err := tx.ExecContext(r.Context(), "UPDATE docs SET n = n + 1 WHERE id = $1", r.PathValue("id"))
		return err
	}))
	mux.Handle("POST /look", w.atomic(func(tx *sql.Tx, r *http.Request) error { // silent: nothing is held
		_, err := tx.ExecContext(r.Context(), "UPDATE docs SET n = n + 1 WHERE id = $1", r.PathValue("id"))
		return err
	}))
}
