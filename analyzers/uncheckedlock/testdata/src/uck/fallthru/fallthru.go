// Package fallthru goes on where it did not obtain the lock.
package fallthru

import (
	"context"
	"errors"
	"log"
	"sync"
	"time"

	"github.com/bsm/redislock"
	"github.com/redis/go-redis/v9"
)

type Shop struct {
	locks *redislock.Client
	rdb   *redis.Client
	mu    sync.Mutex
	local sync.Mutex
	n     int
}

func (s *Shop) work(ctx context.Context) error { return s.rdb.Set(ctx, "a", 1, 0).Err() }

func (s *Shop) Logs(ctx context.Context) error {
	/* timeline: acquire write */ l, err := s.locks.Obtain(ctx, "lock:a", time.Minute, nil) // want `^where lock "lock:a" was not obtained, line 32 runs all the same, beside another holder; return or try again there \(uncheckedlock/fallthrough\)$`
	if err != nil {
		log.Println("busy", err)
	} else {
		defer l.Release(ctx)
	}
	return s.work(ctx)
}

// One error is respected, the one that matters is not.
func (s *Shop) LogsBusy(ctx context.Context) error {
	l, err := s.locks.Obtain(ctx, "lock:a", time.Minute, nil) // want `/fallthrough\)$`
	if errors.Is(err, redislock.ErrNotObtained) {
		log.Println("busy")
	} else if err != nil {
		return err
	} else {
		defer l.Release(ctx)
	}
	return s.work(ctx)
}

func (s *Shop) Flag(ctx context.Context) error {
	ok, err := s.rdb.SetNX(ctx, "lock:b", "me", time.Minute).Result() // want `/fallthrough\)$`
	if err != nil {
		return err
	}
	held := ok
	if !held {
		log.Println("busy")
	}
	err = s.work(ctx)
	if held {
		s.rdb.Del(ctx, "lock:b")
	}
	return err
}

// What is not seen is done too: the mutex of somebody else is unlocked.
func (s *Shop) Memory() {
	if !s.mu.TryLock() { // want `^where mutex s\.mu was not obtained, line 69 runs all the same, .*/fallthrough\)$`
		log.Println("busy")
	}
	defer s.mu.Unlock()
	s.n++
}

// Silent: each way of leaving it alone.
func (s *Shop) Returns(ctx context.Context) error {
	l, err := s.locks.Obtain(ctx, "lock:a", time.Minute, nil)
	if err != nil {
		log.Println("busy", err)
		return nil
	}
	defer l.Release(ctx)
	return s.work(ctx)
}

func (s *Shop) Skips(ctx context.Context, ids []string) {
	for _, id := range ids {
		ok, err := s.rdb.SetNX(ctx, "lock:"+id, "me", time.Minute).Result()
		if err != nil || !ok {
			log.Println("busy", err)
			continue
		}
		_ = s.work(ctx)
		s.rdb.Del(ctx, "lock:"+id)
	}
}

func (s *Shop) TriesAgain(ctx context.Context) error {
	for {
		l, err := s.locks.Obtain(ctx, "lock:a", time.Minute, nil)
		if errors.Is(err, redislock.ErrNotObtained) {
			time.Sleep(time.Second)
			continue
		}
		if err != nil {
			return err
		}
		defer l.Release(ctx)
		return s.work(ctx)
	}
}

// Silent: another lock takes its place.
func (s *Shop) OtherLock(ctx context.Context) error {
	l, err := s.locks.Obtain(ctx, "lock:a", time.Minute, nil)
	if err != nil {
		s.local.Lock()
		defer s.local.Unlock()
	} else {
		defer l.Release(ctx)
	}
	return s.work(ctx)
}

// Silent: more is done with the lock than without.
func (s *Shop) Refreshes(ctx context.Context) error {
	if l, err := s.locks.Obtain(ctx, "lock:a", time.Minute, nil); err == nil {
		defer l.Release(ctx)
		if err := s.rdb.Set(ctx, "fresh", 1, 0).Err(); err != nil {
			return err
		}
	}
	return s.work(ctx)
}

// Silent: the lock was given back before what both ways do.
func (s *Shop) Before(ctx context.Context) error {
	if s.mu.TryLock() {
		s.n++
		s.mu.Unlock()
	}
	return s.work(ctx)
}

// Silent: it waits where it is busy.
func (s *Shop) Contention() {
	if !s.mu.TryLock() {
		log.Println("contention")
		s.mu.Lock()
	}
	defer s.mu.Unlock()
	s.n++
}

// Silent: the release before the acquire is leakedlock's business.
func (s *Shop) Early() bool {
	defer s.mu.Unlock()
	if !s.mu.TryLock() {
		return false
	}
	s.n++
	return true
}

// Silent: what is written down there is not the work.
func (s *Shop) NotesBusy(ctx context.Context) error {
	l, err := s.locks.Obtain(ctx, "lock:a", time.Minute, nil)
	if err != nil {
		s.rdb.Set(ctx, "skipped", 1, 0)
		return err
	}
	defer l.Release(ctx)
	return s.work(ctx)
}
