// Package port declares what the domain needs.
package port

import "context"

// A Locker is implemented elsewhere.
type Locker interface {
	Obtain(ctx context.Context, key string) (Lock, error)
}

type Lock interface {
	Free(ctx context.Context) error
}
