// Package rueidislock has the few declarations of rueidislock that the shapes need.
package rueidislock

import "context"

type Locker interface {
	WithContext(ctx context.Context, name string) (context.Context, context.CancelFunc, error)
	TryWithContext(ctx context.Context, name string) (context.Context, context.CancelFunc, error)
}
