// Case o22ctxlock: acquire answers (ctx, unlock, error); several keys at once; sync.Locker; a deferred literal with arguments; all inside of transactions.
package o22ctxlock

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/bsm/redislock"
	"gorm.io/gorm"
)

type Locker struct{ c *redislock.Client }

func (l *Locker) Acquire(ctx context.Context, key string) (context.Context, func() error, error) {
	lk, err := l.c.Obtain(ctx, key, 10*time.Second, nil)
	if err != nil {
		return ctx, nil, err
	}
	lctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	return lctx, func() error {
		cancel()
		return lk.Release(context.WithoutCancel(ctx))
	}, nil
}

func (l *Locker) AcquireAll(ctx context.Context, keys ...string) (func(), error) {
	slices.Sort(keys)
	var held []*redislock.Lock
	release := func() {
		for _, h := range slices.Backward(held) {
			_ = h.Release(context.WithoutCancel(ctx))
		}
	}
	for _, k := range keys {
		h, err := l.c.Obtain(ctx, k, 10*time.Second, nil)
		if err != nil {
			release()
			return nil, err
		}
		held = append(held, h)
	}
	return release, nil
}

type T struct{ N int }

type S struct {
	db *gorm.DB
	l  *Locker
	m  sync.Locker
}

func New(db *gorm.DB, l *Locker) *S { return &S{db: db, l: l, m: &sync.Mutex{}} }

func (s *S) A(ctx context.Context) error {
	return s.db.WithContext(ctx).Transaction(func(tx *gorm.DB) (err error) {
		lctx, unlock, err := s.l.Acquire(ctx, "t")
		if err != nil {
			return err
		}
		defer func() { //bug:unlockbeforecommit/closure
			if uerr := unlock(); uerr != nil {
				err = errors.Join(err, uerr)
			}
		}()
		return tx.WithContext(lctx).Model(&T{}).Where("1 = 1").Update("n", 2).Error
	})
}

func (s *S) B(ctx context.Context) error {
	return s.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		release, err := s.l.AcquireAll(ctx, "x", "y")
		if err != nil {
			return err
		}
		defer release() //bug:unlockbeforecommit/closure
		return tx.Create(&T{N: 1}).Error
	})
}

func (s *S) C(ctx context.Context) error {
	return s.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		s.m.Lock()         //may:localmutex
		defer s.m.Unlock() //bug:unlockbeforecommit/closure
		return tx.Create(&T{N: 1}).Error
	})
}

func (s *S) D(ctx context.Context) error {
	return s.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		lk, err := s.l.c.Obtain(ctx, "t", time.Second, nil)
		if err != nil {
			return err
		}
		defer func(l *redislock.Lock) { _ = l.Release(context.WithoutCancel(ctx)) }(lk) //bug:unlockbeforecommit/closure
		return tx.Create(&T{N: 1}).Error
	})
}
