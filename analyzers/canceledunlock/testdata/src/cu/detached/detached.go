// Package detached: releases on contexts that nobody cancels.
package detached

import (
	"context"
	"time"

	"github.com/bsm/redislock"
)

type Store struct{ locks *redislock.Client }

func (s *Store) take(ctx context.Context) *redislock.Lock {
	l, err := s.locks.Obtain(ctx, "lock:a", time.Minute, nil)
	if err != nil {
		panic(err)
	}
	return l
}

func (s *Store) Flagged(ctx context.Context, _ string) {
	l := s.take(ctx)
	defer l.Release(ctx) // want `request-ctx`
}

func (s *Store) Background(ctx context.Context) {
	l := s.take(ctx)
	defer l.Release(context.Background())
}

func (s *Store) TODO(ctx context.Context) {
	l := s.take(ctx)
	defer func() {
		uctx, cancel := context.WithTimeout(context.TODO(), time.Second)
		defer cancel()
		_ = l.Release(uctx)
	}()
}

func (s *Store) WithoutCancel(ctx context.Context) {
	l := s.take(ctx)
	defer l.Release(context.WithoutCancel(ctx))
}

// The name is the caller's, the context is another one when the release runs.
func (s *Store) Rebound(ctx context.Context) {
	l := s.take(ctx)
	defer func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		_ = l.Release(ctx)
	}()
}

// A helper detaches.
func (s *Store) Helper(ctx context.Context) {
	l := s.take(ctx)
	defer free(ctx, l)
}

func free(ctx context.Context, l *redislock.Lock) {
	ctx, cancel := detach(ctx)
	defer cancel()
	_ = l.Release(ctx)
}

func detach(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), time.Second)
}

// A literal that is called in place gets a context of its own.
func (s *Store) InPlace(ctx context.Context) {
	func(ctx context.Context) {
		l := s.take(ctx)
		defer l.Release(ctx)
	}(context.Background())
}
