// Package loops works in loops that no constant bounds.
package loops

import (
	"context"
	"database/sql"
	"time"

	"github.com/bsm/redislock"
)

type S struct {
	locks *redislock.Client
	db    *sql.DB
	ids   func(context.Context) ([]int, error)
}

func (s *S) All(ctx context.Context) error {
	l, err := s.locks.Obtain(ctx, "lock:all", time.Minute, nil) // want `^the lease of lock "lock:all" is 1m0s, nothing renews it, and the work under it, the loop at line 29, has no constant bound: .*, assuming that the loop may take longer than the lease \(leaseexpiry/unrenewed\)$`
	if err != nil {
		return err
	}
	defer l.Release(ctx)
	ids, err := s.ids(ctx)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if _, err := s.db.ExecContext(ctx, "UPDATE jobs SET state = 1 WHERE id = $1", id); err != nil {
			return err
		}
	}
	return nil
}

// Silent: a constant bounds the loop.
func (s *S) Ten(ctx context.Context) error {
	l, err := s.locks.Obtain(ctx, "lock:all", time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(ctx)
	for id := range 10 {
		if _, err := s.db.ExecContext(ctx, "UPDATE jobs SET state = 1 WHERE id = $1", id); err != nil {
			return err
		}
	}
	return nil
}

// Silent: a deadline ends the loop.
func (s *S) Timed(ctx context.Context) error {
	l, err := s.locks.Obtain(ctx, "lock:all", time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(ctx)
	work, cancel := context.WithTimeout(ctx, 50*time.Second)
	defer cancel()
	ids, err := s.ids(ctx)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if _, err := s.db.ExecContext(work, "UPDATE jobs SET state = 1 WHERE id = $1", id); err != nil {
			return err
		}
	}
	return nil
}

// Silent: the caller knows how much it gives.
func (s *S) Given(ctx context.Context, ids []int) error {
	l, err := s.locks.Obtain(ctx, "lock:all", time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release(ctx)
	for _, id := range ids {
		if _, err := s.db.ExecContext(ctx, "UPDATE jobs SET state = 1 WHERE id = $1", id); err != nil {
			return err
		}
	}
	return nil
}

// Silent: a lock for each round.
func (s *S) Each(ctx context.Context) error {
	ids, err := s.ids(ctx)
	if err != nil {
		return err
	}
	for _, id := range ids {
		l, err := s.locks.Obtain(ctx, "lock:one", time.Minute, nil)
		if err != nil {
			return err
		}
		_, err = s.db.ExecContext(ctx, "UPDATE jobs SET state = 1 WHERE id = $1", id)
		l.Release(ctx)
		if err != nil {
			return err
		}
	}
	return nil
}
