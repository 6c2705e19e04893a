// Package rueidislock is a stub.
package rueidislock

import (
	"context"
	"errors"
)

var ErrNotLocked = errors.New("not locked")

type Locker interface {
	WithContext(ctx context.Context, name string) (context.Context, context.CancelFunc, error)
	TryWithContext(ctx context.Context, name string) (context.Context, context.CancelFunc, error)
	ForceWithContext(ctx context.Context, name string) (context.Context, context.CancelFunc, error)
}
