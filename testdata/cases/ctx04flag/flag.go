// Case ctx04flag: a loop waits for a lock until a flag says that it was obtained; one of them sets the flag where it was not.
package ctx04flag

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/bsm/redislock"
)

type Session struct {
	c    *redislock.Client
	lock *redislock.Lock
}

func (s *Session) obtain(ctx context.Context, id string) error {
	l, err := s.c.Obtain(ctx, "session:"+id, time.Minute, nil)
	if err != nil {
		return err
	}
	s.lock = l
	return nil
}

func (s *Session) release(ctx context.Context) {
	uctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	if err := s.lock.Release(uctx); err != nil {
		slog.Warn("not released", "err", err)
	}
}

// Refresh asks twice for the same error.
func Refresh(ctx context.Context, s *Session, id string, work func() error) error {
	var obtained bool
	for !obtained {
		err := s.obtain(ctx, id)
		if err != nil && !errors.Is(err, redislock.ErrNotObtained) {
			return fmt.Errorf("obtain: %w", err)
		} else if errors.Is(err, redislock.ErrNotObtained) {
			time.Sleep(10 * time.Millisecond)
			continue
		}
		obtained = true
	}
	defer s.release(ctx)
	return work()
}

// Once goes on where somebody else has the lock.
func Once(ctx context.Context, c *redislock.Client, id string, work func(context.Context) error) error {
	l, err := c.Obtain(ctx, "session:once:"+id, time.Minute, nil) //bug:uncheckedlock/fallthrough
	if err != nil && !errors.Is(err, redislock.ErrNotObtained) {
		return fmt.Errorf("obtain: %w", err)
	} else if errors.Is(err, redislock.ErrNotObtained) {
		slog.Info("somebody else is at it", "id", id)
	} else {
		defer func() {
			uctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
			defer cancel()
			if err := l.Release(uctx); err != nil {
				slog.Warn("not released", "err", err)
			}
		}()
	}
	return work(ctx)
}
