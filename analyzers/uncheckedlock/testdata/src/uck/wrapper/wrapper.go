// Package wrapper takes locks through its own types, and those of package wrapper/lock.
package wrapper

import (
	"context"
	"log"

	"github.com/redis/go-redis/v9"

	"uck/wrapper/lock"
)

type Shop struct {
	locks *lock.Locker
	rdb   *redis.Client
}

func (s *Shop) work(ctx context.Context) error { return s.rdb.Set(ctx, "a", 1, 0).Err() }

func (s *Shop) Dropped(ctx context.Context) error {
	s.locks.Acquire(ctx, "lock:a") // want `^nobody looks at whether lock "lock:a" was obtained: .*/ignored\)$`
	defer s.locks.Release(ctx, "lock:a")
	return s.work(ctx)
}

func (s *Shop) Logged(ctx context.Context) error {
	if err := s.locks.Acquire(ctx, "lock:a"); err != nil { // want `/fallthrough\)$`
		log.Println(err)
	}
	defer s.locks.Release(ctx, "lock:a")
	return s.work(ctx)
}

// tried goes through one more function.
func (s *Shop) tried(ctx context.Context) bool { return s.locks.Acquire(ctx, "lock:a") == nil }

func (s *Shop) Deep(ctx context.Context) error {
	if !s.tried(ctx) { // want `/fallthrough\)$`
		log.Println("busy")
	}
	defer s.locks.Release(ctx, "lock:a")
	return s.work(ctx)
}

// Silent: the wrapper is asked and answered.
func (s *Shop) Right(ctx context.Context) error {
	if err := s.locks.Acquire(ctx, "lock:a"); err != nil {
		return err
	}
	defer s.locks.Release(ctx, "lock:a")
	return s.work(ctx)
}

// Silent: the wrapper keeps to itself whether it has the lock, and is judged there.
func (s *Shop) Judged(ctx context.Context) error {
	s.locks.Lock(ctx, "lock:a")
	defer s.locks.Release(ctx, "lock:a")
	return s.work(ctx)
}

// Silent: it is the wrapper that says nil for busy.
func (s *Shop) JudgedToo(ctx context.Context) error {
	if err := s.locks.MaybeLock(ctx, "lock:a"); err != nil {
		return err
	}
	defer s.locks.Release(ctx, "lock:a")
	return s.work(ctx)
}
