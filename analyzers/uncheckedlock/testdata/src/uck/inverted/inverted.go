// Package inverted has the test the wrong way round.
package inverted

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/bsm/redislock"
	"github.com/redis/go-redis/v9"
)

var errBusy = errors.New("busy")

type Shop struct {
	locks *redislock.Client
	rdb   *redis.Client
	mu    sync.Mutex
	n     int
}

func (s *Shop) work(ctx context.Context) error { return s.rdb.Set(ctx, "a", 1, 0).Err() }

func (s *Shop) Answer(ctx context.Context) error {
	/* timeline: acquire write release */ ok, err := s.rdb.SetNX(ctx, "lock:a", "me", time.Minute).Result() // want `^where lock "lock:a" was not obtained, line 32 runs, and where it was, nothing is done: the test is the wrong way round \(uncheckedlock/inverted\)$`
	if err != nil {
		return err
	}
	if !ok {
		defer s.rdb.Del(ctx, "lock:a")
		return s.work(ctx)
	}
	return nil
}

func (s *Shop) Error(ctx context.Context) error {
	l, err := s.locks.Obtain(ctx, "lock:a", time.Minute, nil) // want `/inverted\)$`
	if err == nil {
		return errBusy
	}
	defer l.Release(ctx)
	return s.work(ctx)
}

func (s *Shop) Memory() {
	if !s.mu.TryLock() { // want `/inverted\)$`
		s.n++
		s.mu.Unlock()
	}
}

// Runs what the caller gave exactly where it must not.
func (s *Shop) Run(ctx context.Context, f func()) error {
	ok, err := s.rdb.SetNX(ctx, "lock:a", "me", time.Minute).Result() // want `/inverted\)$`
	if err != nil || !ok {
		defer s.rdb.Del(ctx, "lock:a")
		f()
	}
	return err
}

// Silent: the right way round.
func (s *Shop) Right(ctx context.Context) error {
	ok, err := s.rdb.SetNX(ctx, "lock:a", "me", time.Minute).Result()
	if err != nil || !ok {
		return err
	}
	defer s.rdb.Del(ctx, "lock:a")
	return s.work(ctx)
}

// Silent: a counter that is made where it is absent, and counted up where it is not. That is no lock.
func (s *Shop) Count(ctx context.Context) error {
	first, err := s.rdb.SetNX(ctx, "seen", 1, 0).Result()
	if err != nil {
		return err
	}
	if !first {
		return s.work(ctx)
	}
	return nil
}

// Silent: it asks whether the caller holds the mutex.
func (s *Shop) add() {
	if s.mu.TryLock() {
		panic("not locked")
	}
	s.n++
}
