// Package wait has one limit for the wait for a lock and for what comes after it. It is analysed with -review.
package wait

import (
	"context"
	"database/sql"
	"time"

	"github.com/bsm/redislock"
	"github.com/redis/go-redis/v9"
	"github.com/redis/rueidis/rueidislock"
)

type S struct {
	locker rueidislock.Locker
	locks  *redislock.Client
	rdb    *redis.Client
	db     *sql.DB
}

func (s *S) Rueidis(ctx context.Context) error {
	wait, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	held, release, err := s.locker.WithContext(wait, "a") // want `^the wait for lock "a" ends with a context of 3s that the lock's own life hangs on: .* \(leaseexpiry/wait-as-lease\)$`
	if err != nil {
		return err
	}
	defer release()
	_, err = s.db.ExecContext(held, "UPDATE jobs SET state = 1")
	return err
}

// Silent: nothing limits the wait.
func (s *S) RueidisPlain(ctx context.Context) error {
	held, release, err := s.locker.WithContext(ctx, "a")
	if err != nil {
		return err
	}
	defer release()
	_, err = s.db.ExecContext(held, "UPDATE jobs SET state = 1")
	return err
}

// Silent: it does not wait.
func (s *S) RueidisTry(ctx context.Context) error {
	limited, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	held, release, err := s.locker.TryWithContext(limited, "a")
	if err != nil {
		return err
	}
	defer release()
	_, err = s.db.ExecContext(held, "UPDATE jobs SET state = 1")
	return err
}

func (s *S) Both(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	l, err := s.locks.Obtain(ctx, "b", 5*time.Second, &redislock.Options{RetryStrategy: redislock.LinearBackoff(100 * time.Millisecond)}) // want `^one context of 5s limits the wait for lock "b" and the work under it: .* \(leaseexpiry/wait-as-lease\)$`
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	_, err = s.db.ExecContext(ctx, "UPDATE jobs SET state = 1")
	return err
}

// Silent: the work has a context of its own.
func (s *S) Apart(ctx context.Context) error {
	wait, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	l, err := s.locks.Obtain(wait, "b", 5*time.Second, &redislock.Options{RetryStrategy: redislock.LinearBackoff(100 * time.Millisecond)})
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	_, err = s.db.ExecContext(ctx, "UPDATE jobs SET state = 1")
	return err
}

// Silent: a busy lock fails at once.
func (s *S) Once(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	l, err := s.locks.Obtain(ctx, "b", 5*time.Second, nil)
	if err != nil {
		return err
	}
	defer l.Release(context.WithoutCancel(ctx))
	_, err = s.db.ExecContext(ctx, "UPDATE jobs SET state = 1")
	return err
}

func (s *S) Patient(ctx context.Context) error {
	for range 60 {
		ok, err := s.rdb.SetNX(ctx, "lock:c", "me", 5*time.Second).Result() // want `^the wait for lock "lock:c" may take 60 x 500ms back-off = 30s, longer than the lease of 5s: .* \(leaseexpiry/wait-as-lease\)$`
		if err != nil {
			return err
		}
		if ok {
			defer s.rdb.Del(ctx, "lock:c")
			_, err = s.db.ExecContext(ctx, "UPDATE jobs SET state = 1")
			return err
		}
		time.Sleep(500 * time.Millisecond)
	}
	return nil
}

// Silent: the wait is shorter than the lease.
func (s *S) Brief(ctx context.Context) error {
	for range 6 {
		ok, err := s.rdb.SetNX(ctx, "lock:c", "me", 5*time.Second).Result()
		if err != nil {
			return err
		}
		if ok {
			defer s.rdb.Del(ctx, "lock:c")
			_, err = s.db.ExecContext(ctx, "UPDATE jobs SET state = 1")
			return err
		}
		time.Sleep(500 * time.Millisecond)
	}
	return nil
}

// Silent: a mark that nobody takes back is no lock, and none that never ends is too short for a wait.
func (s *S) Endless(ctx context.Context) error {
	for range 60 {
		ok, err := s.rdb.SetNX(ctx, "welcome:d", "me", 0).Result()
		if err != nil {
			return err
		}
		if ok {
			_, err = s.db.ExecContext(ctx, "UPDATE jobs SET state = 1")
			return err
		}
		time.Sleep(500 * time.Millisecond)
	}
	return nil
}
