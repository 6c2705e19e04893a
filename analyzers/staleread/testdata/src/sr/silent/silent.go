// Package silent reads before the lock, and may.
package silent

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"strings"
	"sync"
	"time"

	"github.com/bsm/redislock"
)

var errNo = errors.New("no")

type S struct {
	mu    sync.Mutex
	locks *redislock.Client
	db    *sql.DB
}

func (s *S) num(ctx context.Context, query, id string) (n int64, err error) {
	err = s.db.QueryRowContext(ctx, query, id).Scan(&n)
	return n, err
}

func (s *S) tokens(ctx context.Context, id string) (n int64, err error) {
	err = s.db.QueryRowContext(ctx, "SELECT tokens FROM groups WHERE id = $1", id).Scan(&n)
	return n, err
}

func (s *S) set(ctx context.Context, id string, n int64) error {
	_, err := s.db.ExecContext(ctx, "UPDATE groups SET tokens = $1 WHERE id = $2", n, id)
	return err
}

// Stale is what the others are not.
func (s *S) Stale(ctx context.Context, id string) error {
	n, err := s.tokens(ctx, id)
	if err != nil {
		return err
	}
	l, err := s.locks.Obtain(ctx, "lock:group:"+id, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(ctx)
	return s.set(ctx, id, n+1) // want `staleread/value`
}

// Outer: a lock that all see was held already.
func (s *S) Outer(ctx context.Context, id string) error {
	all, err := s.locks.Obtain(ctx, "lock:groups", time.Minute, nil)
	if err != nil {
		return err
	}
	defer all.Release(ctx)
	n, err := s.tokens(ctx, id)
	if err != nil {
		return err
	}
	l, err := s.locks.Obtain(ctx, "lock:group:"+id, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(ctx)
	return s.set(ctx, id, n+1)
}

// Mutex is rule localmutex's.
func (s *S) Mutex(ctx context.Context, id string) error {
	n, err := s.tokens(ctx, id)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.set(ctx, id, n+1)
}

// Relative and upserts need nothing that was read.
func (s *S) Relative(ctx context.Context, id string) error {
	n, err := s.tokens(ctx, id)
	if err != nil || n > 9 {
		return err
	}
	l, err := s.locks.Obtain(ctx, "lock:group:"+id, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(ctx)
	if _, err := s.db.ExecContext(ctx, "INSERT INTO groups (id) VALUES ($1) ON CONFLICT DO NOTHING", id); err != nil {
		return err
	}
	_, err = s.db.ExecContext(ctx, "UPDATE groups SET tokens = tokens + 1 WHERE id = $1", id)
	return err
}

// Unique leaves it to the constraint.
func (s *S) Unique(ctx context.Context, id string) error {
	n, err := s.tokens(ctx, id)
	if err != nil || n > 9 {
		return err
	}
	l, err := s.locks.Obtain(ctx, "lock:group:"+id, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(ctx)
	_, err = s.db.ExecContext(ctx, "INSERT INTO groups (id, tokens) VALUES ($1, $2)", id, n)
	if err != nil && strings.Contains(err.Error(), "duplicate key") {
		return errNo
	}
	return err
}

// Settings does not change while the program works.
func (s *S) Settings(ctx context.Context, id string) error {
	var n int64
	if err := s.db.QueryRowContext(ctx, "SELECT start FROM settings WHERE id = $1", "groups").Scan(&n); err != nil {
		return err
	}
	l, err := s.locks.Obtain(ctx, "lock:group:settings:"+id, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(ctx)
	return s.set(ctx, id, n)
}

// Other reads what the lock does not guard.
func (s *S) Other(ctx context.Context, id string) error {
	var n int64
	if err := s.db.QueryRowContext(ctx, "SELECT price FROM plans WHERE id = $1", id).Scan(&n); err != nil {
		return err
	}
	l, err := s.locks.Obtain(ctx, "lock:group:"+id, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(ctx)
	return s.set(ctx, id, n)
}

// Marker keeps its key.
func (s *S) Marker(ctx context.Context, id string) error {
	n, err := s.tokens(ctx, id)
	if err != nil {
		return err
	}
	if _, err := s.locks.Obtain(ctx, "lock:group:"+id, time.Minute, nil); err != nil {
		return err
	}
	return s.set(ctx, id, n+1)
}

// After writes when the lock is free again.
func (s *S) After(ctx context.Context, id string) error {
	n, err := s.tokens(ctx, id)
	if err != nil {
		return err
	}
	l, err := s.locks.Obtain(ctx, "lock:group:"+id, time.Minute, nil)
	if err != nil {
		return err
	}
	if err := l.Release(ctx); err != nil {
		return err
	}
	return s.set(ctx, id, n+1)
}

// Owner asks whose it is: that does not change.
func (s *S) Owner(ctx context.Context, id, user string) error {
	var owner string
	if err := s.db.QueryRowContext(ctx, "SELECT owner_id FROM groups WHERE id = $1", id).Scan(&owner); err != nil {
		return err
	}
	if owner != user {
		return errNo
	}
	l, err := s.locks.Obtain(ctx, "lock:group:"+id, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(ctx)
	return s.set(ctx, id, 0)
}

// Touched writes when it was there, nothing more.
func (s *S) Touched(ctx context.Context, id string) error {
	n, err := s.tokens(ctx, id)
	if err != nil || n > 9 {
		return errNo
	}
	l, err := s.locks.Obtain(ctx, "lock:group:"+id, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(ctx)
	_, err = s.db.ExecContext(ctx, "UPDATE groups SET update_time = $1 WHERE id = $2", time.Now(), id)
	return err
}

// Connection is locked and closed: the lock goes with it, before the write.
func (s *S) Connection(ctx context.Context, id string) error {
	n, err := s.tokens(ctx, id)
	if err != nil {
		return err
	}
	conn, err := s.db.Conn(ctx)
	if err != nil {
		return err
	}
	_, err = conn.ExecContext(ctx, "SELECT pg_advisory_lock(1)")
	conn.Raw(func(any) error { return driver.ErrBadConn })
	if err != nil {
		return err
	}
	return s.set(ctx, id, n+1)
}
