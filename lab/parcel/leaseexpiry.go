package parcel

import (
	"context"
	"time"

	"github.com/bsm/redislock"

	"github.com/locklint/locklint/lab/lock"
)

const (
	shortLease = 500 * time.Millisecond
	renewal    = 100 * time.Millisecond
)

// Send has no limit for a holder that dies: no-ttl.
func (s *Service) Send(ctx context.Context, parcel int64) error {
	key, token := parcelKey(parcel), lock.NewToken()
	for {
		ok, err := s.rdb.SetNX(ctx, key, token, 0).Result()
		if err != nil {
			return err
		}
		if ok {
			break
		}
		if err := wait(ctx); err != nil {
			return err
		}
	}
	defer s.free(ctx, key, token)
	return s.send(ctx, parcel)
}

// SendFixed has one.
func (s *Service) SendFixed(ctx context.Context, parcel int64) error {
	key, token := parcelKey(parcel), lock.NewToken()
	if err := s.take(ctx, key, token); err != nil {
		return err
	}
	defer s.free(ctx, key, token)
	return s.send(ctx, parcel)
}

// Return sets the limit a moment later, which it may not live to see: two-step.
func (s *Service) Return(ctx context.Context, parcel int64) error {
	key, token := parcelKey(parcel), lock.NewToken()
	for {
		ok, err := s.rdb.SetNX(ctx, key, token, 0).Result()
		if err != nil {
			return err
		}
		if ok {
			break
		}
		if err := wait(ctx); err != nil {
			return err
		}
	}
	defer s.free(ctx, key, token)
	if err := s.rdb.Expire(ctx, key, lease).Err(); err != nil {
		return err
	}
	return s.send(ctx, parcel)
}

// ReturnFixed sets both at once.
func (s *Service) ReturnFixed(ctx context.Context, parcel int64) error {
	key, token := parcelKey(parcel), lock.NewToken()
	if err := s.take(ctx, key, token); err != nil {
		return err
	}
	defer s.free(ctx, key, token)
	return s.send(ctx, parcel)
}

// Frank holds the parcel for less time than the printer may take: short.
func (s *Service) Frank(ctx context.Context, parcel int64) error {
	key, token := parcelKey(parcel), lock.NewToken()
	for {
		ok, err := s.rdb.SetNX(ctx, key, token, shortLease).Result()
		if err != nil {
			return err
		}
		if ok {
			break
		}
		if err := wait(ctx); err != nil {
			return err
		}
	}
	defer s.free(ctx, key, token)
	return s.print(ctx, parcel)
}

// FrankFixed holds it for longer.
func (s *Service) FrankFixed(ctx context.Context, parcel int64) error {
	key, token := parcelKey(parcel), lock.NewToken()
	if err := s.take(ctx, key, token); err != nil {
		return err
	}
	defer s.free(ctx, key, token)
	return s.print(ctx, parcel)
}

// Batch prints as many labels as there are, in one lease: unrenewed. Mended, it is NightFixed.
func (s *Service) Batch(ctx context.Context) error {
	token := lock.NewToken()
	if err := s.take(ctx, batchLock, token); err != nil {
		return err
	}
	defer s.free(ctx, batchLock, token)
	return s.printAll(ctx)
}

// Night renews the lease, and does not look whether that worked: renewal-ignored.
func (s *Service) Night(ctx context.Context) error {
	l, err := s.leases.Obtain(ctx, batchLock, lease, waiting)
	if err != nil {
		return err
	}
	defer freeLease(ctx, l)
	work, stop := context.WithCancel(ctx)
	defer stop()
	go func() {
		for tick := time.Tick(renewal); ; {
			select {
			case <-work.Done():
				return
			case <-tick:
				l.Refresh(work, lease, nil)
			}
		}
	}()
	return s.printAll(work)
}

// NightFixed stops the work when the lease is lost.
func (s *Service) NightFixed(ctx context.Context) error {
	l, err := s.leases.Obtain(ctx, batchLock, lease, waiting)
	if err != nil {
		return err
	}
	defer freeLease(ctx, l)
	work, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	go func() {
		for tick := time.Tick(renewal); ; {
			select {
			case <-work.Done():
				return
			case <-tick:
				if err := l.Refresh(work, lease, nil); err != nil {
					stop(err)
					return
				}
			}
		}
	}()
	return s.printAll(work)
}

// waiting makes Obtain wait as long as its context lives.
var waiting = &redislock.Options{RetryStrategy: redislock.LinearBackoff(retry)}

// freeLease gives a lease back, even when ctx is done.
func freeLease(ctx context.Context, l *redislock.Lock) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), freeTime)
	defer cancel()
	_ = l.Release(ctx) // if it fails, the lease ends by itself
}
