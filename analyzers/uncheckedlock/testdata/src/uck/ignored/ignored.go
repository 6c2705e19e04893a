// Package ignored drops what an acquire answers.
package ignored

import (
	"context"
	"database/sql"
	"sync"
	"time"

	"github.com/go-redsync/redsync/v4"
	"github.com/redis/go-redis/v9"
)

type Shop struct {
	rs  *redsync.Redsync
	rdb *redis.Client
	db  *sql.DB
	mu  sync.Mutex
	n   int
}

func (s *Shop) Error(ctx context.Context) error {
	m := s.rs.NewMutex("lock:a")
	/* timeline: acquire write release */ m.LockContext(ctx) // want `^nobody looks at whether lock "lock:a" was obtained: line 26 runs all the same, beside another holder; look at the answer, and do not go on without the lock \(uncheckedlock/ignored\)$`
	defer m.UnlockContext(context.WithoutCancel(ctx))
	return s.rdb.Set(ctx, "a", 1, 0).Err()
}

func (s *Shop) Blank(ctx context.Context) error {
	m := s.rs.NewMutex("lock:a")
	_ = m.LockContext(ctx) // want `/ignored\)$`
	defer m.UnlockContext(context.WithoutCancel(ctx))
	return s.rdb.Set(ctx, "a", 1, 0).Err()
}

// The error is looked at, the answer is not.
func (s *Shop) OnlyError(ctx context.Context) error {
	if err := s.rdb.SetNX(ctx, "lock:b", "me", time.Minute).Err(); err != nil { // want `lock "lock:b" was obtained: .*/ignored\)$`
		return err
	}
	defer s.rdb.Del(context.WithoutCancel(ctx), "lock:b")
	return s.rdb.Set(ctx, "b", 1, 0).Err()
}

func (s *Shop) OnlyErrorOfTwo(ctx context.Context) error {
	_, err := s.rdb.SetNX(ctx, "lock:b", "me", time.Minute).Result() // want `/ignored\)$`
	if err != nil {
		return err
	}
	defer s.rdb.Del(context.WithoutCancel(ctx), "lock:b")
	return s.rdb.Set(ctx, "b", 1, 0).Err()
}

// Silent: the answer is false where there was an error.
func (s *Shop) OnlyAnswer(ctx context.Context) error {
	ok, _ := s.rdb.SetNX(ctx, "lock:b", "me", time.Minute).Result()
	if !ok {
		return nil
	}
	defer s.rdb.Del(context.WithoutCancel(ctx), "lock:b")
	return s.rdb.Set(ctx, "b", 1, 0).Err()
}

func (s *Shop) Value(ctx context.Context) error {
	if !s.rdb.SetNX(ctx, "lock:b", "me", time.Minute).Val() { // silent, as above
		return nil
	}
	defer s.rdb.Del(context.WithoutCancel(ctx), "lock:b")
	return s.rdb.Set(ctx, "b", 1, 0).Err()
}

func (s *Shop) Count() {
	s.mu.TryLock() // want `^nobody looks at whether mutex s\.mu was obtained: .*/ignored\)$`
	defer s.mu.Unlock()
	s.n++
}

// Silent: it waits.
func (s *Shop) CountWaiting() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.n++
}

func Session(ctx context.Context, conn *sql.Conn) error {
	conn.ExecContext(ctx, "SELECT pg_advisory_lock(7)") // want `session lock "7" was obtained: .*/ignored\)$`
	_, err := conn.ExecContext(ctx, "DELETE FROM jobs WHERE done")
	return err
}

// Silent: the outcome goes into something whose answer is unknown.
func (s *Shop) Opaque(ctx context.Context) error {
	if !fine(s.rdb.SetNX(ctx, "lock:b", "me", time.Minute)) {
		return nil
	}
	defer s.rdb.Del(context.WithoutCancel(ctx), "lock:b")
	return s.rdb.Set(ctx, "b", 1, 0).Err()
}

var fine func(*redis.BoolCmd) bool

// Three statements are enough to show.
func (s *Shop) Long(ctx context.Context) error {
	m := s.rs.NewMutex("lock:long")
	/* timeline: acquire write write write */ m.LockContext(ctx) // want `/ignored\)$`
	defer m.UnlockContext(context.WithoutCancel(ctx))
	for _, key := range []string{"a", "b"} {
		s.rdb.Set(ctx, key, 1, 0)
	}
	s.rdb.Set(ctx, "c", 1, 0)
	s.rdb.Set(ctx, "d", 1, 0)
	s.rdb.Set(ctx, "e", 1, 0)
	return s.rdb.Set(ctx, "f", 1, 0).Err()
}
