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

// lockKey is unknown to whoever does not look into it, so that the release is not seen to be that of the lock. Its name
// says that the call takes one.
func (s *Shop) LockEvent(ctx context.Context, key func() string) (bool, error) {
	err := s.locks.Acquire(ctx, key())
	return err == nil, nil
}

func (s *Shop) Event(ctx context.Context, key func() string) error {
	ok, err := s.LockEvent(ctx, key) // want `/fallthrough\)$`
	if err != nil {
		return err
	}
	if !ok {
		if err := s.rdb.Set(ctx, "queue", "event", 0).Err(); err != nil {
			return err
		}
	}
	defer s.locks.Release(ctx, key())
	return s.work(ctx)
}

// Start takes a lock among other things.
func (s *Shop) Start(ctx context.Context, key func() string) error {
	if err := s.locks.Acquire(ctx, key()); err != nil {
		return err
	}
	return s.work(ctx)
}

// Silent: what Start returns an error for is not known here.
func (s *Shop) Main(ctx context.Context, key func() string) error {
	s.Start(ctx, key)
	return s.work(ctx)
}

// Silent: the work is in the function that takes the lock, and is judged there.
func (s *Shop) Twice(ctx context.Context, key func() string) error {
	if err := s.Start(ctx, key); err != nil {
		log.Println(err)
	}
	return nil
}

// tries tells in a map which keys it did not get, and nobody can say of one of them.
func (s *Shop) tries(ctx context.Context, keys []string) (missed map[string]bool, err error) {
	missed = map[string]bool{}
	for _, key := range keys {
		if err := s.locks.Acquire(ctx, "lock:"+key); err != nil {
			missed[key] = true
		}
	}
	return missed, nil
}

// Silent: what was not obtained is left out.
func (s *Shop) Some(ctx context.Context, keys []string) error {
	missed, err := s.tries(ctx, keys)
	if err != nil {
		return err
	}
	for _, key := range keys {
		if missed[key] {
			continue
		}
		if err := s.work(ctx); err != nil {
			return err
		}
	}
	return nil
}
