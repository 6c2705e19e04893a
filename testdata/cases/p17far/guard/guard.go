// Package guard is the lock itself. Who uses it never names this package.
package guard

import (
	"context"
	"time"

	"github.com/go-redsync/redsync/v4"
)

type Held struct{ mu *redsync.Mutex }

func (h *Held) Release() error {
	_, err := h.mu.UnlockContext(context.Background())
	return err
}

type Base struct{ RS *redsync.Redsync }

func (b *Base) Take(ctx context.Context, key string) (*Held, error) {
	mu := b.RS.NewMutex(key, redsync.WithExpiry(30*time.Second))
	if err := mu.LockContext(ctx); err != nil {
		return nil, err
	}
	return &Held{mu}, nil
}
