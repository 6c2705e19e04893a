// Case gb02closures: locks that come as a function which gives them back, with an error, an ok, or both.
package gb02closures

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/bsm/redislock"
)

type Guard struct{ c *redislock.Client }

// Lock gives back the function that unlocks.
func (g *Guard) Lock(ctx context.Context, key string) (unlock func(), err error) {
	l, err := g.c.Obtain(ctx, "lock:"+key, 30*time.Second, nil)
	if err != nil {
		return nil, err
	}
	return func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		_ = l.Release(ctx)
	}, nil
}

// TryLock tells whether it has the lock; the function is never nil.
func (g *Guard) TryLock(ctx context.Context, key string) (bool, func(), error) {
	l, err := g.c.Obtain(ctx, "lock:"+key, 30*time.Second, nil)
	if errors.Is(err, redislock.ErrNotObtained) {
		return false, func() {}, nil
	}
	if err != nil {
		return false, func() {}, err
	}
	return true, func() { _ = l.Release(context.Background()) }, nil
}

// Hold unlocks on the caller's context.
func (g *Guard) Hold(ctx context.Context, key string) (func() error, error) {
	l, err := g.c.Obtain(ctx, "lock:"+key, 30*time.Second, nil)
	if err != nil {
		return nil, err
	}
	return func() error { return l.Release(ctx) }, nil //bug:canceledunlock/request-ctx
}

type Shop struct {
	guard *Guard
	db    *sql.DB
}

func (s *Shop) set(ctx context.Context, id string, n int) error {
	_, err := s.db.ExecContext(ctx, "UPDATE stock SET n = ? WHERE sku = ?", n, id)
	return err
}

// EarlyDefer crashes where the lock was not obtained: unlock is nil.
func (s *Shop) EarlyDefer(ctx context.Context, id string) error {
	unlock, err := s.guard.Lock(ctx, id)
	defer unlock() //bug:leakedlock/early-defer
	if err != nil {
		return err
	}
	return s.set(ctx, id, 1)
}

// NoCheck looks at the error only.
func (s *Shop) NoCheck(ctx context.Context, id string) error {
	_, unlock, err := s.guard.TryLock(ctx, id) //bug:uncheckedlock/ignored
	if err != nil {
		return err
	}
	defer unlock()
	return s.set(ctx, id, 2)
}

// Wrong way round.
func (s *Shop) Inverted(ctx context.Context, id string) error {
	ok, unlock, err := s.guard.TryLock(ctx, id) //bug:uncheckedlock/inverted
	if err != nil {
		return err
	}
	if ok {
		return errors.New("busy")
	}
	defer unlock()
	return s.set(ctx, id, 3)
}

// Late defers behind a validation that returns.
func (s *Shop) Late(ctx context.Context, id string, n int) error {
	unlock, err := s.guard.Lock(ctx, id) //bug:leakedlock/late-defer
	if err != nil {
		return fmt.Errorf("lock %s: %w", id, err)
	}
	if n < 0 {
		return errors.New("negative stock")
	}
	defer unlock()
	return s.set(ctx, id, n)
}

// Right: the function that is never nil may be deferred at once.
func (s *Shop) Right(ctx context.Context, id string) error {
	ok, unlock, err := s.guard.TryLock(ctx, id)
	defer unlock()
	if err != nil {
		return err
	}
	if !ok {
		return errors.New("busy")
	}
	return s.set(ctx, id, 4)
}

// HandOn is right: the caller gets the duty.
func (s *Shop) HandOn(ctx context.Context, id string) (func(), error) {
	unlock, err := s.guard.Lock(ctx, id)
	if err != nil {
		return nil, err
	}
	if err := s.set(ctx, id, 0); err != nil {
		unlock()
		return nil, err
	}
	return unlock, nil
}

// FromHandOn forgets the duty on one way.
func (s *Shop) FromHandOn(ctx context.Context, id string, dry bool) error {
	unlock, err := s.HandOn(ctx, id) //bug:leakedlock/early-return
	if err != nil {
		return err
	}
	if dry {
		return nil
	}
	err = s.set(ctx, id, 5)
	unlock()
	return err
}

// Kept is right: what was locked is unlocked when the struct is closed.
type Kept struct{ unlock func() }

func (s *Shop) Keep(ctx context.Context, id string) (*Kept, error) {
	unlock, err := s.guard.Lock(ctx, id)
	if err != nil {
		return nil, err
	}
	return &Kept{unlock: unlock}, nil
}

func (k *Kept) Close() { k.unlock() }
