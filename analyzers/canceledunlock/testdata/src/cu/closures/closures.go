// Package closures: functions that release and have captured a context.
package closures

import (
	"context"
	"time"

	"github.com/bsm/redislock"
)

type Store struct{ locks *redislock.Client }

// Take returns the function that releases. It will run when the caller is done.
func (s *Store) Take(ctx context.Context) (func() error, error) {
	l, err := s.locks.Obtain(ctx, "lock:a", time.Minute, nil)
	if err != nil {
		return nil, err
	}
	return func() error {
		return l.Release(ctx) // want `request-ctx`
	}, nil
}

// Use is not told once more.
func (s *Store) Use(ctx context.Context) error {
	unlock, err := s.Take(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	return nil
}

// Held keeps the function in a field.
type Held struct{ Free func() error }

func (s *Store) Hold(ctx context.Context) (*Held, error) {
	l, err := s.locks.Obtain(ctx, "lock:b", time.Minute, nil)
	if err != nil {
		return nil, err
	}
	return &Held{Free: func() error { return l.Release(ctx) }}, nil // want `request-ctx`
}

// TakeDetached cuts the release off from the caller.
func (s *Store) TakeDetached(ctx context.Context) (func() error, error) {
	l, err := s.locks.Obtain(ctx, "lock:c", time.Minute, nil)
	if err != nil {
		return nil, err
	}
	uctx := context.WithoutCancel(ctx)
	return func() error { return l.Release(uctx) }, nil
}

// The caller cancels the context that the function captured, before it runs.
func (s *Store) EndsEarly() error {
	ctx, cancel := context.WithCancel(context.Background())
	unlock, err := s.Take(ctx)
	if err != nil {
		cancel()
		return err
	}
	defer unlock() // want `own-cancel`
	defer cancel()
	return nil
}

// A literal of the function itself, called by name.
func (s *Store) Local(ctx context.Context, _ string) error {
	l, err := s.locks.Obtain(ctx, "lock:d", time.Minute, nil)
	if err != nil {
		return err
	}
	free := func() { _ = l.Release(ctx) }
	defer free() // want `request-ctx`
	return nil
}
