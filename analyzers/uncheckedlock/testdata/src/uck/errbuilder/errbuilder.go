// Package errbuilder fails with errors that a chain of builders makes.
package errbuilder

import (
	"context"
	"errors"
	"log"
	"time"

	"github.com/bsm/redislock"
	"github.com/redis/go-redis/v9"
)

type Shop struct {
	locks *redislock.Client
	rdb   *redis.Client
}

var errBusy = errors.New("busy")

func (s *Shop) work(ctx context.Context) error { return s.rdb.Set(ctx, "a", 1, 0).Err() }

func (s *Shop) lock(ctx context.Context) (*redislock.Lock, error) {
	l, err := s.locks.Obtain(ctx, "lock:a", time.Minute, nil)
	if err != nil {
		return nil, with(err).Hint("try again").Mark(errBusy)
	}
	return l, nil
}

// Fails: what is made of an error is one. Silent.
func (s *Shop) Fails(ctx context.Context) error {
	l, err := s.lock(ctx)
	if err != nil {
		return err
	}
	defer l.Release(ctx)
	return s.work(ctx)
}

// Closure fails in a closure, whose error its caller looks at. Silent.
func (s *Shop) Closure(ctx context.Context) error {
	err := run(func() error {
		if _, err := s.locks.Obtain(ctx, "lock:a", time.Minute, nil); err != nil {
			return with(err).Hint("try again").Mark(errBusy)
		}
		return nil
	})
	if err != nil {
		return err
	}
	return s.work(ctx)
}

// Busy makes an error of nothing. Silent.
func (s *Shop) Busy(ctx context.Context) error {
	err := run(func() error {
		if ok, err := s.rdb.SetNX(ctx, "lock:b", "me", time.Minute).Result(); err != nil {
			return with(err).Mark(errBusy)
		} else if !ok {
			return newError("busy").Hint("try again").Mark(errBusy)
		}
		return nil
	})
	if err != nil {
		return err
	}
	return s.work(ctx)
}

func newError(text string) *ErrorBuilder { return &ErrorBuilder{err: errors.New(text)} }

func run(f func() error) error { return f() }

// Goes on.
func (s *Shop) Goes(ctx context.Context) error {
	l, err := s.lock(ctx) // want `/fallthrough\)$`
	if err != nil {
		log.Println(with(err).Mark(errBusy))
	} else {
		defer l.Release(ctx)
	}
	return s.work(ctx)
}

// decorate is set by whoever knows how.
var decorate interface {
	With(err error, detail any) error
}

type ErrorBuilder struct{ err error }

func with(err error) *ErrorBuilder { return &ErrorBuilder{err: err} }

func (b *ErrorBuilder) Hint(text string) *ErrorBuilder {
	b.err = decorate.With(b.err, text)
	return b
}

func (b *ErrorBuilder) Mark(as error) error {
	b.err = decorate.With(b.err, as)
	return b.err
}
